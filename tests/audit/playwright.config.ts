import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-output/audit',
  reporter: [['list'], ['json', { outputFile: '../../test-output/audit.json' }]],
  forbidOnly: true,
  retries: 0,
  // One screen after the other in pages that are used again: two at once would only take turns.
  workers: 1,
  timeout: 30 * 60_000,
  expect: { timeout: 20_000 },
});
