import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { retryOperation } from '#sync/outbox/outbox.ts';

import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';
import { soon } from '../../testing/engine/a-page.ts';
import type { Reply } from '../../testing/server/an-http-server.ts';
import { leg } from '../../testing/engine/samples.ts';
import { aPageOf, aSlip, json, type SpecOnlyPage } from '../../testing/engine/spec-only-page.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const { fixtureId, game } = leg();
const onePrice = {
  tipId: '64b0c0ffee',
  legs: [leg()],
  changes: [{ fixtureId, game, odd: 3 }],
};

const theirProfile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'GB',
  phoneNumber: '+442012345678',
  state: 'London',
  address: '1 Square',
};

describe('a change with an unknown outcome', () => {
  test.each<{ what: string; queue: (page: SpecOnlyPage) => Promise<unknown> }>([
    { what: 'a tip', queue: ({ does }) => does('tip.post', aSlip()) },
    { what: 'a price', queue: ({ does }) => does('odds.set', onePrice) },
  ])('waits for the person and is never sent again automatically: $what', async ({ queue }) => {
    await using backend = await aSpecOnlyBackend();
    const login = backend.joins();
    const indexedDB = new IDBFactory();
    backend.mishaps.push('answer lost');
    await using page = aPageOf(backend, login, indexedDB);
    await queue(page);

    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['blocked']));
    for (let n = 0; n < 50; n += 1) {
      page.clock.passes(60_000);
      page.engine.sendPending('woke');
    }
    await page.engine.refresh('own');
    await page.engine.stop();
    await using again = aPageOf(backend, login, indexedDB);
    again.engine.start();
    await soon(() => expect(again.engine.backend.get()).toBe(specBackend));
    await again.engine.refresh('own');

    expect(backend.changesSent()).toHaveLength(1);
    expect(await again.outbox()).toMatchObject([{ state: 'blocked', blockedBy: 'person' }]);
  });

  test.each<{ answer: Reply | 'answer lost' | 'never arrives' }>([
    { answer: 'answer lost' },
    { answer: 'never arrives' },
    { answer: json({ message: 'Disk is full' }, 500) },
    { answer: json({}, 500) },
    { answer: { status: 500, text: '<h1>Error</h1>' } },
  ])('is sent again if repeating it changes nothing: $answer', async ({ answer }) => {
    await using backend = await aSpecOnlyBackend();
    const { account: tipster } = backend.joins();
    const login = backend.joins();
    await using page = aPageOf(backend, login);
    await page.does('tip.post', aSlip());
    page.engine.start();
    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));
    backend.mishaps.push(answer, answer, answer);

    const { _id: id, email } = login.account;
    await page.does('tip.book', { tipId: backend.tips[0]?._id ?? '' });
    await page.does('follow.set', { tipsterId: tipster._id, following: true });
    await page.does('profile.save', { ...theirProfile, id, email });
    page.engine.sendPending();

    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));
    expect(backend.tips).toMatchObject([{ IsBooked: true }]);
    expect(backend.follows(login.account, tipster)).toBe(true);
    expect(login.account.lastName).toBe('Lovelace');
    const undecided = page.outcomes.filter(({ operation }) =>
      ['blocked', 'conflict', 'rejected'].includes(operation.state),
    );
    expect(undecided).toEqual([]);
  });

  test('is refused if the lists still do not contain it', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());
    page.engine.start();
    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));
    const taken = json({ message: 'No more bookings today' }, 409);
    backend.mishaps.push('never arrives', ...Array.from({ length: 9 }, () => taken));

    await page.does('tip.book', { tipId: backend.tips[0]?._id ?? '' });
    page.engine.sendPending();

    await page.advanceUntil(async () => expect(await page.states()).toEqual(['conflict']));
    expect(await page.outbox()).toMatchObject([{ problem: { message: 'No more bookings today' } }]);
  });

  test('is successful once a list contains it, even after a refusal', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());
    page.engine.start();
    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));
    backend.cutsListsOff();
    backend.mishaps.push('answer lost');
    await page.does('tip.book', { tipId: backend.tips[0]?._id ?? '' });
    page.engine.sendPending();
    await page.advanceUntil(async () => expect(await page.states()).toEqual(['conflict']));

    backend.cutsListsOff(false);
    await page.engine.refresh('own');

    expect(await page.states()).toEqual([]);
    expect(backend.tips).toMatchObject([{ IsBooked: true }]);
  });

  test('of a confirmation is successful once the ticket contains it', async () => {
    await using backend = await aSpecOnlyBackend();
    await using desk = aPageOf(backend, backend.joins());
    await desk.does('tip.post', aSlip());
    desk.engine.start();
    await desk.advanceUntil(async () => expect(await desk.states()).toEqual([]));
    for (const leg of backend.tips[0]?.options ?? []) leg.status = true;
    const before = json({ message: 'Confirmed before' }, 409);
    backend.mishaps.push('answer lost', before);

    await desk.does('tip.confirm', { tipId: backend.tips[0]?._id ?? '' });
    desk.engine.sendPending();

    await desk.advanceUntil(async () => expect(await desk.states()).toEqual([]));
    expect(backend.effects.filter((effect) => effect.startsWith('confirm'))).toHaveLength(1);
    expect(desk.outcomes.at(-1)).toMatchObject({
      operation: { kind: 'tip.confirm', state: 'acked' },
    });
  });

  test('of an earlier build is sent again if a repeat changes nothing', async () => {
    await using backend = await aSpecOnlyBackend();
    const { account: tipster } = backend.joins();
    const login = backend.joins();
    await using page = aPageOf(backend, login);
    await page.does('follow.set', { tipsterId: tipster._id, following: true });
    await page.store.operations.toCollection().modify({
      state: 'blocked',
      blockedBy: 'person',
      sentEver: true,
      problem: { code: 'may-have-arrived', message: '' },
    });

    page.engine.start();

    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));
    expect(backend.follows(login.account, tipster)).toBe(true);
  });

  test('is sent again when the person requests that', async () => {
    await using backend = await aSpecOnlyBackend();
    backend.mishaps.push('answer lost');
    await using page = aPageOf(backend, backend.joins());
    const row = await page.does('tip.post', aSlip());
    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['blocked']));

    await retryOperation(page.store, row?.id ?? '');
    page.engine.sendPending();

    await soon(() => expect(backend.tips).toHaveLength(2));
  });

  test.each([
    { who: 'the server', answer: json({ message: 'Back soon' }, 503) },
    { who: 'a proxy', answer: { status: 503, text: '<h1>Maintenance</h1>' } },
  ])('is retried alone, and not held, if $who requests a wait', async ({ answer }) => {
    await using backend = await aSpecOnlyBackend();
    const headers = { ...('headers' in answer && answer.headers), 'retry-after': '90' };
    backend.mishaps.push({ ...answer, headers });
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());
    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['unknown']));

    page.clock.passes(80_000);
    await page.engine.refresh('own');
    expect(backend.changesSent()).toHaveLength(1);
    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));

    expect(backend.tips).toHaveLength(1);
  });

  test('is not held after a 503 without a time to retry', async () => {
    await using backend = await aSpecOnlyBackend();
    backend.mishaps.push(json({ message: 'Out of order' }, 503));
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());

    page.engine.start();

    await soon(async () => expect(await page.states()).toEqual(['blocked']));
  });

  test('is not held if it was never sent because of a missing connection', async () => {
    const backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    await backend[Symbol.asyncDispose]();
    await page.does('tip.post', aSlip());

    page.engine.start();
    await soon(() => expect(page.clock.waiting()).toBeGreaterThan(1));

    expect(await page.outbox()).toMatchObject([{ state: 'pending', sentEver: false }]);
  });
});

