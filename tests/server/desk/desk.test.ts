import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import type { FixtureStatus } from '#domain/fixture.ts';
import { fixtures } from '#server/db/schema.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import type { Answer } from '../../testing/server/api.ts';
import { corrects, later } from '../../testing/tips/corrections.ts';
import {
  onDesk,
  selectionOf,
  setsPrices,
  setsResult,
  settles,
  theDesk,
} from '../../testing/tips/desk.ts';
import {
  aCommunity,
  type Community,
  confirmsTip,
  edits,
  type Game,
  problemOf,
} from '../../testing/tips/tips.ts';

/** A game with a ticket; hours after kick-off, the game has this state. */
async function aGameThat(
  community: Community,
  { oddName, after, ...went }: { oddName: string; after: number } & Went,
): Promise<Game> {
  const game = await community.aGame();
  await community.aTip({ games: [game], oddName });
  community.clock.passes(2 * hour + after);
  const { id } = game;
  await community.api.database.update(fixtures).set(went).where(eq(fixtures.id, id));
  return game;
}

type Went = { status: FixtureStatus } & Partial<typeof fixtures.$inferInsert>;

describe('the desk', () => {
  test('has every fixture of open tickets, earliest first, with its options', async () => {
    const community = await aCommunity();
    const { aGame, aTip, other } = community;
    const late = await aGame({ startsIn: 5 * hour });
    const game = await aGame({ startsIn: 3 * hour });
    await aGame({ startsIn: 4 * hour });
    await aTip({ games: [game, late] });
    await aTip({ games: [game], by: other });
    await aTip({ games: [game], oddName: 'GG/NG - GG' });

    const { fixtures: shown } = await theDesk(community);

    expect(shown.map(({ id }) => id)).toEqual([game.id, late.id]);
    const nothing = { won: 0, lost: 0, void: 0, differing: 0, confirmedDiffering: 0, own: 0 };
    expect(shown[0]).toEqual({
      id: game.id,
      sportKey: 'soccer_epl',
      home: game.home,
      away: game.away,
      kickOff: game.kickOff.toISOString(),
      status: 'scheduled',
      prices: { home: 1.85, draw: 3.4, away: 4.2 },
      version: 1,
      source: 'test',
      ticketState: expect.any(Number),
      selections: [
        { ...nothing, oddsId: 1, tickets: 2, unpriced: 0, odd: 1.85, feedOdd: 1.85, pending: 2 },
        { ...nothing, oddsId: 33, tickets: 1, unpriced: 1, odd: 0, pending: 1 },
      ],
    });
  });

  test('shows an option on which only the administrator has a ticket', async () => {
    const community = await aCommunity();
    const { administrator, aGame, aTip } = community;
    const game = await aGame();
    await aTip({ by: administrator, games: [game] });

    expect(await selectionOf(community, game)).toMatchObject({ tickets: 0, own: 1, odd: 0 });
  });

  test('changes the ticket state of a fixture when one of its tickets changes', async () => {
    const community = await aCommunity();
    const { aGame, aTip } = community;
    const [game, other] = [await aGame(), await aGame()];
    const tip = await aTip({ games: [game] });
    await aTip({ games: [game] });
    await aTip({ games: [other] });
    const before = await theDesk(community);

    await edits(community, tip, [{ fixtureId: game.id, odd: 2 }]);

    const { fixtures: shown } = await theDesk(community);
    const state = (all: typeof shown, id: string) =>
      all.find((fixture) => fixture.id === id)?.ticketState;
    expect(state(shown, game.id)).not.toBe(state(before.fixtures, game.id));
    expect(state(shown, other.id)).toBe(state(before.fixtures, other.id));
  });

  test('changes the ticket state when one ticket is withdrawn and another is posted', async () => {
    const community = await aCommunity();
    const { api, aGame, aTip, tipster } = community;
    const game = await aGame();
    const { id } = await aTip({ games: [game] });
    const before = await onDesk(community, game);

    await api.delete(`/api/tips/${id}`, { token: tipster.token });
    await aTip({ games: [game] });

    const { ticketState, ...rest } = await onDesk(community, game);
    expect(ticketState).not.toBe(before.ticketState);
    expect(rest).toEqual({ ...before, ticketState: undefined });
  });

  test('shows a price only if all tickets have this price', async () => {
    const community = await aCommunity();
    const { aGame, aTip, other } = community;
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    await aTip({ by: other, games: [game] });
    await edits(community, tip, [{ fixtureId: game.id, odd: 2 }]);

    expect(await selectionOf(community, game)).toMatchObject({ tickets: 2, odd: 0, unpriced: 0 });
  });

  test('counts own tickets of the administrator separately', async () => {
    const community = await aCommunity();
    const { aGame, aTip, administrator, secondAdministrator } = community;
    const game = await aGame({ prices: undefined });
    await aTip({ games: [game] });
    await aTip({ games: [game], by: administrator });

    const mine = await selectionOf(community, game);
    const theirs = await selectionOf(community, game, '1X2 - 1', { by: secondAdministrator });

    expect(mine).toMatchObject({ tickets: 1, own: 1, unpriced: 1, pending: 1 });
    expect(theirs).toMatchObject({ tickets: 2, own: 0, unpriced: 2, pending: 2 });
    expect((await theDesk(community)).counts).toMatchObject({ unpriced: 1 });
  });

  test('counts tickets without a price, and those that kick off soon', async () => {
    const community = await aCommunity();
    const { aGame, aTip, clock } = community;
    const prices = undefined;
    const [near, far] = [await aGame({ prices }), await aGame({ prices, startsIn: 5 * hour })];
    await aTip({ games: [near, far] });
    await aTip({ games: [far] });
    await aTip();

    expect((await theDesk(community)).counts).toMatchObject({ unpriced: 2, unpricedSoon: 1 });
    clock.passes(2 * hour);
    expect((await theDesk(community)).counts).toMatchObject({ unpriced: 2, unpricedSoon: 0 });
  });

  test('counts fixtures that must have ended and have no result', async () => {
    const community = await aCommunity();
    const { aGame, aTip, clock } = community;
    const game = await aGame();
    await aTip({ games: [game] });
    clock.passes(4.5 * hour - 1);
    expect((await theDesk(community)).counts).toMatchObject({ resultsMissing: 0 });

    clock.passes(1);
    expect((await theDesk(community)).counts).toMatchObject({ resultsMissing: 1 });
    await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
    expect((await theDesk(community)).counts).toMatchObject({ resultsMissing: 0 });
  });

  test('counts tickets whose legs are all settled', async () => {
    const community = await aCommunity();
    const { aGame, aTip, clock } = community;
    const games = [await aGame(), await aGame()];
    const tip = await aTip({ games });
    clock.passes(4 * hour);
    const decide = async (index: number) =>
      edits(community, tip, [{ fixtureId: games[index]?.id, result: 'won', reason: 'Seen.' }]);

    await decide(0);
    expect((await theDesk(community)).counts).toMatchObject({ ready: 0 });
    await decide(1);
    expect((await theDesk(community)).counts).toMatchObject({ ready: 1 });
  });

  test('no longer shows a withdrawn or confirmed ticket', async () => {
    const community = await aCommunity();
    const { api, tipster, other, aGame, aTip, clock } = community;
    const game = await aGame();
    const withdrawn = await aTip({ games: [game] });
    const tip = await aTip({ by: other, games: [game] });
    await api.delete(`/api/tips/${withdrawn.id}`, { token: tipster.token });
    expect(await selectionOf(community, game)).toMatchObject({ tickets: 1 });

    clock.passes(4 * hour);
    await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
    await edits(community, tip, [{ fixtureId: game.id, result: 'won' }]);
    await confirmsTip(community, tip);

    expect(await theDesk(community)).toEqual({
      counts: {
        unpriced: 0,
        unpricedSoon: 0,
        resultsMissing: 0,
        ready: 0,
        corrected: 0,
        toldOtherwise: 0,
      },
      fixtures: [],
    });
  });
});

