import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr', 'es', 'pt', 'sw', 'ar'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src/client'] }],
  // Where a sentence stands changes with every edit of the code, and is found by searching for it.
  format: formatter({ origins: false }),
});
