import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, fixtures, legs } from '#server/db/schema.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';

import { aCommunity, type Community, tipOf } from '../support/tips.ts';
import { edits } from '../support/treating.ts';

const ended = { code: 'ended', fullTime: { home: 2, away: 1 } };

type Ending = { status?: FixtureRow['status']; halves?: Partial<FixtureRow> };

/** Where a game stood when it ended, or when it was stopped. */
const goals = (fullTimeHome: number, fullTimeAway: number) => ({ fullTimeHome, fullTimeAway });

/** A tip on the home side of a game that ended 2-1, or however a test says. */
async function onAPlayedGame(
  community: Community,
  { status = 'played', halves = goals(2, 1) }: Ending = {},
  oddName = '1X2 - 1',
) {
  const game = await community.aGame();
  const tip = await community.aTip({ games: [game], oddName });
  const { database } = community.api;
  await database
    .update(fixtures)
    .set({ status, ...halves })
    .where(eq(fixtures.id, game.id));
  const decides = async (change: object) => {
    const answer = await edits(community, tip, [{ fixtureId: game.id, ...change }]);
    return tipOf(answer).options[0];
  };
  return { game, tip, decides };
}

describe('a decision that the rules make as well', () => {
  test.each([
    { given: 'a result', change: { result: 'won' } },
    { given: 'the status of a client of the plain API', change: { status: true } },
    {
      given: 'a sentence of the rules, as the app used to send it',
      change: { result: 'won', reason: '1X2 - 1 needs a home win; it ended 2-1.' },
    },
    {
      given: 'a reason that a client made up in the place of the server’s',
      change: { result: 'won', fact: { code: 'cancelled' } },
    },
  ])('says why, given $given', async ({ change }) => {
    const community = await aCommunity();
    const { tip, decides } = await onAPlayedGame(community);

    const leg = await decides(change);

    expect(leg).toMatchObject({
      result: 'won',
      fact: ended,
      reason: '1X2 - 1 needs a home win; it ended 2-1.',
    });
    expect((await community.tip(tip.id)).options[0]).toEqual(leg);
    const [stored] = await community.api.database
      .select({ reason: legs.reason, fact: legs.fact })
      .from(legs)
      .where(eq(legs.tipId, tip.id));
    expect(stored).toEqual({ reason: '', fact: ended });
  });

  test.each([
    {
      given: { status: 'cancelled', halves: {} } as const,
      of: '1X2 - 1',
      fact: { code: 'cancelled' },
    },
    {
      given: { halves: goals(1, 1) },
      of: 'DNB - 1',
      fact: { code: 'drawn', fullTime: { home: 1, away: 1 } },
    },
    {
      given: { status: 'abandoned', halves: goals(1, 0) } as const,
      of: '1X2 - X',
      fact: { code: 'open-when-abandoned', fullTime: { home: 1, away: 0 } },
    },
  ])('says why it is void: $fact.code', async ({ given, of, fact }) => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community, given, of);

    expect(await decides({ result: 'void' })).toMatchObject({ result: 'void', fact });
  });

  test('is noted with it', async () => {
    const community = await aCommunity();
    const { game, decides } = await onAPlayedGame(community);

    await decides({ result: 'won' });

    const [entry] = await community.api.database.select().from(audit).orderBy(asc(audit.id));
    expect(entry).toMatchObject({
      action: 'leg.settle',
      after: { fixtureId: game.id, result: 'won', fact: ended },
    });
  });

  test('loses its reason when the leg is opened again', async () => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community);
    await decides({ result: 'won' });

    const open = await decides({ result: 'pending' });

    expect(open?.fact).toBeUndefined();
    expect(open?.reason).toBeUndefined();
  });
});

describe('a decision of a person’s own', () => {
  test.each([
    { when: 'against the score', change: { result: 'lost' }, reason: undefined },
    {
      when: 'with the score, in their own words',
      change: { result: 'won', reason: ' The shop paid it. ' },
      reason: 'The shop paid it.',
    },
    {
      when: 'in words of the rules that say otherwise here',
      change: { result: 'void', reason: 'The match was cancelled.' },
      reason: 'The match was cancelled.',
    },
  ])('has no reason of the rules: $when', async ({ change, reason }) => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community);

    const leg = await decides(change);

    expect(leg?.fact).toBeUndefined();
    expect(leg?.reason).toBe(reason);
  });
});

describe('a leg that was stored before facts were', () => {
  const sentence = '1X2 - 1 needs a home win; it ended 2-1.';

  test('keeps its sentence', async () => {
    const community = await aCommunity();
    const { tip, decides } = await onAPlayedGame(community);
    await decides({ result: 'won' });
    await community.api.database
      .update(legs)
      .set({ reason: sentence, fact: null })
      .where(eq(legs.tipId, tip.id));

    const [leg] = (await community.tip(tip.id)).options;

    expect(leg).toMatchObject({ result: 'won', reason: sentence });
    expect(leg?.fact).toBeUndefined();
  });

  test('changes nothing by being sent back as it is', async () => {
    const community = await aCommunity();
    const { tip, decides } = await onAPlayedGame(community);
    await decides({ result: 'won' });
    const before = await community.tip(tip.id);

    const answer = await edits(community, before, before.options);

    expect(tipOf(answer)).toEqual(before);
  });
});
