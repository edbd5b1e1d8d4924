import { demoMember, demoPassword } from '#server/demo/people.ts';

import { aBackend } from '../../support/backend.ts';
import { aCaller, postsTips } from '../../support/api-caller.ts';
import { benchFirstVisits } from '../first-visits.ts';
import { benchInstalled } from '../installed.ts';
import { offlineStarts } from '../offline-starts.ts';
import { printOfflineStarts } from '../report.ts';
import { benchLists } from '../server/lists.ts';
import { benchServer } from '../server/run.ts';
import { benchRestart } from './restart.ts';
import { runEngineBench } from './run.ts';

// One part of the bench alone: enqueue, drain, first-rows, live-update, server, hot (the server but for half
// load), lists, or restart, first-visits, installed and offline-starts, which take the app as it was built last.

const [, , only] = process.argv;
if (only === 'restart' || only === 'installed' || only === 'offline-starts') {
  const backend = await aBackend({ DEMO: '1' });
  try {
    await backend.start();
    const member = await aCaller(backend.origin, demoMember.email, demoPassword);
    if (only === 'offline-starts') {
      await postsTips(backend.origin, member, 24);
      printOfflineStarts(await offlineStarts(backend, member));
    } else await (only === 'restart' ? benchRestart : benchInstalled)(backend, member);
  } finally {
    await backend.remove();
  }
} else if (only === 'server' || only === 'hot') {
  await benchServer({ atHalfLoad: only === 'server' });
} else if (only === 'lists') await benchLists();
else if (only === 'first-visits') await benchFirstVisits();
else await runEngineBench(only);
