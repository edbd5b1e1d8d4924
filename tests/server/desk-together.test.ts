import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { audit, tips } from '#server/db/schema.ts';

import type { Answer } from '../support/api.ts';
import { hour } from '../support/clock.ts';
import { confirms, recordsAreRight, setsPrices, setsResult, settles } from '../support/desk.ts';
import { manyTips } from '../support/many-tips.ts';
import { aCommunity, aKey, type Community, edits, type Game } from '../support/tips.ts';

const oddName = '1X2 - 1';

/** What somebody does one after the other, beside all others; every status they were answered with. */
async function beside(...people: readonly (readonly (() => Promise<Answer>)[])[]) {
  const answers = await Promise.all(
    people.map(async (deeds) => {
      const own: Answer[] = [];
      for (const deed of deeds) own.push(await deed());
      return own;
    }),
  );
  return [...new Set(answers.flat().map(({ status }) => status))].toSorted((a, b) => a - b);
}

/** A member posts, books one of their tickets, and takes another back. */
async function aMembersDay({ api, aTip, aMember }: Community, game: Game) {
  const by = await aMember();
  const { token } = by;
  const [toBook, toWithdraw] = [
    await aTip({ by, games: [game] }),
    await aTip({ by, games: [game] }),
  ];
  const body = { options: [{ fixtureId: game.id, oddName }] };
  return [
    async () => api.post('/api/tips', { token, body, headers: aKey() }),
    async () => api.put(`/api/tips/bookTicket/${toBook.id}`, { token, headers: aKey() }),
    async () => api.delete(`/api/tips/${toWithdraw.id}`, { token, headers: aKey() }),
    async () => api.post('/api/tips', { token, body, headers: aKey() }),
  ];
}

async function traces({ api }: Community, action: string) {
  const rows = await api.database
    .select({ subject: audit.subject, times: sql`count(*)`.mapWith(Number) })
    .from(audit)
    .where(eq(audit.action, action))
    .groupBy(audit.subject);
  return { tickets: rows.length, most: Math.max(...rows.map(({ times }) => times)) };
}

test('members post, book and withdraw beside two administrators at one game, and nobody fails', async () => {
  const community = await aCommunity();
  const { administrator, secondAdministrator, aGame, aMember } = community;
  const game = await aGame({ prices: undefined });
  const by = [await aMember(), await aMember()];
  await manyTips(community, game, { count: 120, by, oddName });
  const days = [await aMembersDay(community, game), await aMembersDay(community, game)];
  const one = await community.aTip({ games: [game] });
  const deskOf = ({ token }: { token: string }) => {
    const asking = () => ({ token, headers: aKey() });
    const edit = [{ fixtureId: game.id, odd: 1.9 }];
    return [
      async () => setsPrices(community, game, [{ oddName, odd: 1.9 }], asking()),
      async () => edits(community, one, edit, asking()),
      async () => setsResult(community, game, { status: 'postponed' }, asking()),
      async () => setsPrices(community, game, [{ oddName, odd: 1.9 }], asking()),
    ];
  };

  const statuses = await beside(...days, deskOf(administrator), deskOf(secondAdministrator));

  expect(statuses).toEqual([200, 201]);
  expect(await traces(community, 'leg.price')).toMatchObject({ most: 1 });
});

test('two administrators settle and confirm the same game at once, each ticket once', async () => {
  const community = await aCommunity();
  const { api, administrator, secondAdministrator, aGame, aMember, clock } = community;
  const game = await aGame();
  const next = await aGame({ startsIn: 10 * hour });
  const by = [await aMember(), await aMember()];
  const ids = await manyTips(community, game, { count: 120, by, oddName, odd: 2 });
  clock.passes(4 * hour);
  const days = [await aMembersDay(community, next), await aMembersDay(community, next)];
  const deskOf = ({ token }: { token: string }, order: readonly string[]) => {
    const asking = () => ({ token, headers: aKey() });
    const edit = [{ fixtureId: game.id, result: 'won' }];
    const decide = [{ oddName, result: 'won' } as const];
    return [
      async () => setsResult(community, game, { status: 'played', fullTime: [1, 0] }, asking()),
      async () => edits(community, { id: order[3] ?? '' }, edit, asking()),
      async () => settles(community, game, decide, asking()),
      async () => confirms(community, order, asking()),
    ];
  };

  const statuses = await beside(
    ...days,
    deskOf(administrator, ids),
    deskOf(secondAdministrator, ids.toReversed()),
  );

  expect(statuses).toEqual([200, 201]);
  expect(await traces(community, 'fixture.result')).toEqual({ tickets: 1, most: 1 });
  expect(await traces(community, 'leg.settle')).toEqual({ tickets: 120, most: 1 });
  expect(await traces(community, 'tip.confirm')).toEqual({ tickets: 120, most: 1 });
  expect(await api.database.$count(tips, eq(tips.outcome, 'won'))).toBe(120);
  expect(await recordsAreRight(community)).toBe(true);
});
