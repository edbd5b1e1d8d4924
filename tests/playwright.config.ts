import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-output/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-output/journeys.json' }]],
  forbidOnly: true,
  retries: 0,
  // For a slow machine; a journey that is well never waits that long for anything.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each journey has a server, a database and a browser to itself; two at a time would only wait.
  workers: 1,
  // Journeys open their own browsers: profiles that are closed, killed and opened again.
  use: { screenshot: 'only-on-failure' },
});
