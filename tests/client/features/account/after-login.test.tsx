// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { storeProfileLater } from '#client/session/profile-later.ts';
import { memberId, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen, patiently } from '../../../testing/components/a-screen.tsx';

describe('a login that was right', () => {
  const notSaved = { picture: null, firstName: '' };
  test.each([
    { who: 'without a picture or a saved profile', own: notSaved, leads: '/tipster/edit-profile' },
    { who: 'with a saved profile', own: { picture: null, firstName: 'Ada' }, leads: '/' },
    { who: 'with a picture', own: { picture: '/pictures/a.webp', firstName: '' }, leads: '/' },
    { who: 'who said "Not now"', own: notSaved, later: true, leads: '/' },
    { who: 'who was on the way', own: notSaved, returnUrl: '/tips', leads: '/tips' },
  ])('leads a member $who to $leads', async ({ own, later = false, returnUrl, leads }) => {
    aBackend({
      '/api/auth': () => Response.json({ access_token: tokenOf(memberId), userId: memberId }),
      [`/api/tipsters/${memberId}`]: () => Response.json(own),
    });
    onTestFinished(() => localStorage.clear());
    if (later) storeProfileLater(memberId);
    const search = returnUrl === undefined ? {} : { returnUrl };
    const screen = await aScreen(<LoginPage search={search} />, aPhone(), { configuration });
    await screen.types(/Username/, 'ada@example.org');
    await screen.types('Password', 'terrace-song-42');
    await screen.presses('Login');

    await expect.poll(screen.path, patiently).toBe(leads);
  });
});
