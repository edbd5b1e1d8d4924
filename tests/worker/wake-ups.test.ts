import { describe, expect, test } from 'vitest';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { handlePeriodicSync, handleSync, parseWakeUp } from '#worker/wake-ups.ts';
import { aBackend } from '../testing/engine/a-backend.ts';
import { aClosedApp } from '../testing/engine/a-closed-app.ts';
import { tipsterId } from '../testing/engine/samples.ts';

const follow = { tipsterId, following: true };
const done = `follow ${tipsterId} true`;
const wakeUp = { tag: outboxTag, lastChance: false };

/** An installed app, closed or visible, with an unsent operation; records the numbers on its icon. */
async function anApp(backend: { url: string }, watched = false) {
  const phone = await aClosedApp(backend);
  await phone.did('follow.set', follow);
  const drawn: (number | 'none')[] = [];
  const parts = {
    background: phone.background,
    badge: {
      setAppBadge: async (count: number) => void drawn.push(count),
      clearAppBadge: async () => void drawn.push('none'),
    },
    notifier: {
      isAllowed: () => false,
      registration: { showNotification: async () => undefined, getNotifications: async () => [] },
      isPageVisible: async () => watched,
    },
  };
  return { ...phone, parts, drawn };
}

/** An installed app whose worker never gets the lock, because a page holds it. */
async function aBusyApp(backend: { url: string }) {
  const app = await anApp(backend);
  const { background } = app.parts;
  const locks: typeof background.locks = { request: async (_name, _options, run) => run(null) };
  return { ...app, parts: { ...app.parts, background: { ...background, locks } } };
}

describe('a sync event', () => {
  test('sends what is pending', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend);

    await handleSync(wakeUp, app.parts);

    expect(backend.effects).toEqual([done]);
    expect(app.drawn).toEqual(['none']);
  });

  test('fails if operations remain, so that the browser repeats it', async () => {
    await using backend = await aBackend();
    const app = await aBusyApp(backend);

    await expect(handleSync(wakeUp, app.parts)).rejects.toThrow('Not everything');
  });

  test('does not fail at its last attempt, but shows the number on the icon', async () => {
    await using backend = await aBackend();
    const app = await aBusyApp(backend);

    await handleSync({ ...wakeUp, lastChance: true }, app.parts);

    expect(app.drawn).toEqual([1]);
  });

  test('shows on the icon how many operations need the person', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend);
    backend.faults.push('not-found');

    await handleSync(wakeUp, app.parts);

    expect(app.drawn).toEqual([1]);
  });

  test('leaves sending to a visible page', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend, true);

    await expect(handleSync(wakeUp, app.parts)).rejects.toThrow('A page in front');

    expect(backend.requests).toEqual([]);
  });
});

describe('a periodic sync event', () => {
  test('sends what other events have not sent, and refreshes', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend);

    await handlePeriodicSync({ tag: pullTag, lastChance: false }, app.parts);

    expect(backend.effects).toEqual([done]);
    expect(backend.requests.at(-1)?.path).toBe('/api/fixtures');
    expect(await app.states()).toEqual([]);
  });
});

describe('an event that wakes the worker', () => {
  test('with an unknown tag is ignored', async () => {
    await using backend = await aBackend();
    const app = await anApp(backend);

    await handleSync({ ...wakeUp, tag: 'test-tag-from-devtools' }, app.parts);
    await handlePeriodicSync(wakeUp, app.parts);

    expect(backend.requests).toEqual([]);
  });

  test.each([
    { fields: { tag: outboxTag }, read: { tag: outboxTag, lastChance: false } },
    { fields: { tag: outboxTag, lastChance: true }, read: { tag: outboxTag, lastChance: true } },
    { fields: {}, read: undefined },
    { fields: { tag: 7 }, read: undefined },
  ])('is parsed as $read', ({ fields, read }) => {
    expect(parseWakeUp(Object.assign(new Event('sync'), fields))).toEqual(read);
  });
});
