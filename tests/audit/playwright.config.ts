import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  globalSetup: '../testing/database/postgres-global-setup.ts',
  outputDir: '../../test-output/audit',
  reporter: [['list'], ['json', { outputFile: '../../test-output/audit.json' }]],
  forbidOnly: true,
  retries: 0,
  // Tests can run in parallel, because each opens its screens in pages of its own.
  fullyParallel: true,
  workers: 2,
  timeout: 30 * 60_000,
  expect: { timeout: 20_000 },
});
