import { chromium } from '@playwright/test';

import { demoPassword } from '#server/demo/recording.ts';

import { demoMember } from '../../testing/people/demo-members.ts';
import { aBackend } from '../../testing/server/backend.ts';
import { aCaller, postsTips } from '../../testing/server/api-caller.ts';
import { chromiumArguments, findChromium } from '../../testing/phone/chromium.ts';
import { benchFirstVisits } from '../first-visits.ts';
import { benchInstalled } from '../installed.ts';
import { offlineStarts } from '../offline-starts.ts';
import { printOfflineStarts, printOnAPhone } from '../report.ts';
import { benchLists } from '../server/lists.ts';
import { benchServer } from '../server/run.ts';
import { phoneFigures } from '../taps.ts';
import { benchRestart } from './restart.ts';
import { runEngineBench } from './run.ts';

// Runs a part of the bench: enqueue, drain, first-rows, live-update, server, hot (the server
// without half load), lists, or restart, first-visits, installed, offline-starts and on-a-phone,
// which use the last build; installed and on-a-phone accept a text to filter routes.

const [, , only, route] = process.argv;
if (
  only === 'restart' ||
  only === 'installed' ||
  only === 'offline-starts' ||
  only === 'on-a-phone'
) {
  const backend = await aBackend({ DEMO: '1' });
  try {
    await backend.start();
    const member = await aCaller(backend.origin, demoMember.email, demoPassword);
    if (only === 'offline-starts') {
      await postsTips(backend.origin, member, 24);
      printOfflineStarts(await offlineStarts(backend, member));
    } else if (only === 'on-a-phone') {
      await postsTips(backend.origin, member, 24);
      const executablePath = findChromium();
      const browser = await chromium.launch({ executablePath, args: chromiumArguments() });
      printOnAPhone(await phoneFigures(browser, backend.origin, member, route));
      await browser.close();
    } else if (only === 'restart') await benchRestart(backend, member);
    else await benchInstalled(backend, member, route);
  } finally {
    await backend.remove();
  }
} else if (only === 'server' || only === 'hot') {
  await benchServer({ atHalfLoad: only === 'server' });
} else if (only === 'lists') await benchLists();
else if (only === 'first-visits') await benchFirstVisits();
else await runEngineBench(only);
