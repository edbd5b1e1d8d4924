import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { demoPassword } from '#server/demo/recording.ts';
import { compressBuiltFiles } from '#server/platform/build.ts';

import { demoMember } from '../testing/people/demo-members.ts';
import { aCaller, type Caller, postsTips } from '../testing/server/api-caller.ts';
import { aBackend, type Backend } from '../testing/server/backend.ts';
import { benchEngine, engineParts } from './engine/run.ts';
import { benchRestart } from './engine/restart.ts';
import { benchInstalled } from './installed.ts';
import { benchOfflineStarts } from './offline-starts.ts';
import { benchFirstVisits } from './on-a-phone.ts';
import { benchWeights } from './script-weights.ts';
import { benchLists } from './server/lists.ts';
import { benchServer } from './server/run.ts';
import { benchTaps } from './taps.ts';

// Measures the built app against the design's budgets: everything after a new build, or one named
// part on the last build. A second argument restricts the routes of some parts. Times are ratios to
// a limit of the same run, so that runs are comparable.

type AppPart = (backend: Backend, member: Caller, routes?: string) => Promise<void>;

/** Parts that need a server with the demo season; the last part stops the server. */
const appParts: Readonly<Record<string, AppPart>> = {
  weights: benchWeights,
  'first-visits': benchFirstVisits,
  taps: benchTaps,
  restart: benchRestart,
  installed: benchInstalled,
  'offline-starts': benchOfflineStarts,
};

const root = join(import.meta.dirname, '..', '..');
const [, , only, routes] = process.argv;
const isSelected = (name: string) => only === undefined || only === name;

if (only === undefined) {
  execFileSync(join(root, 'node_modules', '.bin', 'vite'), ['build'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
const chosen = Object.entries(appParts).filter(([name]) => isSelected(name));
if (chosen.length > 0) {
  // Compresses the files as `npm start` does.
  await compressBuiltFiles(join(root, 'dist'));
  const backend = await aBackend({ DEMO: '1' });
  try {
    await backend.start();
    const member = await aCaller(backend.origin, demoMember.email, demoPassword);
    await postsTips(backend.origin, member, 24);
    for (const [, bench] of chosen) await bench(backend, member, routes);
  } finally {
    await backend.remove();
  }
}
await benchEngine(engineParts.filter(isSelected));
if (isSelected('server')) await benchServer();
if (isSelected('lists')) await benchLists();