describe('the proposal of the rules', () => {
  test('for a match abandoned three days ago voids options that were open then', async () => {
    const community = await aCommunity();
    const oddName = 'Double Chance - 12';
    const stood = { status: 'abandoned', fullTimeHome: 1, fullTimeAway: 0 } as const;
    const game = await aGameThat(community, { oddName, after: 3 * day, ...stood });

    expect(await selectionOf(await later(community), game, oddName)).toMatchObject({
      proposal: {
        result: 'void',
        fact: { code: 'open-when-abandoned', fullTime: { home: 1, away: 0 } },
      },
    });
  });

  test('for the first goal is open until somebody enters the scorer', async () => {
    const community = await aCommunity();
    const oddName = 'First Goal - 2';
    const fullTime = [2, 1];
    const game = await aGameThat(community, { oddName, after: 2 * hour, status: 'scheduled' });

    await setsResult(community, game, { status: 'played', fullTime });
    expect(await selectionOf(community, game, oddName)).toMatchObject({
      proposal: { result: 'ask', fact: { code: 'first-goal-unknown' } },
    });
    await setsResult(community, game, { status: 'played', fullTime, firstGoal: 'away' });

    expect(await onDesk(community, game)).toMatchObject({ firstGoal: 'away', version: 3 });
    expect(await selectionOf(community, game, oddName)).toMatchObject({
      proposal: { result: 'won', fact: { code: 'away-scored-first' } },
    });
  });
});

const oddName = '1X2 - 1';
const nowhere = { id: 'nothing' };

test.each<[string, (community: Community) => Promise<Answer>]>([
  ['result', async (community) => setsResult(community, nowhere, { status: 'scheduled' })],
  ['price', async (community) => setsPrices(community, nowhere, [{ oddName, odd: 2 }])],
  ['decision', async (community) => settles(community, nowhere, [{ oddName, result: 'won' }])],
  ['correction', async (community) => corrects(community, nowhere)],
])('an unknown game has no %s', async (_, enter) => {
  expect(problemOf(await enter(await aCommunity()))).toBe('404 not-found');
});
