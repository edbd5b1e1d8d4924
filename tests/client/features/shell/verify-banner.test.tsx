// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { VerifyBanner } from '#client/features/shell/banners.tsx';
import { clearSession } from '#client/session/session.ts';
import { observed } from '#sync/observable.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import { anEngine } from '../../../testing/components/an-engine.ts';

const bannerText = 'Please check your mail and activate your account.';

test('a member whose email is not verified is told so until their login has ended', async () => {
  const phone = aPhone();
  onTestFinished(clearSession);
  const session = observed<'signed-in' | 'refused'>('signed-in');
  const engine = { ...anEngine(phone), session };
  const screen = await aScreen(<VerifyBanner email="ada@example.org" />, phone, { engine });
  await screen.shows(bannerText);

  // The email may be verified by now, which this device cannot know.
  session.set('refused');

  await screen.hides(bannerText);
  expect(screen.names('button')).toEqual([]);
});
