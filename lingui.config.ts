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
  // The server runs without a build: its `msg` is a function, read here as the macro of that name.
  macro: { corePackage: ['@lingui/core/macro', '../platform/translations.ts'] },
  // Where a sentence stands changes with every edit of the code, and is found by searching for it.
  format: formatter({ origins: false }),
});
