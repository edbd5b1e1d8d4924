import { describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { findArrivedTip, bindPostToTip, findDuplicateTip } from '#sync/arrived-tips.ts';
import { isSameTip } from '#sync/same-tip.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { findDependents } from '#sync/outbox/outbox.ts';
import { toTipRow } from '#sync/storage/member-store.ts';

import { aSpecOnlyBackend } from '../../testing/server/spec-only-backend.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { soon } from '../../testing/engine/a-page.ts';
import { leg, row, serverTip, tipPayload } from '../../testing/engine/samples.ts';
import { aPageOf, aSlip } from '../../testing/engine/spec-only-page.ts';

const kickOff = '2026-03-02T15:00:00.000Z';
const away = leg({ game: 'Lens Vs Brest', oddName: '1X2 - 2' });
const undecided: Partial<OperationRow> = {
  kind: 'tip.post',
  payload: tipPayload({ options: [leg()] }),
  state: 'blocked',
  blockedBy: 'person',
  sentEver: true,
  problem: { code: 'may-have-arrived', message: '' },
};

describe('a listed tip that may be the one with a lost response', () => {
  test.each<{ what: string; options: Tip['options']; same: boolean }>([
    { what: 'the same game and option', options: [leg()], same: true },
    { what: 'another price', options: [leg({ odd: 7 })], same: true },
    {
      what: 'another format of the time',
      options: [leg({ startDateOfGame: '2026-03-02T16:00:00+01:00' })],
      same: true,
    },
    { what: 'no time', options: [leg({ startDateOfGame: new Date(0).toISOString() })], same: true },
    {
      what: 'another time',
      options: [leg({ startDateOfGame: '2026-03-09T15:00:00.000Z' })],
      same: false,
    },
    { what: 'another option', options: [leg({ oddName: '1X2 - X' })], same: false },
    { what: 'another game', options: [leg({ game: 'Arsenal Vs Leeds' })], same: false },
    { what: 'one more game', options: [leg(), away], same: false },
  ])('is equal with $what: $same', ({ options, same }) => {
    const sent = { options: [leg({ startDateOfGame: kickOff })] };

    expect(isSameTip(sent, { options })).toBe(same);
  });

  test('may have its games in any order', () => {
    expect(isSameTip({ options: [leg(), away] }, { options: [away, leg()] })).toBe(true);
  });

  test('is the newest that belongs to no other post of this phone', () => {
    const older = serverTip({ id: '1', creationTime: '2026-03-01T10:00:00.000Z' });
    const newer = serverTip({ id: '2', creationTime: '2026-03-01T11:00:00.000Z' });
    const newest = serverTip({ id: '3', creationTime: '2026-03-01T12:00:00.000Z' });
    const post = row(undecided);
    const other = row({ seq: 2, kind: 'tip.post', state: 'acked', entityId: '3' });

    expect(findArrivedTip(post, [older, newest, newer], [post, other])?.id).toBe('2');
  });

  test('does not exist for a post with a known outcome', () => {
    const { problem: _, ...refused } = { ...undecided, state: 'rejected' as const };

    expect(findArrivedTip(row(refused), [serverTip()], [])).toBeUndefined();
  });
});

describe('a post that has arrived, according to the person', () => {
  test('is bound to that tip, and its booking uses the listed id', async () => {
    await using backend = await aSpecOnlyBackend();
    await using page = aPageOf(backend, backend.joins());
    const slip = aSlip();
    backend.mishaps.push('answer lost');
    const post = await page.does('tip.post', slip);
    await page.does('tip.book', { tipId: slip.id });
    page.engine.start();
    await soon(async () => expect(await page.states()).toEqual(['blocked', 'pending']));
    await page.engine.refresh('own');
    const [waiting] = await page.outbox();
    if (!waiting) throw new Error('The post waits for its person.');
    const found = findArrivedTip(waiting, await page.store.tips.toArray(), await page.outbox());
    expect(found?.id).toBe(backend.tips[0]?._id);

    const bound = { entityId: found?.id ?? '', now: page.clock.now() };
    expect(await bindPostToTip(page.store, post?.id ?? '', bound)).toBe(true);
    page.engine.sendPending();

    await page.advanceUntil(async () => expect(await page.states()).toEqual([]));
    expect(backend.effects).toEqual([`create ${bound.entityId}`, `book ${bound.entityId}`]);
    expect(await page.tips()).toMatchObject([{ id: bound.entityId, IsBooked: true }]);
  });

  test('stays unchanged if it was decided otherwise meanwhile', async () => {
    const { store } = databases();
    await store.operations.add(row({ ...undecided, state: 'unknown' }));

    expect(await bindPostToTip(store, row().id, { entityId: '7', now: 0 })).toBe(false);
    expect(await store.operations.toArray()).toMatchObject([{ state: 'unknown' }]);
  });

  test('is discarded together with the operations that follow it', () => {
    const post = row(undecided);
    const booking = row({ seq: 2, subjects: post.subjects });

    expect(findDependents(post, [post, booking])).toEqual([booking]);
  });
});

describe('a tip that the browser itself sent twice', () => {
  test.each([
    { what: 'a second later', twin: { creationTime: '2026-03-01T12:00:01.000Z' }, found: true },
    { what: 'an hour later', twin: { creationTime: '2026-03-01T13:00:00.000Z' }, found: false },
    { what: 'of another option', twin: { options: [leg({ oddName: '1X2 - X' })] }, found: false },
  ])('is found by a duplicate $what: $found', async ({ twin, found }) => {
    const { store } = databases();
    const tip = serverTip({ id: '1', options: [leg()], creationTime: '2026-03-01T12:00:00.000Z' });
    await store.tips.bulkPut([tip, { ...tip, id: '2', ...twin }].map(toTipRow));

    expect((await findDuplicateTip(store, tip))?.id).toBe(found ? '2' : undefined);
  });
});
