import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SettingsPage } from '#client/features/settings/settings-page.tsx';
import { clearSession, session } from '#client/session/session.ts';
import { watchTheme } from '#client/session/theme.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, problem, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aScreen, type Phone, aPhoneOf } from '../../../testing/components/a-screen.tsx';
import { operationsByKind } from '#sync/operations/registry.ts';

/** A browser that grants or denies persistent storage; counts the requests for it. */
function aBrowserThat(persistence: { persisted: boolean; grants?: boolean }) {
  let requests = 0;
  const { storage } = navigator;
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: {
      persisted: async () => persistence.persisted,
      persist: async () => {
        requests += 1;
        return persistence.grants ?? false;
      },
      estimate: async () => ({ usage: 4_200_000, quota: 2_000_000_000 }),
    },
  });
  onTestFinished(() => {
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  });
  return { requests: () => requests };
}

const open = async (phone: Phone) => aScreen(<SettingsPage />, phone, { configuration });

beforeAll(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
});

describe('the settings of a visitor', () => {
  test('are language, theme, storage and the app, with a way to log in', async () => {
    aBrowserThat({ persisted: true });
    clearSession();
    const screen = await open(databases());

    await screen.shows('Settings');

    expect(screen.names('h2')).toEqual(['The app', 'My Account', 'On this phone']);
    const login = await screen.link('Login');
    expect(login.getAttribute('href')).toBe('/account/login?returnUrl=%2Fsettings');
  });

  test('apply a chosen theme at once, and can return to that of the device', async () => {
    onTestFinished(watchTheme());
    const screen = await open(databases());

    await screen.chooses('Dark');
    expect(document.documentElement.dataset['theme']).toBe('night');

    await screen.chooses('Device');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});

describe('persistent storage in the settings', () => {
  test('is shown with the used space', async () => {
    aBrowserThat({ persisted: true });
    const screen = await open(databases());

    await screen.shows('Your browser keeps it until you remove it.');
    await screen.shows('4.2 MB of 2 GB used');
    expect(screen.names('button')).not.toContain('Ask the browser to keep it');
  });

  test.each([
    { grants: true, title: 'The browser keeps it from now on' },
    { grants: false, title: 'Your browser has not agreed yet' },
  ])('is requested on demand, and the answer is shown: $grants', async ({ grants, title }) => {
    const browser = aBrowserThat({ persisted: false, grants });
    const screen = await open(databases());

    await screen.presses('Ask the browser to keep it');

    expect(await screen.messages()).toMatchObject([{ title }]);
    expect(browser.requests()).toBe(1);
  });
});

describe('the phone number in the settings', () => {
  test('is shown or hidden with one tap, which stores a whole profile on the phone', async () => {
    const screen = await open(await aPhoneOf({ showPhone: false, isTipster: false }));

    await screen.chooses('Show my phone number, state and address to logged-in members');

    await screen.queued();
    const [saved] = await screen.pending();
    expect(saved).toMatchObject({ kind: 'profile.save', state: 'pending' });
    expect(operationsByKind['profile.save'].payload.parse(saved?.payload)).toMatchObject({
      firstName: 'Ada',
      phoneNumber: '+2348012345678',
      showPhone: true,
      // The switch for the phone number must not add the member to the list of tipsters.
      isTipster: false,
    });
    const box = await screen.field('Show my phone number, state and address to logged-in members');
    await screen.until(() => box instanceof HTMLInputElement && box.checked, 'the tick');
  });

  test('needs a complete profile', async () => {
    const screen = await open(await aPhoneOf({ state: '' }));

    await screen.shows('Nobody sees it before your profile is complete.');

    expect((await screen.link('Update your profile')).getAttribute('href')).toBe(
      '/tipster/edit-profile',
    );
  });
});

describe('the export of own data', () => {
  const csv = () => new Response('﻿game\n', { headers: { 'content-type': 'text/csv' } });

  test.each([
    {
      button: 'Save as JSON',
      called: '/api/users/me/export?format=json',
      answer: Response.json({}),
    },
    { button: 'Save as a table (CSV)', called: '/api/users/me/export?format=csv', answer: csv() },
  ])('is downloaded as a file by "$button"', async ({ button, called, answer }) => {
    const backend = aBackend({ '/api/users/me/export': () => answer });
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    onTestFinished(() => click.mockRestore());
    const screen = await open(await aPhoneOf());

    await screen.presses(button);

    await screen.until(() => names.length === 1, 'a file');
    expect(names[0]).toMatch(/^touchline-\d{4}-\d\d-\d\d\.(json|csv)$/);
    expect(backend.requests.map(({ path, query }) => path + query)).toEqual([called]);
    expect(backend.requests[0]?.authorization).toBe(`Bearer ${tokenOf(memberId)}`);
  });

  test('shows why it was refused, and when it is possible again', async () => {
    const headers = { 'retry-after': '120' };
    const tooMany = () => Response.json(problem('rate-limited'), { status: 429, headers });
    aBackend({ '/api/users/me/export': tooMany });
    const screen = await open(await aPhoneOf());

    await screen.presses('Save as JSON');

    await screen.shows('The server takes it again from');
    expect(screen.text()).not.toContain('You are offline');
  });

  test('opens the login if the session has ended, with a return to this page', async () => {
    aBackend({
      '/api/users/me/export': () => Response.json(problem('session-ended'), { status: 401 }),
    });
    const screen = await open(await aPhoneOf());

    await screen.presses('Save as JSON');

    await screen.until(() => screen.path() === '/account/login', 'the login');
    expect(screen.search()).toEqual({ returnUrl: '/here' });
  });
});

const noConnection = (): Response => {
  throw new TypeError('Failed to fetch');
};

describe('deleting the account', () => {
  test('explains what remains, focuses the password, and restores the focus when it is cancelled', async () => {
    const screen = await open(await aPhoneOf());

    await screen.presses('Delete my account…');
    await screen.shows('Tips you posted stay, under “Former member”. Nobody can undo this.');
    const password = await screen.field('Password');
    await screen.until(() => document.activeElement === password, 'the focus');
    await screen.presses('Keep it');

    expect(document.activeElement).toBe(await screen.button('Delete my account…'));
  });

  test('sends the password, and removes the account and all of its data on this phone', async () => {
    const { requests } = aBackend({
      '/api/users/me': () => Response.json({ id: memberId }),
      '/api/auth/logout': () => Response.json({ message: 'Bye.' }),
    });
    const phone = await aPhoneOf();
    const screen = await open(phone);

    await screen.presses('Delete my account…');
    await screen.types('Password', 'terrace-song-42');
    await screen.presses('Delete my account for good');

    await screen.until(() => screen.path() === '/', 'home');
    expect(requests[0]).toMatchObject({ body: { password: 'terrace-song-42' } });
    expect(session.get()).toBeUndefined();
    const { store } = databases(memberId, phone.indexedDB);
    expect(await store.documents.get('profile')).toBeUndefined();
    expect(screen.toasts).toMatchObject([{ title: 'Your account is deleted' }]);
  });

  test('explains an ended session after an attempt without a response', async () => {
    const answers: (() => Response)[] = [];
    aBackend({ '/api/users/me': () => (answers.shift() ?? noConnection)() });
    const screen = await open(await aPhoneOf());
    await screen.presses('Delete my account…');
    await screen.types('Password', 'terrace-song-42');
    await screen.presses('Delete my account for good');
    await screen.shows('we cannot tell yet whether it was deleted');

    answers.push(refused('session-ended'));
    await screen.presses('Delete my account for good');

    await screen.shows('If the first try deleted the account, nobody can log in with it any more.');
    expect(session.get()?.memberId).toBe(memberId);
  });
});
