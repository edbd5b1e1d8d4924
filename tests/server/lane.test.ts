import { describe, expect, test } from 'vitest';

import { batchedCalls } from '#contract/batch.ts';
import { laneOf } from '#server/operations/lane.ts';
import { pathOf } from '#sync/api.ts';
import type { Operation } from '#sync/operation.ts';
import { timeOutTake } from '#sync/operations/time-out-take.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { legSettle } from '#sync/operations/leg-settle.ts';
import { oddsSet } from '#sync/operations/odds-set.ts';
import { profileSave } from '#sync/operations/profile-save.ts';
import { operations } from '#sync/operations/registry.ts';
import { tipBook } from '#sync/operations/tip-book.ts';
import { tipConfirm } from '#sync/operations/tip-confirm.ts';
import { tipPost } from '#sync/operations/tip-post.ts';
import { tipWithdraw } from '#sync/operations/tip-withdraw.ts';

import { leg, memberId, tipId, tipPayload, tipsterId } from '../sync/support/samples.ts';

const { fixtureId, game } = leg();
const edit = { tipId, legs: [leg()] };
const profile = {
  id: memberId,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Obi',
  country: 'NG',
  phoneNumber: '1',
  state: 'Lagos',
  address: '1 Marina',
};

/** What a phone and the server each make of the same operation. */
function told<Payload>(operation: Operation<Payload>, payload: Payload) {
  const context = { entityId: undefined, foreign: false };
  const { route, params, query, body } = operation.request(payload, context);
  const { method } = route;
  if (method === 'GET') throw new Error('An operation changes something.');
  const lane = operation.lane(payload, memberId);
  const path = pathOf(route, params, query);
  return { kind: operation.kind, lane, asked: { id: 'key', method, path, body } };
}

const table = [
  told(tipPost, tipPayload({ id: tipId })),
  told(tipWithdraw, { tipId }),
  told(tipBook, { tipId }),
  told(followSet, { tipsterId, following: true }),
  told(profileSave, profile),
  told(oddsSet, { ...edit, changes: [{ fixtureId, game, odd: 2 }] }),
  told(legSettle, { ...edit, change: { fixtureId, game, result: 'won' } }),
  told(tipConfirm, { tipId }),
  told(timeOutTake, { length: '7d', since: '2026-03-01T11:00:00.000Z', spared: [] }),
];

describe('the lane of an operation', () => {
  test.each(table)('of $kind is the same on a phone and on the server', ({ lane, asked }) => {
    // A member has one profile and one break, so the server need not say whose it is.
    expect(laneOf(asked)).toBe(lane.replace(/^(profile|break):.*/, '$1'));
  });

  test('is known for everything that may be sent together', () => {
    const together = operations.map(({ kind }) => kind).filter((kind) => kind !== 'picture.set');

    expect(table.map(({ kind }) => kind).toSorted()).toEqual(together.toSorted());
    expect(batchedCalls.length).toBeLessThanOrEqual(table.length);
  });

  test.each([
    { what: 'is that of its key for a tip without an id', body: { options: [] }, lane: 'tip:key' },
    { what: 'is that of its key for a tip that is none', body: null, lane: 'tip:key' },
    { what: 'is one, however its id is written', body: { id: 'ABC' }, lane: 'tip:abc' },
  ])('$what', ({ body, lane }) => {
    expect(laneOf({ id: 'key', method: 'POST', path: '/api/tips', body })).toBe(lane);
  });
});
