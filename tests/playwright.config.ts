import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './testing/database/postgres-global-setup.ts',
  outputDir: '../test-output/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-output/journeys.json' }]],
  forbidOnly: true,
  retries: 0,
  // For a slow machine; a journey on a usual machine needs much less time.
  timeout: 240_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  // More workers than cores, because half of a journey is waiting for a browser to start or end.
  workers: 3,
  fullyParallel: true,
  // Without browser options: journeys start their own browsers, to close, kill and reopen them.
  use: { screenshot: 'only-on-failure' },
});
