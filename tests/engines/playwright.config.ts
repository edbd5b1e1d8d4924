import { defineConfig } from '@playwright/test';

import { engineNames } from './engine-browser.ts';
import { engines } from './engines.ts';
import type { EngineOption } from './journey.ts';

export default defineConfig<EngineOption>({
  testDir: '.',
  globalSetup: '../testing/database/postgres-global-setup.ts',
  outputDir: '../../test-output/engines',
  reporter: [['list'], ['json', { outputFile: '../../test-output/engines.json' }]],
  forbidOnly: true,
  retries: 0,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  workers: 3,
  fullyParallel: true,
  projects: engineNames
    .filter((name) => engines[name].isInstalled())
    .map((name) => ({ name, use: { engine: name } })),
});
