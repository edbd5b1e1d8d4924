import { describe, expect, test } from 'vitest';
import { startDrain } from '#sync/drain/drain.ts';
import { workingConnection } from '#sync/drain/state.ts';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { aPage, soon, neverReleasedLocks } from '../../testing/engine/a-page.ts';
import { row, memberId, tipsterId, tokenOf } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { eventually } from '../../testing/clock/eventually.ts';

const follow = { tipsterId, following: true };

/** Starts a page that never gets the lock; one second later it pulls its rows nevertheless. */
async function start({ clock, engine }: ReturnType<typeof aPage>) {
  engine.start();
  await soon(() => expect(clock.waiting()).toBe(3));
  clock.passes(1000);
  await soon(() => expect(engine.backend.get()).toBe(touchlineBackend));
}

/**
 * Advances the clock until the page, which checks the outbox every thirty seconds, counts a hang.
 */
async function untilAlarm({ clock, engine, states }: ReturnType<typeof aPage>) {
  await soon(async () => {
    if (engine.hangCount.get() === 0) clock.passes(10_000);
    await states();
    expect(engine.hangCount.get()).toBe(1);
  });
}

describe('an overdue operation', () => {
  test('is sent by another drain after a minute and some seconds, which is counted', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend, { locks: neverReleasedLocks });
    await start(device);
    await device.does('follow.set', follow);
    device.engine.sendPending();

    const queuedAt = device.clock.now();
    await untilAlarm(device);
    expect(device.clock.now() - queuedAt).toBe(70_000);
    await soon(() => expect(backend.effects).toHaveLength(1));
  });

  test('has an entry in its log', async () => {
    await using backend = await aBackend();
    backend.faults.push('not-allowed');
    await using device = aPage(backend, { locks: neverReleasedLocks });
    await start(device);
    const queued = await device.does('follow.set', follow);

    await untilAlarm(device);
    await soon(async () => expect(await device.states()).toEqual(['rejected']));

    const stored = await device.store.operations.get({ id: queued?.id ?? '' });
    expect(stored?.log.map(({ what }) => what)).toEqual(['overdue', 'not-allowed']);
  });

  test.each([
    { why: 'its delay is not over', values: { nextAt: 9e15 } },
    { why: 'its person has to decide', values: { state: 'rejected' as const } },
    {
      why: 'a login is missing',
      values: { state: 'blocked' as const, blockedBy: 'unverified' as const },
    },
  ])('is not reported: $why', async ({ values }) => {
    await using backend = await aBackend();
    await using device = aPage(backend, { locks: neverReleasedLocks });
    const nextAt = values.nextAt === undefined ? 0 : device.clock.now() + 300_000;
    await device.store.operations.add(row({ ...values, nextAt }));
    await start(device);

    for (const _ of [1, 2, 3, 4]) {
      device.clock.passes(30_000);
      await device.states();
    }

    expect(device.engine.hangCount.get()).toBe(0);
    expect(backend.changesSent()).toEqual([]);
  });

  test('is not reported while the page is hidden', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend, { locks: neverReleasedLocks });
    await device.does('follow.set', follow);
    device.page.visible = false;
    await start(device);

    for (const _ of [1, 2, 3, 4]) {
      device.clock.passes(30_000);
      await device.states();
    }

    expect(device.engine.hangCount.get()).toBe(0);
  });
});

describe('a drain that was abandoned', () => {
  test('ends at once, and a late response still counts', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', follow);
    const requested = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    const outcomes: string[] = [];
    const drain = startDrain({
      memberId,
      store: device.store,
      api: {
        ...device.api,
        async send(...request) {
          requested.resolve();
          await answers.promise;
          return device.api.send(...request);
        },
      },
      ping: async () => ({ kind: 'answered', backend: touchlineBackend }),
      token: () => tokenOf(memberId),
      backend: () => touchlineBackend,
      session: () => 'signed-in',
      connectionState: workingConnection,
      clock: device.clock,
      random: () => 0.5,
      onOutcome: ({ state }) => outcomes.push(state),
    });
    await requested.promise;

    drain.abandon();
    await expect(drain.done).rejects.toThrow('aborted');
    await device.queues('follow.set', { tipsterId: memberId, following: true });
    drain.notify('added');
    answers.resolve();

    await eventually(() => expect(outcomes).toEqual(['acked']));
    expect(await device.states()).toEqual(['acked', 'pending']);
    expect(backend.effects).toHaveLength(1);
  });

  test('overwrites no outcome of another drain', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', follow);
    const requested = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    const lost = device.drains({
      api: {
        ...device.api,
        async send() {
          requested.resolve();
          await answers.promise;
          return { kind: 'unreachable', cause: 'timeout' };
        },
      },
    });
    await requested.promise;

    await device.drains();
    expect(await device.states()).toEqual(['acked']);
    answers.resolve();
    await lost;

    expect(await device.states()).toEqual(['acked']);
    expect(backend.changesSent()).toHaveLength(1);
  });
});

describe('the lock of an outbox', () => {
  test('that a browser refuses does not stop the drain', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', follow);
    const refusing = {
      request: () => Promise.reject(new DOMException('Not allowed here', 'SecurityError')),
    };

    await device.drains({ locks: refusing });

    expect(await device.states()).toEqual(['acked']);
  });
});

describe('the remaining work of a drain', () => {
  test.each([
    { what: 'nothing if all is done', fault: undefined, hasMore: false },
    { what: 'each operation to retry', fault: 'unavailable' as const, hasMore: true },
    {
      what: 'nothing that its person has to decide',
      fault: 'not-allowed' as const,
      hasMore: false,
    },
  ])('is $what', async ({ fault, hasMore }) => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', follow);
    if (fault) backend.faults.push(fault);

    expect((await device.drains()).hasMore).toBe(hasMore);
  });
});
