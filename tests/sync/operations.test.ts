import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RequestContext } from '#sync/operation.ts';
import { followSet } from '#sync/operations/follow-set.ts';
import { legSettle } from '#sync/operations/leg-settle.ts';
import { oddsSet } from '#sync/operations/odds-set.ts';
import { profileSave } from '#sync/operations/profile-save.ts';
import { understand } from '#sync/operations/registry.ts';
import { ticketBook } from '#sync/operations/ticket-book.ts';
import { ticketConfirm } from '#sync/operations/ticket-confirm.ts';
import { tipPost } from '#sync/operations/tip-post.ts';
import { stableId } from '#sync/stable-id.ts';
import { leg, memberId, profile, row, ticketId, tip, tipsterId } from './support/samples.ts';

const ours: RequestContext = { entityId: undefined, foreign: false };
const foreign: RequestContext = { entityId: '64b0c0ffee', foreign: true };

const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
const values = { email, firstName, lastName, country, phoneNumber, state, address };
const legs = [leg(), leg({ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 0 })];
const named = { fixtureId: 'fixture-2', game: 'Leeds Vs Hull' };
const payload = tip({ analysis: 'Home form', copiedFrom: ticketId });

const samples = [
  { operation: tipPost, payload, lane: `tip:${payload.id}`, rows: 'own' },
  { operation: ticketBook, payload: { ticketId }, lane: `tip:${ticketId}`, rows: 'own' },
  {
    operation: followSet,
    payload: { tipsterId, following: true },
    lane: `follow:${tipsterId}`,
    rows: 'own',
  },
  {
    operation: profileSave,
    payload: { id: memberId, ...values, showPhone: true },
    lane: `profile:${memberId}`,
    rows: 'own',
  },
  {
    operation: oddsSet,
    payload: { ticketId, legs, changes: [{ ...named, odd: 1.8 }] },
    lane: `tip:${ticketId}`,
    rows: 'others',
  },
  {
    operation: legSettle,
    payload: { ticketId, legs, change: { ...named, result: 'void' as const, reason: 'Off' } },
    lane: `tip:${ticketId}`,
    rows: 'others',
  },
  { operation: ticketConfirm, payload: { ticketId }, lane: `tip:${ticketId}`, rows: 'others' },
];

function understood({ operation: { kind, v }, payload }: (typeof samples)[number]) {
  return understand(row({ kind, v, payload }));
}

describe('an operation', () => {
  test.each(samples)(
    '$operation.kind is understood again from its row',
    ({ operation, payload }) => {
      const { kind, v } = operation;

      const understood = understand(row({ kind, v, payload: JSON.parse(JSON.stringify(payload)) }));

      expect(understood).toMatchObject({ operation: { kind }, payload });
    },
  );

  test.each(samples)('$operation.kind goes in the lane of its thing', (sample) => {
    const meant = understood(sample);

    expect(meant).toMatchObject({ operation: { rows: sample.rows } });
    const lane = typeof meant === 'object' && meant.operation.lane(sample.payload, memberId);
    expect(lane).toBe(sample.lane);
  });

  test.each(samples)('$operation.kind asks only for what its call allows', (sample) => {
    const meant = understood(sample);
    if (typeof meant !== 'object') throw new Error('A sample is not understood.');

    const { route, params, query, body } = meant.operation.request(sample.payload, ours);

    const parts = [
      { shape: route.body, sent: body },
      { shape: route.params, sent: params },
      { shape: route.query, sent: query },
    ];
    const wrong = parts.filter(({ shape, sent }) => shape && !z.safeParse(shape, sent).success);
    expect(wrong).toEqual([]);
  });
});

describe('posting a tip', () => {
  test('sends the slip, its choice, and nothing that was kept for the screen', () => {
    expect(tipPost.request(payload, ours).body).toEqual({
      id: payload.id,
      options: [
        {
          fixtureId: 'fixture-1',
          game: 'Arsenal Vs Chelsea',
          group: '1X2',
          oddName: '1X2 - 1',
          odd: 2.5,
          startDateOfGame: '2026-03-02T15:00:00.000Z',
          status: false,
        },
      ],
      stake: 0,
      priceSold: 0,
      analysis: 'Home form',
      ifStarted: 'refuse',
      copiedFrom: ticketId,
    });
  });

  test('names a game by its text when no server has given it an id', () => {
    const [first] = payload.options;
    const fixtureId = stableId('soccer_epl', 'Arsenal', 'Chelsea');
    const own = first ? { ...payload, options: [{ ...first, fixtureId }] } : payload;

    expect(tipPost.request(own, ours).body).toMatchObject({
      options: [expect.not.objectContaining({ fixtureId })],
    });
  });
});

describe('an administrator’s change of a leg', () => {
  const changes = [{ ...named, odd: 1.8 }];

  test('goes to our backend alone', () => {
    expect(oddsSet.request({ ticketId, legs, changes }, ours).body).toEqual({
      options: [{ fixtureId: 'fixture-2', game: 'Leeds Vs Hull', odd: 1.8 }],
      stake: 0,
      priceSold: 0,
    });
  });

  test('goes to any other backend with all legs, which it would lose otherwise', () => {
    const { body, params } = oddsSet.request({ ticketId, legs, changes }, foreign);

    expect(params).toEqual({ id: '64b0c0ffee' });
    expect(body).toMatchObject({
      options: [
        { game: 'Arsenal Vs Chelsea', odd: 2.5, status: false },
        { game: 'Leeds Vs Hull', odd: 1.8, status: false },
      ],
    });
  });

  test.each([
    { result: 'won' as const, status: true },
    { result: 'lost' as const, status: false },
    { result: 'void' as const, status: false },
  ])('that makes it $result is status $status elsewhere', ({ result, status }) => {
    const { body } = legSettle.request({ ticketId, legs, change: { ...named, result } }, foreign);

    expect(body).toMatchObject({ options: [{}, { game: 'Leeds Vs Hull', status }] });
  });
});

describe('following', () => {
  test.each([
    { following: true, isFollow: 'true' },
    { following: false, isFollow: 'false' },
  ])('$following says so in so many words', ({ following, isFollow }) => {
    expect(followSet.request({ tipsterId, following }, ours).query).toEqual({
      Id: tipsterId,
      isFollow,
    });
  });
});
