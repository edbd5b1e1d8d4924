import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, fixtures, legs } from '#server/db/schema.ts';

import type { Answer } from '../../testing/server/api.ts';
import { hour } from '../../testing/clock/clock.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import { aCommunity, aKey, aTip, type Community, edits } from '../../testing/tips/tips.ts';

test('a leg is settled by the result that is being written, not by the previous one', async () => {
  const community = await aCommunity();
  const { api, clock, secondAdministrator } = community;
  const { games, tip } = await aTip(community);
  const [game] = games;
  clock.passes(10 * hour);
  const lost = [{ fixtureId: game.id, result: 'lost', reason: 'as seen' }];

  const met = await api.database.transaction(async (tx) => {
    const goals = { fullTimeHome: 0, fullTimeAway: 1 };
    await tx
      .update(fixtures)
      .set({ status: 'played', ...goals })
      .where(eq(fixtures.id, game.id));
    const decision = edits(community, tip, lost, { token: secondAdministrator.token });
    await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
    return { decision };
  });

  expect((await met.decision).status).toBe(200);
  const [leg] = await api.database.select().from(legs).where(eq(legs.fixtureId, game.id));
  expect(leg).toMatchObject({ result: 'lost', decidedVersion: 2 });
});

describe('two administrators on one tip', () => {
  test('do not overwrite each other: the second gets the current state', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    const headers = { 'if-match': '"1"' };
    const [first, second] = [community.administrator, community.secondAdministrator];
    const change = (odd: number) => [{ fixtureId: games[1].id, odd }];

    const answers = await Promise.all([
      edits(community, tip, change(2), { token: first.token, headers }),
      edits(community, tip, change(3), { token: second.token, headers }),
    ]);

    const [won] = answers.filter(({ status }) => status === 200);
    const [lost] = answers.filter(({ status }) => status === 412);
    const by = {
      by: expect.stringMatching(/^(Chi|Dayo) Obi$/),
      at: community.clock().toISOString(),
    };
    expect(lost?.body).toMatchObject({ code: 'stale-version', tip: won?.body, ...by });
    expect(await community.api.database.$count(audit, eq(audit.action, 'leg.price'))).toBe(1);
  });

  test('with equal results agree in any order', async () => {
    const community = await aCommunity();
    const { api, administrator, secondAdministrator } = community;
    const { games, tip } = await aTip(community);
    const headers = { 'if-match': '"1"' };
    const change = [{ fixtureId: games[1].id, odd: 2 }];
    const asks = async ({ token }: { token: string }) =>
      edits(community, tip, change, { token, headers });

    const answers = await Promise.all([asks(administrator), asks(secondAdministrator)]);

    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await api.database.$count(audit, eq(audit.action, 'leg.price'))).toBe(1);
    expect((await community.tip(tip.id)).version).toBe(2);
  });

  test('and its owner never deadlock', async () => {
    const community = await aCommunity();
    const { api, administrator, secondAdministrator, aGame, aTip } = community;
    const games = [await aGame()];
    // Each administrator owns the tip that the other one edits, so both members' rows are locked in
    // both roles.
    const theirs = await aTip({ by: administrator, games });
    const others = await aTip({ by: secondAdministrator, games });

    const answers: Answer[] = [];
    for (let round = 0; round < 20; round += 1) {
      const change = [{ game: games[0]?.game, odd: 2 + round / 100 }];
      const both = [
        edits(community, others, change, { token: administrator.token, headers: aKey() }),
        edits(community, theirs, change, { token: secondAdministrator.token, headers: aKey() }),
        api.put(`/api/tips/bookTicket/${theirs.id}`, {
          token: administrator.token,
          headers: aKey(),
        }),
      ];
      answers.push(...(await Promise.all(both)));
    }

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(41);
    expect((await community.tip(theirs.id)).version).toBe(22);
    expect(await deadlocks(community)).toBe(0);
  });

  async function deadlocks({ api }: Community): Promise<number> {
    const { rows } = await api.database.$client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  }
});
