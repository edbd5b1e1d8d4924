import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PushChoices } from '#client/data/push/push.ts';
import { PushChoice } from '#client/features/settings/push-choice.tsx';
import { PushBell } from '#client/features/tipsters/push-bell.tsx';
import { clearSession } from '#client/session/session.ts';
import { pushedNoticeKinds } from '#domain/notice.ts';
import { createEngine } from '#sync/engine.ts';
import { pushDocument, pushWordsDocument } from '#sync/refresh/document-names.ts';
import { memberId, tipsterId, tokenOf } from '../../../testing/engine/samples.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const nothing: PushChoices = {
  publicKey: 'B'.repeat(87),
  here: false,
  kinds: [],
  quiet: null,
  tipsters: [],
};

type Answers = { before?: NotificationPermission; answer?: NotificationPermission };

/** A browser with push messages whose permission prompt gets this answer. */
function aBrowser({ before = 'default', answer = 'granted' }: Answers = {}) {
  const state = { promptCount: 0, key: undefined as unknown, subscription: null as object | null };
  const notifications = {
    permission: before,
    async requestPermission() {
      state.promptCount += 1;
      notifications.permission = answer;
      return answer;
    },
  };
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
  const pushManager = {
    getSubscription: async () => state.subscription,
    async subscribe({ applicationServerKey }: PushSubscriptionOptionsInit) {
      state.key = applicationServerKey;
      state.subscription = {
        toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/x', keys }),
        unsubscribe: async () => {
          state.subscription = null;
          return true;
        },
      };
      return state.subscription;
    },
  };
  vi.stubGlobal('Notification', notifications);
  vi.stubGlobal('PushManager', Object);
  const serviceWorker = { getRegistration: async () => ({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    clearSession();
  });
  return state;
}

const pong = { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' };

/** A server that stores the push choices; while `refuses` is true, it refuses every change. */
function aServer(phone: ReturnType<typeof aPhone>, choices: Partial<PushChoices> = {}) {
  const state = { ...nothing, ...choices };
  const calls: string[] = [];
  const problem = { code: 'email-unverified', message: 'x' };
  const server = { state, calls, refuses: false };
  const engine = createEngine({
    configuration: { apiBaseUrl: '', oddsBaseUrl: '/odds', oddsApiKey: '' },
    publicStore: phone.publicStore,
    memberId,
    memberStore: phone.store,
    token: () => tokenOf(memberId),
    fetch: async (address, { method = 'GET', body } = {}) => {
      const sent = typeof body === 'string' ? body : '{}';
      const url = new URL(address instanceof Request ? address.url : String(address));
      const answered = () => {
        if (url.pathname === '/api/ping') return pong;
        if (method !== 'GET') calls.push(`${method} ${url.pathname}`);
        if (method !== 'GET' && server.refuses) return problem;
        if (url.pathname === '/api/push/subscriptions') state.here = method === 'PUT';
        else if (url.pathname.startsWith('/api/push/tipsters/')) {
          const { push } = JSON.parse(sent);
          state.tipsters = push ? [tipsterId] : [];
          return { tipsterId, push };
        } else if (method === 'PUT') Object.assign(state, JSON.parse(sent));
        return state;
      };
      const answer = answered();
      const status = answer === problem ? 403 : 200;
      const headers = { 'content-type': 'application/json' };
      const response = new Response(JSON.stringify(answer), { status, headers });
      Object.defineProperty(response, 'url', { value: url.href });
      return response;
    },
  });
  return Object.assign(server, { engine });
}

async function theSettings(choices?: Partial<PushChoices>) {
  const phone = aPhone();
  const server = aServer(phone, choices);
  const screen = await aScreen(<PushChoice />, phone, { engine: server.engine });
  const box = async (label: string | RegExp) => {
    const field = await screen.field(label);
    return field instanceof HTMLInputElement && field.checked;
  };
  const stored = async (name: string) => (await phone.store.documents.get(name))?.value;
  return { phone, server, screen, box, stored };
}

const notifyMe = 'Notify me';

describe('“Notify me”', () => {
  test('prompts only after its tap, subscribes with the server’s key for all kinds, and stores the texts', async () => {
    const browser = aBrowser();
    const { screen, box, server, stored } = await theSettings();
    expect(await box(notifyMe)).toBe(false);
    expect(browser).toMatchObject({ promptCount: 0, subscription: null });

    await screen.chooses(notifyMe);
    await screen.until(async () => box(notifyMe), 'on');

    expect(browser).toMatchObject({ promptCount: 1, key: nothing.publicKey });
    expect(server.state).toMatchObject({ here: true, kinds: [...pushedNoticeKinds] });
    expect(await stored(pushWordsDocument)).toMatchObject({
      lang: 'en',
      news: { settled: 'A tip was settled.' },
    });
  });

  test('is disabled if the browser blocks notifications, and says so', async () => {
    aBrowser({ before: 'denied' });
    const { screen } = await theSettings();

    await screen.shows('Notifications are blocked in your browser.');
    expect(await screen.field(notifyMe)).toMatchObject({ disabled: true });
  });

  test('stays off if the person denies the permission', async () => {
    aBrowser({ answer: 'denied' });
    const { screen, server } = await theSettings();

    await screen.chooses(notifyMe);

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(screen.toasts[0]).toMatchObject({ text: 'Notifications are blocked in your browser.' });
    expect(server.calls).toEqual([]);
  });

  test('removes the subscription if the server refuses it, and shows the reason', async () => {
    const browser = aBrowser();
    const { screen, server, box } = await theSettings();
    server.refuses = true;

    await screen.chooses(notifyMe);

    await screen.until(() => screen.toasts.length === 1, 'a message');
    expect(await box(notifyMe)).toBe(false);
    expect(browser.subscription).toBeNull();
  });

  test('removes the subscription on the phone and on the server, and the texts, when it is turned off', async () => {
    const browser = aBrowser();
    const { screen, box, server, stored } = await theSettings();
    await screen.chooses(notifyMe);
    await screen.until(async () => box(notifyMe), 'on');

    await screen.chooses(notifyMe);

    await screen.until(async () => !(await box(notifyMe)), 'off');
    await expect.poll(() => server.state.here).toBe(false);
    expect(browser.subscription).toBeNull();
    expect(await stored(pushWordsDocument)).toBeUndefined();
  });

  test('is not shown if the server sends no pushes', async () => {
    aBrowser();
    const { screen, stored } = await theSettings({ publicKey: null });

    await screen.until(async () => (await stored(pushDocument)) !== undefined, 'an answer');

    expect(screen.names('input')).toEqual([]);
  });
});

describe('the choice of pushes', () => {
  async function on(choices: Partial<PushChoices> = {}) {
    aBrowser();
    const settings = await theSettings({ kinds: [...pushedNoticeKinds], ...choices });
    await settings.screen.chooses(notifyMe);
    await settings.screen.until(async () => settings.box(notifyMe), 'on');
    return settings;
  }

  test('can leave out one kind', async () => {
    const { screen, server } = await on();

    await screen.chooses('Odds are in');

    const others = pushedNoticeKinds.filter((kind) => kind !== 'priced');
    await expect.poll(() => server.state.kinds).toEqual(others);
  });

  test('is restored if the server refuses a change', async () => {
    const { screen, server, box } = await on();
    server.refuses = true;

    await screen.chooses('Odds are in');

    await screen.until(() => screen.toasts.length === 1, 'a message');
    await screen.until(async () => box('Odds are in'), 'as before');
    expect(server.state.kinds).toEqual([...pushedNoticeKinds]);
  });

  test('contains quiet hours in the time zone of the phone', async () => {
    const { screen, server } = await on();
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();

    await screen.chooses('Quiet hours');
    const night = { from: 22 * 60, until: 7 * 60, zone };
    await expect.poll(() => server.state.quiet).toEqual(night);

    await screen.types('From', '21:30');
    (await screen.field('From')).dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await expect.poll(() => server.state.quiet).toEqual({ ...night, from: 21 * 60 + 30 });
  });
});

test('the bell beside Follow subscribes with its first tap, for this tipster only', async () => {
  const browser = aBrowser();
  const phone = aPhone();
  const server = aServer(phone);
  const bell = <PushBell tipsterId={tipsterId} name="Ada Obi" />;
  const screen = await aScreen(bell, phone, { engine: server.engine });
  const pressed = async () =>
    (await screen.button('Notify me of tips by Ada Obi')).getAttribute('aria-pressed');
  expect(await pressed()).toBe('false');
  expect(browser.promptCount).toBe(0);

  await screen.presses('Notify me of tips by Ada Obi');
  await screen.until(async () => (await pressed()) === 'true', 'pressed');
  expect(server.state).toMatchObject({ here: true, tipsters: [tipsterId] });

  await screen.presses('Notify me of tips by Ada Obi');
  await screen.until(async () => (await pressed()) === 'false', 'not pressed');
  expect(server.state).toMatchObject({ here: true, tipsters: [] });
});
