import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { languages, fallbackLanguage } from './src/client/data/languages.ts';

export default defineConfig({
  sourceLocale: fallbackLanguage,
  locales: languages.map(({ code }) => code),
  fallbackLocales: { default: fallbackLanguage },
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/src/client', '<rootDir>/src/server/mail'],
    },
  ],
  // The server runs without a build, so its `msg` is a function. Lingui extracts it like the macro `msg`.
  macro: { corePackage: ['@lingui/core/macro', '../platform/translations.ts'] },
  // Line numbers would change with every edit of the code; a search finds each sentence.
  format: formatter({ origins: false }),
});
