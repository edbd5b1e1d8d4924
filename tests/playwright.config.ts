import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './testing/database/postgres-global-setup.ts',
  outputDir: '../test-output/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-output/journeys.json' }]],
  forbidOnly: true,
  retries: 0,
  // For a slow machine; a journey that is well never waits that long for anything.
  timeout: 240_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  // Half of a journey is waiting for a browser to start or end.
  workers: 3,
  fullyParallel: true,
  // Journeys open their own browsers: profiles that are closed, killed and opened again.
  use: { screenshot: 'only-on-failure' },
});
