import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

import { compressAll } from '#server/platform/build.ts';
import { demoPassword } from '#server/demo/recording.ts';

import { demoAdministrator, demoMember } from '../testing/people/demo-members.ts';
import { aBackend } from '../testing/server/backend.ts';
import { chromiumArguments, findChromium } from '../testing/phone/chromium.ts';
import { aCaller, postsTips } from '../testing/server/api-caller.ts';
import { benchRestart } from './engine/restart.ts';
import { runEngineBench } from './engine/run.ts';
import { benchInstalled } from './installed.ts';
import { offlineStarts } from './offline-starts.ts';
import { printOfflineStarts, printOnAPhone, printWeights } from './report.ts';
import { firstVisits } from './script-weights.ts';
import { benchLists } from './server/lists.ts';
import { benchServer } from './server/run.ts';
import { phoneFigures } from './taps.ts';

// Measures the built app against the budgets of its design. Times are ratios to a limit of the same
// run, which makes runs comparable.

if (process.argv[2] !== undefined) {
  await import('./engine/command.ts');
  process.exit();
}

const root = join(import.meta.dirname, '..', '..');

execFileSync(join(root, 'node_modules', '.bin', 'vite'), ['build'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
// Compressed as `npm start` does.
await compressAll(join(root, 'dist'));

const backend = await aBackend({ DEMO: '1' });
try {
  await backend.start();
  const { origin } = backend;
  const member = await aCaller(origin, demoMember.email, demoPassword);
  const administrator = await aCaller(origin, demoAdministrator.email, demoPassword);
  await postsTips(origin, member, 24);

  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: chromiumArguments(),
  });
  printWeights(await firstVisits(browser, origin, { member, administrator }));
  printOnAPhone(await phoneFigures(browser, origin, member));
  await browser.close();

  await benchRestart(backend, member);
  await benchInstalled(backend, member);
  printOfflineStarts(await offlineStarts(backend, member));
} finally {
  await backend.remove();
}
await runEngineBench();
await benchServer({ atHalfLoad: true });
await benchLists();
