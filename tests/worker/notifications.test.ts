import { describe, expect, test } from 'vitest';
import { outboxTag } from '#sync/background-tags.ts';
import { notificationPreferenceDocument } from '#sync/refresh/document-names.ts';
import { openNotificationPage } from '#worker/notifications.ts';
import { handleSync } from '#worker/wake-ups.ts';
import { aBackend } from '../testing/engine/a-backend.ts';
import { aClosedApp } from '../testing/engine/a-closed-app.ts';
import { problem, row, tipsterId } from '../testing/engine/samples.ts';

const preference = { lang: 'ar', dir: 'rtl', sent: 'أُرسل.', needsYou: 'يحتاجك.' };

const aTipPage = '/tip/0192f0c1-7d3a-7b52-9c44-1f2e3d4c5b6a';

type Shown = { title: string } & NotificationOptions;

type Wish = {
  wish?: unknown;
  allowed?: boolean;
  /** True if the member opens the app before the notification would be shown. */
  comesBack?: boolean;
  shown?: Shown[];
};

/** A closed app with an unsent operation, and the member's notification setting. */
async function anApp(
  backend: { url: string },
  { wish = preference, allowed = true, comesBack = false, shown = [] }: Wish = {},
) {
  const phone = await aClosedApp(backend);
  await phone.did('follow.set', { tipsterId, following: true });
  if (wish !== undefined) {
    await phone.store.documents.put({
      name: notificationPreferenceDocument,
      value: wish,
      fetchedAt: 0,
    });
  }
  let looks = 0;
  const worker = {
    background: phone.background,
    badge: {},
    notifier: {
      isAllowed: () => allowed,
      isPageVisible: async () => {
        looks += 1;
        return comesBack && looks > 1;
      },
      registration: {
        showNotification: async (title: string, options: NotificationOptions = {}) => {
          const others = shown.filter(({ tag }) => tag !== options.tag);
          shown.splice(0, shown.length, ...others, { title, ...options });
        },
      },
    },
  };
  const isWoken = async () => handleSync({ tag: outboxTag, lastChance: false }, worker);
  return { ...phone, shown, isWoken };
}

describe('a notification', () => {
  test('says in the member’s language that something was sent, without details', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend);

    await app.isWoken();

    expect(app.shown).toMatchObject([
      {
        title: 'Touchline',
        body: preference.sent,
        lang: 'ar',
        dir: 'rtl',
        tag: 'touchline-outcome',
        data: { path: '/tips/my-tips' },
      },
    ]);
  });

  test('has an English text if the texts of another build cannot be parsed', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend, { wish: { words: 7 } });

    await app.isWoken();

    expect(app.shown).toMatchObject([{ body: 'What you saved was sent.', lang: 'en' }]);
  });

  test.each(['rejected', 'conflict'] as const)(
    'says that an operation in the state %s needs its member, and opens the sync page',
    async (state) => {
      await using backend = await aBackend();
      const app = await anApp(backend);
      const log = [{ at: new Date(0).toISOString(), what: state }];
      const refused = { sentEver: true, attempts: 1, problem: problem('not-found') };
      await app.store.operations.add(row({ seq: 7, ...refused, state, log }));

      await app.isWoken();

      expect(app.shown).toMatchObject([{ body: preference.needsYou, data: { path: '/sync' } }]);
    },
  );

  test('is replaced once nothing needs its member, although nobody closed it', async () => {
    await using backend = await aBackend();
    const before = { title: 'Touchline', tag: 'touchline-outcome', data: { path: '/sync' } };
    const app = await anApp(backend, { shown: [before] });

    await app.isWoken();

    expect(app.shown).toMatchObject([{ body: preference.sent, data: { path: '/tips/my-tips' } }]);
  });

  test.each([
    { what: 'the member chose none', wish: { wish: null } },
    { what: 'the browser blocks it', wish: { allowed: false } },
    { what: 'the member has returned', wish: { comesBack: true } },
  ])('is not shown if $what', async ({ wish }) => {
    await using backend = await aBackend();
    const app = await anApp(backend, wish);
    if (wish.wish === null) await app.store.documents.delete(notificationPreferenceDocument);

    await app.isWoken();

    expect(backend.effects).toHaveLength(1);
    expect(app.shown).toEqual([]);
  });

  test('is not shown if nothing was sent', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend);
    await app.store.operations.clear();

    await app.isWoken();

    expect(app.shown).toEqual([]);
  });
});

describe('a click on a notification', () => {
  /** A browser with pages open at these addresses; records the addresses of focused pages. */
  function aBrowser(...open: string[]) {
    const turnedTo: string[] = [];
    const page = (url: string) =>
      Object.assign(Object.create(null), { url, focus: async () => void turnedTo.push(url) });
    const clients = Object.assign(Object.create(null), {
      matchAll: async () => open.map(page),
      openWindow: async (path: string) => void turnedTo.push(`new ${path}`),
    });
    return { clients, turnedTo };
  }

  test.each([
    { open: [], data: { path: '/sync' }, turnedTo: 'new /sync' },
    { open: ['https://a.test/help'], data: { path: '/sync' }, turnedTo: 'new /sync' },
    { open: ['https://a.test/sync'], data: { path: '/sync' }, turnedTo: 'https://a.test/sync' },
    { open: [], data: { path: 'https://b.test/' }, turnedTo: 'new /tips/my-tips' },
    { open: [], data: { path: '/tip/../settings' }, turnedTo: 'new /tips/my-tips' },
    { open: [], data: { path: aTipPage }, turnedTo: `new ${aTipPage}` },
    { open: [], data: undefined, turnedTo: 'new /tips/my-tips' },
  ])('with $open open shows $turnedTo', async ({ open, data, turnedTo }) => {
    const browser = aBrowser(...open);

    await openNotificationPage(data, browser.clients);

    expect(browser.turnedTo).toEqual([turnedTo]);
  });
});
