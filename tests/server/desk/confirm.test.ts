import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { messageOf } from '#contract/problem.ts';
import type { Tip } from '#contract/tips.ts';
import { audit, legs, tips } from '#server/db/schema.ts';

import type { RequestOptions } from '../../testing/server/api.ts';
import { aCommunity, aKey, type Community, problemOf, tipOf } from '../../testing/tips/tips.ts';

async function confirms(
  { api, administrator }: Community,
  { id }: Pick<Tip, 'id'>,
  { token = administrator.token, headers = {}, body }: RequestOptions = {},
) {
  return api.put(`/api/tips/confirmTip/${id}`, {
    token,
    headers,
    body: body ?? { IsGameSuccessful: true },
  });
}

/** A tip whose legs have these results, as if an administrator had settled them. */
async function aDecidedTip({ api, aGame, aTip }: Community, ...results: Result[]): Promise<Tip> {
  const games = [];
  for (const _ of results) games.push(await aGame());
  const tip = await aTip({ games });
  for (const [position, result] of results.entries()) {
    await api.database
      .update(legs)
      .set({ result })
      .where(eq(legs.fixtureId, games[position]?.id ?? ''));
  }
  return tip;
}

type Result = 'pending' | 'won' | 'lost';

describe('a tip whose legs are all settled', () => {
  test('is confirmed by an administrator, whether booked or not', async () => {
    const community = await aCommunity();
    const tip = await aDecidedTip(community, 'won', 'lost');

    const answer = await confirms(community, tip);

    expect(tipOf(answer)).toMatchObject({ IsGameSuccessful: true, IsBooked: false, version: 2 });
    expect(answer.headers['etag']).toBe('"2"');
    const [row] = await community.api.database.select().from(tips);
    expect(row).toMatchObject({
      confirmedAt: community.clock(),
      confirmedBy: community.administrator.id,
    });
    const entries = await community.api.database
      .select()
      .from(audit)
      .where(eq(audit.action, 'tip.confirm'));
    expect(entries).toMatchObject([
      {
        action: 'tip.confirm',
        actorId: community.administrator.id,
        subject: `tip:${tip.id}`,
      },
    ]);
  });

  test('is confirmed once, with one audit entry, by concurrent requests', async () => {
    const community = await aCommunity();
    const tip = await aDecidedTip(community, 'won');
    const tokens = [community.administrator.token, community.secondAdministrator.token];

    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        confirms(community, tip, {
          token: tokens[index % 2] ?? '',
          headers: { ...aKey(), 'if-match': '"1"' },
        }),
      ),
    );

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ headers }) => headers['etag']))).toEqual(new Set(['"2"']));
    for (const answer of answers) {
      expect(tipOf(answer)).toMatchObject({ IsGameSuccessful: true, version: 2 });
    }
    expect(await community.api.database.$count(audit, eq(audit.action, 'tip.confirm'))).toBe(1);
  });

  test('is refused in another version, and returned in its current state', async () => {
    const community = await aCommunity();
    const tip = await aDecidedTip(community, 'won');
    await community.api.database.update(tips).set({ version: 2 });
    await confirms(community, tip, { headers: { ...aKey(), 'if-match': '"2"' } });

    const { token } = community.secondAdministrator;
    const other = await confirms(community, tip, { token, headers: { 'if-match': '"1"' } });

    expect(problemOf(other)).toBe('412 stale-version');
    expect(other.body).toMatchObject({ tip: { IsGameSuccessful: true, version: 3 } });
    const [row] = await community.api.database.select().from(tips);
    expect(row).toMatchObject({ confirmedBy: community.administrator.id });
  });
});

describe('a tip with a pending leg', () => {
  test("is refused with the spec's sentence", async () => {
    const community = await aCommunity();
    const tip = await aDecidedTip(community, 'won', 'pending');

    const answer = await confirms(community, tip);

    expect(problemOf(answer)).toBe('409 legs-undecided');
    expect(answer.body).toMatchObject({
      error: {
        message: 'Error Confirming Ticket. Make sure all tip status has been confirmed',
      },
      message: messageOf('legs-undecided'),
    });
  });
});
