import { describe, expect, test } from 'vitest';
import { createId } from '#sync/ids.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { fixtureId, game } from '../../testing/engine/desk-samples.ts';
import { remainingOf, type MergeCase, queue } from '../../testing/engine/merging.ts';
import { leg, tipId, tipPayload, tipsterId } from '../../testing/engine/samples.ts';

const about = { fixtureId, game };
const settles = (...results: PayloadOf<'fixture.settle'>['results']) =>
  queue('fixture.settle', { ...about, version: 3, results });
const prices = (...all: PayloadOf<'prices.set'>['prices']) =>
  queue('prices.set', { ...about, prices: all });
const confirms = (...ids: string[]) => queue('tips.confirm', { ids, fixtureIds: [fixtureId] });
const reopens = (...ids: string[]) => queue('tips.reopen', { ids, fixtureIds: [fixtureId] });

const legs = [leg({ fixtureId }), leg({ fixtureId: 'fixture-2' })];
const settlesLeg = queue(
  'leg.settle',
  { tipId, legs, change: { ...about, result: 'void', reason: 'The stand was closed.' } },
  { baseVersion: 1 },
);
const setsOdds = (of: string, odd: number) =>
  queue('odds.set', { tipId, legs, changes: [{ fixtureId: of, game, odd }] }, { baseVersion: 1 });

const slip = tipPayload();
const [act, newerAct, third] = [createId(), createId(), createId()];
const won = { oddsId: 1, result: 'won', act } as const;
const lost = { oddsId: 2, result: 'lost', act } as const;
const voided = { oddsId: 1, result: 'void', act: newerAct } as const;
const undone = (oddsId: number) => ({ oddsId, result: 'pending', act }) as const;
const gap = { oddsId: 1, odd: 3, ifUnpriced: true } as const;
const unpriced = { oddsId: 1, odd: 0, seen: 2 };