describe('a refused change', () => {
  test.each([
    { status: 400, state: 'rejected' },
    { status: 409, state: 'conflict' },
  ])('with status $status stays in the outbox with its reason', async ({ status, state }) => {
    await using backend = await aSpecOnlyBackend();
    backend.mishaps.push(json({ message: 'No more tips today' }, status));
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());

    page.engine.start();

    await soon(async () =>
      expect(await page.outbox()).toMatchObject([
        { state, sentEver: true, problem: { message: 'No more tips today', status } },
      ]),
    );
    expect(backend.tips).toEqual([]);
  });

  test('with a response that is not JSON shows no text, and does not count as done', async () => {
    await using backend = await aSpecOnlyBackend();
    const headers = { 'content-type': 'text/plain' };
    backend.mishaps.push({ status: 400, headers, text: 'Bad Request' });
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.post', aSlip());

    page.engine.start();

    await soon(async () => expect(await page.states()).toEqual(['blocked']));
    expect(backend.tips).toEqual([]);
  });

  test('is sent once if the backend has no withdrawals', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    await page.does('tip.withdraw', { tipId: '64b0c0ffee' });

    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['blocked']));
    page.engine.sendPending('woke');
    await page.engine.refresh('own');

    expect(backend.changesSent()).toHaveLength(1);
  });

  test('waits for the next login if the login has ended', async () => {
    await using backend = await aSpecOnlyBackend();
    const login = backend.joins();
    await using page = aPageOf(backend, login);
    backend.endsSession(login.token);
    await page.does('tip.post', aSlip());
    page.engine.start();
    await soon(() => expect(page.engine.session.get()).toBe('refused'));
    expect(backend.tips).toEqual([]);

    backend.endsSession('');
    page.page.token = `"${login.token}"`;
    page.engine.sendPending('woke');

    await soon(() => expect(backend.tips).toHaveLength(1));
  });

  test('shows the backend’s message if it was done before', async () => {
    await using backend = await aSpecOnlyBackend();
    const { account: tipster } = backend.joins();
    const login = backend.joins();
    await using page = aPageOf(backend, login);
    await page.does('follow.set', { tipsterId: tipster._id, following: true });
    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual([]));

    await page.does('follow.set', { tipsterId: tipster._id, following: true });
    page.engine.sendPending();

    await soon(async () =>
      expect(await page.outbox()).toMatchObject([
        { state: 'rejected', problem: { message: 'You already followed this user' } },
      ]),
    );
    expect(await page.follows()).toMatchObject([{ tipsterId: tipster._id, following: true }]);
  });
});
