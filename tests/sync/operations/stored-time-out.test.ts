import { describe, expect, test } from 'vitest';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';
import { timeOutDocument } from '#sync/refresh/document-names.ts';
import { toOptimisticRow } from '#sync/optimistic-rows.ts';
import { beginTimeOut, readTimeOutEnd, requeueStoredTimeOut } from '#sync/stored-time-out.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { databases } from '../../testing/engine/a-device.ts';
import {
  memberId,
  profile,
  row,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';
import { operationsByKind } from '#sync/operations/registry.ts';

const since = '2026-03-01T11:00:00.000Z';
const day = 24 * 60 * 60_000;
const after = (days: number) => new Date(Date.parse(since) + days * day);
const sent = { backend: touchlineBackend };
const notSent = { backend: specBackend };

function aPhone() {
  const stored = databases();
  const me = { id: memberId, ...stored };
  const did = async (...options: Parameters<typeof queueOperation>) => queueOperation(...options);
  return {
    ...stored,
    me,
    posts: async () =>
      did(stored.store, { memberId, kind: 'tip.post', payload: tipPayload() }).then(
        (row) => row?.id,
      ),
    books: async () =>
      did(stored.store, { memberId, kind: 'tip.book', payload: { tipId } }).then((row) => row?.id),
    timeOuts: async () =>
      (await readOutbox(stored.store)).filter(({ kind }) => kind === 'time-out.take'),
    serverHas: async (timeOutUntil: Date) =>
      stored.store.documents.put({
        name: 'profile',
        value: profile({ timeOutUntil: timeOutUntil.toISOString() }),
        fetchedAt: 0,
      }),
  };
}

describe('a break that begins on a phone', () => {
  test('is queued, and stored beside the queue', async () => {
    const phone = aPhone();

    await beginTimeOut(phone.me, { length: '7d', since }, sent);

    expect(await phone.timeOuts()).toMatchObject([
      { kind: 'time-out.take', state: 'pending', payload: { length: '7d', since, spared: [] } },
    ]);
    expect((await phone.store.documents.get(timeOutDocument))?.value).toEqual({
      length: '7d',
      since,
    });
    expect(await readTimeOutEnd(phone.me.store)).toEqual(after(7));
  });

  test('lists the unsent posts and bookings from before it, and nothing else', async () => {
    const phone = aPhone();
    const [posted, booked] = [await phone.posts(), await phone.books()];
    const payload = { tipsterId, following: true };
    await queueOperation(phone.store, { memberId, kind: 'follow.set', payload });
    for (const [seq, state] of (['rejected', 'conflict', 'acked'] as const).entries()) {
      await phone.store.operations.add(row({ seq: seq + 50, state }));
    }

    await beginTimeOut(phone.me, { length: '24h', since }, sent);
    await phone.posts();

    const [taken] = await phone.timeOuts();
    expect(operationsByKind['time-out.take'].payload.parse(taken?.payload).spared).toEqual([
      posted,
      booked,
    ]);
  });

  test('is not shortened by a shorter one', async () => {
    const phone = aPhone();
    await beginTimeOut(phone.me, { length: '30d', since }, sent);

    await beginTimeOut(phone.me, { length: '24h', since: after(1).toISOString() }, sent);

    expect(await readTimeOutEnd(phone.me.store)).toEqual(after(30));
    await phone.store.operations.clear();
    expect(await readTimeOutEnd(phone.me.store)).toEqual(after(30));
  });

  test('is only stored on this phone if the backend has no breaks', async () => {
    const phone = aPhone();

    await beginTimeOut(phone.me, { length: '24h', since }, notSent);

    expect(await phone.timeOuts()).toEqual([]);
    expect(await readTimeOutEnd(phone.me.store)).toEqual(after(1));
  });

  test('is shown in the own profile until the server has it', async () => {
    const phone = aPhone();
    await beginTimeOut(phone.me, { length: '24h', since }, sent);
    const operations = await phone.timeOuts();

    const seen = [undefined, after(-3), after(9)].map((reported) =>
      toOptimisticRow(
        'profile',
        profile(reported && { timeOutUntil: reported.toISOString() }),
        operations,
      ),
    );

    expect(seen.map((view) => view?.timeOutUntil)).toEqual(
      [after(1), after(1), after(9)].map((end) => end.toISOString()),
    );
    expect(toOptimisticRow('profile', undefined, operations)).toBeUndefined();
  });
});

describe('the stored break of this phone', () => {
  test('is undefined if nobody began one', async () => {
    expect(await readTimeOutEnd(aPhone().me.store)).toBeUndefined();
  });

  test('is also one that another phone began', async () => {
    const phone = aPhone();
    await phone.serverHas(after(3));

    expect(await readTimeOutEnd(phone.me.store)).toEqual(after(3));
  });

  test('remains after an unreadable document', async () => {
    const phone = aPhone();
    const value = { length: 'for ever', since };
    await phone.store.documents.put({ name: timeOutDocument, value, fetchedAt: 0 });

    expect(await readTimeOutEnd(phone.me.store)).toBeUndefined();
  });
});

describe('a time-out whose operation was removed', () => {
  async function aPhoneThatForgot() {
    const phone = aPhone();
    await beginTimeOut(phone.me, { length: '7d', since }, sent);
    await phone.store.operations.clear();
    return phone;
  }

  test('is queued again once, with the posts that are unsent by then', async () => {
    const phone = await aPhoneThatForgot();
    const posted = await phone.posts();

    await requeueStoredTimeOut(phone.me, { now: after(1), ...sent });
    await requeueStoredTimeOut(phone.me, { now: after(1), ...sent });

    expect(await phone.timeOuts()).toMatchObject([
      { payload: { length: '7d', since, spared: [posted] } },
    ]);
  });

  test.each([
    { what: 'is over', now: after(7), reported: undefined },
    { what: 'is known to the server', now: after(1), reported: after(7) },
  ])('is not queued again once it $what', async ({ now, reported }) => {
    const phone = await aPhoneThatForgot();
    if (reported) await phone.serverHas(reported);

    await requeueStoredTimeOut(phone.me, { now, ...sent });

    expect(await phone.timeOuts()).toEqual([]);
  });

  test('is removed from the queue if the backend has no breaks', async () => {
    const phone = aPhone();
    await beginTimeOut(phone.me, { length: '7d', since }, sent);
    await phone.posts();

    await requeueStoredTimeOut(phone.me, { now: after(1), ...notSent });

    expect((await readOutbox(phone.store)).map(({ kind }) => kind)).toEqual(['tip.post']);
    expect(await readTimeOutEnd(phone.me.store)).toEqual(after(7));
  });
});