const cases: MergeCase[] = [
  {
    what: 'the last result of a fixture',
    actions: [
      queue('result.set', { ...about, status: 'played', fullTime: [2, 1] }),
      queue('result.set', { ...about, status: 'played', fullTime: [2, 2] }),
    ],
    remaining: [['result.set', { fullTime: [2, 2] }]],
  },
  {
    what: 'the last price of each option, with the price seen before both',
    actions: [
      prices({ oddsId: 1, odd: 1.8, seen: 2.5 }, { oddsId: 2, odd: 3 }),
      prices({ oddsId: 1, odd: 1.9, seen: 1.8 }),
    ],
    remaining: [
      [
        'prices.set',
        {
          prices: [
            { oddsId: 2, odd: 3 },
            { oddsId: 1, odd: 1.9, seen: 2.5 },
          ],
        },
      ],
    ],
  },
  {
    what: 'prices with another reason',
    actions: [
      queue('prices.set', { ...about, prices: [{ oddsId: 1, odd: 1.8 }], reason: 'Late' }),
      prices({ oddsId: 1, odd: 1.8 }),
    ],
    remaining: [['prices.set'], ['prices.set']],
  },
  {
    what: 'a price for all tickets if all had lost theirs',
    actions: [prices(unpriced), prices(gap)],
    remaining: [['prices.set', { prices: [{ ...unpriced, odd: 3 }] }]],
  },
  {
    what: 'a price for unpriced tickets if the earlier one was for those',
    actions: [prices({ ...gap, odd: 4 }), prices(gap)],
    remaining: [['prices.set', { prices: [gap] }]],
  },
  {
    what: 'the earlier price if it left no ticket unpriced',
    actions: [prices({ ...unpriced, odd: 4 }), prices(gap)],
    remaining: [['prices.set', { prices: [{ ...unpriced, odd: 4 }] }]],
  },
  {
    what: 'the price that others had if the earlier one was for unpriced tickets',
    actions: [prices(gap), prices({ oddsId: 1, odd: 2.5, seen: 2 })],
    remaining: [['prices.set', { prices: [{ oddsId: 1, odd: 2.5, seen: 2 }] }]],
  },
  {
    what: 'one settlement for each version of a fixture',
    actions: [
      settles(won),
      settles(lost),
      queue('fixture.settle', { ...about, version: 4, results: [won] }),
    ],
    remaining: [
      ['fixture.settle', { version: 3, results: [won, lost] }],
      ['fixture.settle', { version: 4, results: [won] }],
    ],
  },
  {
    what: 'no decision that is undone',
    actions: [settles(won, lost), settles(undone(1))],
    remaining: [['fixture.settle', { results: [lost] }]],
  },
  {
    what: 'a decision before one that is undone',
    actions: [
      settles({ oddsId: 1, result: 'won' }),
      settles({ oddsId: 1, result: 'lost' }),
      settles({ oddsId: 1, result: 'pending' }),
    ],
    remaining: [['fixture.settle', { results: [{ oddsId: 1, result: 'won' }] }]],
  },
  {
    what: 'the decisions of another action',
    actions: [settles(won, lost), settles({ ...voided, oddsId: 3 }), settles(undone(1), undone(2))],
    remaining: [['fixture.settle', { results: [{ ...voided, oddsId: 3 }] }]],
  },
  {
    what: 'a newer decision about the same option, and the undo after it',
    actions: [settles(won, lost), settles(voided), settles(undone(1), undone(2))],
    remaining: [
      ['fixture.settle', { results: [won, lost] }],
      ['fixture.settle', { results: [voided] }],
      ['fixture.settle', { results: [undone(1), undone(2)] }],
    ],
  },
  {
    what: 'an undo before a decision about undecided tickets only',
    actions: [settles(undone(1)), settles({ oddsId: 1, result: 'won', ifPending: true })],
    remaining: [
      ['fixture.settle', { results: [undone(1)] }],
      ['fixture.settle', { results: [{ ifPending: true }] }],
    ],
  },
  {
    what: 'no confirmation of a ticket that is reopened, in either of two',
    actions: [confirms(tipId, tipsterId), confirms(third), reopens(tipId)],
    remaining: [
      ['tips.confirm', { ids: [third] }],
      ['tips.confirm', { ids: [tipsterId] }],
    ],
  },
  {
    what: 'no confirmation if all of its tickets are reopened',
    actions: [confirms(tipId, tipsterId), reopens(tipsterId, tipId)],
    remaining: [],
  },
  // An operation that must stay before a later one is not merged into an operation behind that.
  {
    what: 'a confirmation between two decisions',
    actions: [settles(won), confirms(tipId), settles(lost)],
    remaining: [['fixture.settle'], ['tips.confirm'], ['fixture.settle']],
  },
  {
    what: 'a decision that a later confirmation depends on, and its undo',
    actions: [settles(won), confirms(tipId), settles(undone(1))],
    remaining: [['fixture.settle'], ['tips.confirm'], ['fixture.settle']],
  },
  {
    what: 'a confirmation before a later decision, and its undo',
    actions: [confirms(tipId), settles(won), reopens(tipId)],
    remaining: [['tips.confirm'], ['fixture.settle'], ['tips.reopen']],
  },
  {
    what: 'a decision about one ticket between two about its fixture',
    actions: [settles(won), settlesLeg, settles(lost)],
    remaining: [['fixture.settle'], ['leg.settle'], ['fixture.settle']],
  },
  {
    what: 'a price of one ticket between two of its fixture',
    actions: [
      prices({ oddsId: 1, odd: 1.8 }),
      setsOdds(fixtureId, 2.4),
      prices({ oddsId: 2, odd: 3 }),
    ],
    remaining: [['prices.set'], ['odds.set'], ['prices.set']],
  },
  {
    what: 'a price of a fixture between two of one ticket',
    actions: [setsOdds(fixtureId, 2.4), prices({ oddsId: 1, odd: 1.8 }), setsOdds('fixture-2', 3)],
    remaining: [['odds.set'], ['prices.set'], ['odds.set']],
  },
  {
    what: 'one settlement behind a price of another fixture',
    actions: [
      settles(won),
      queue('prices.set', { fixtureId: 'fixture-2', game, prices: [{ oddsId: 1, odd: 2 }] }),
      settles(lost),
    ],
    remaining: [['prices.set'], ['fixture.settle', { results: [won, lost] }]],
  },
  {
    what: 'one settlement behind an own tip',
    actions: [settles(won), queue('tip.post', slip), settles(lost)],
    remaining: [['tip.post'], ['fixture.settle', { results: [won, lost] }]],
  },
  {
    what: 'a decision behind an own tip that is withdrawn',
    actions: [queue('tip.post', slip), settles(won), queue('tip.withdraw', { tipId: slip.id })],
    remaining: [['fixture.settle']],
  },
];

describe('a merge of unsent operations at the desk keeps', () => {
  test.each(cases)('$what', async (one) => {
    expect(await remainingOf(one)).toMatchObject(one.remaining);
  });
});
