import { describe, expect, test } from 'vitest';
import type { DeskFixture } from '#contract/desk.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { filterDeskGames } from '#client/features/desk/game-search.ts';
import { proposeLegResult } from '#client/features/settlement/leg-proposal.ts';
import {
  findCompletedTickets,
  isReasonRequired,
} from '#client/features/settlement/settle-groups.ts';
import { findOptionByName } from '#domain/catalogue.ts';
import { fixture, selection } from '../../../testing/engine/desk-samples.ts';
import { leg, serverTip } from '../../../testing/engine/samples.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const twoOne = { fullTime: [2, 1] as [number, number] };
const overTicket: Partial<Leg> = { fixtureStatus: 'played', score: twoOne };
const startDateOfGame = '2026-03-01T08:00:00.000Z';

describe('the proposed result of a leg', () => {
  const { oddsId = 0 } = findOptionByName('First Goal - 1') ?? {};
  const proposal = { result: 'void', fact: { code: 'postponed', hours: 48 } } as const;
  test.each<{ what: string; of: Partial<Leg>; desk?: DeskFixture; result: string | undefined }>([
    { what: 'is by the score of the ticket', of: overTicket, result: 'won' },
    {
      what: 'is by the score of the ticket if the desk is older than the end of the game',
      of: overTicket,
      desk: fixture({ status: 'in-play' }),
      result: 'won',
    },
    {
      what: 'is by the first goal, which only the desk has',
      of: { ...overTicket, oddName: 'First Goal - 1', group: 'First Goal' },
      desk: fixture({
        status: 'played',
        score: twoOne,
        firstGoal: 'away',
        selections: [selection({ oddsId })],
      }),
      result: 'lost',
    },
    {
      what: 'is that of the server, which knows the original kick-off',
      of: { fixtureStatus: 'postponed' },
      desk: fixture({ status: 'postponed', selections: [selection({ proposal })] }),
      result: 'void',
    },
    { what: 'is unknown if neither has a result', of: {}, result: undefined },
  ])('$what', ({ of, desk, result }) => {
    expect(proposeLegResult(leg({ startDateOfGame, ...of }), desk, now).proposed?.result).toBe(
      result,
    );
  });
});

test.each([
  { proposed: 'won', result: 'won', needed: false },
  { proposed: 'won', result: 'lost', needed: true },
  { proposed: 'void', result: 'void', needed: false },
  { proposed: 'ask', result: 'lost', needed: false },
  { proposed: 'ask', result: 'void', needed: true },
] as const)('a $result decision needs a reason if the proposal is $proposed: $needed', (row) => {
  expect(isReasonRequired({ proposal: { result: row.proposed } }, row.result)).toBe(row.needed);
});

test('a ticket is complete after an acceptance if no other game of it is open', () => {
  const won = { result: 'won', fact: { code: 'ended', fullTime: { home: 2, away: 1 } } } as const;
  const here = leg({ oddName: '1X2 - 1' });
  const elsewhere = leg({ fixtureId: 'fixture-2' });
  const tickets: Record<string, Tip['options']> = {
    complete: [here],
    'complete with a decided game': [here, { ...elsewhere, result: 'lost' }],
    'open elsewhere': [here, elsewhere],
    'open on another option': [leg({ oddName: '1X2 - X' })],
    'decided already': [{ ...here, result: 'won' }],
  };

  const ids = findCompletedTickets(
    fixture({ selections: [selection({ proposal: won })] }),
    Object.entries(tickets).map(([id, options]) => serverTip({ id, options })),
  );

  expect(ids).toEqual(['complete', 'complete with a decided game']);
});

const games = [
  fixture({ id: 'arsenal' }),
  fixture({ id: 'lens', sportKey: 'soccer_france_ligue_one', home: 'Lens', away: 'Brest' }),
  fixture({
    id: 'wolfsburg',
    sportKey: 'soccer_germany_bundesliga',
    home: 'VfL Wolfsburg',
    away: 'Borussia Mönchengladbach',
  }),
  fixture({
    id: 'barcelona',
    sportKey: 'soccer_spain_la_liga',
    home: 'Barcelona',
    away: 'Real Betis',
  }),
];

test.each([
  { typed: 'brest', found: ['lens'] },
  { typed: 'ligue len', found: ['lens'] },
  { typed: 'La Liga', found: ['barcelona'] },
  { typed: 'bundesliga', found: ['wolfsburg'] },
  { typed: 'burg', found: [] },
  { typed: 'boruss wolf', found: ['wolfsburg'] },
  { typed: ' ', found: ['arsenal', 'lens', 'wolfsburg', 'barcelona'] },
])('a search for "$typed" finds games by words of teams and leagues', ({ typed, found }) => {
  expect(filterDeskGames(games, typed).map(({ id }) => id)).toEqual(found);
});
