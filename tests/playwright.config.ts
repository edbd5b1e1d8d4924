import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './support/chromium.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-output/journeys',
  reporter: [['list'], ['json', { outputFile: '../test-output/journeys.json' }]],
  forbidOnly: true,
  retries: 0,
  // Each journey has a server, a database and a browser to itself; two at a time would only wait.
  workers: 1,
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    launchOptions: { executablePath: findChromium(), args: chromiumArguments() },
  },
});
