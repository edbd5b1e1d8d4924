// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { SecurityPage } from '#client/features/settings/security-page.tsx';
import { clearSession } from '#client/session/session.ts';
import { observed } from '#sync/observable.ts';
import type { Reachability } from '#sync/status.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const authenticator = {
  on: false,
  device: null,
  addedAt: null,
  recoveryCodesLeft: 0,
  required: false,
};
const guards = { email: 'ada@example.org', nextEmail: null, devices: [], passkeys: [] };

test('security asks for a connection only while there is none', async () => {
  const words = 'You need to be online to change these.';
  const phone = aPhone();
  onTestFinished(clearSession);
  aBackend({ '/api/auth/security': () => Response.json({ ...guards, authenticator }) });
  const reachability = observed<Reachability>('unknown');
  const engine = { ...anEngine(phone), reachability };
  const screen = await aScreen(<SecurityPage />, phone, { configuration, engine });
  expect(screen.text()).not.toContain(words);
  await screen.button('Devices');
  expect(screen.text()).not.toContain(words);

  reachability.set('offline');
  await screen.shows(words);
  reachability.set('online');
  await screen.hides(words);
});
