import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { settleOption, settleAbandoned } from '#domain/settlement/settlement.ts';
import { fixtures, legs } from '#server/db/schema.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';
import { formatReason } from '#server/tips/reason.ts';

import { option, score } from '../../domain/samples.ts';
import { aCommunity, type Community, edits, problemOf, tipOf } from '../../testing/tips/tips.ts';

const ended = { code: 'ended', fullTime: { home: 2, away: 1 } };

type Ending = { status?: FixtureRow['status']; halves?: Partial<FixtureRow> };

/** The score of a game when it ended or was abandoned. */
const goals = (fullTimeHome: number, fullTimeAway: number) => ({ fullTimeHome, fullTimeAway });

/** A tip on the home side of a game that ended 2-1 by default. */
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

describe('a settlement that equals the rules’ proposal', () => {
  test.each([
    { given: 'a result', change: { result: 'won' } },
    { given: 'the status of a client of the plain API', change: { status: true } },
    {
      given: 'the sentence that the rules make of it',
      change: { result: 'won', reason: 'Needs a home win; it ended 2–1.' },
    },
    {
      given: 'a reason that a client made up in the place of the server’s',
      change: { result: 'won', fact: { code: 'cancelled' } },
    },
  ])('has a reason, given $given', async ({ change }) => {
    const community = await aCommunity();
    const { tip, decides } = await onAPlayedGame(community);

    const leg = await decides(change);

    expect(leg).toMatchObject({
      result: 'won',
      fact: ended,
      reason: 'Needs a home win; it ended 2–1.',
    });
    expect((await community.tip(tip.id)).options[0]).toEqual(leg);
    const [stored] = await community.api.database
      .select({ reason: legs.reason, fact: legs.fact })
      .from(legs)
      .where(eq(legs.tipId, tip.id));
    expect(stored).toEqual({ reason: null, fact: ended });
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
  ])('has the reason why it is void: $fact.code', async ({ given, of, fact }) => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community, given, of);

    expect(await decides({ result: 'void' })).toMatchObject({ result: 'void', fact });
  });
});

describe('a leg that a client sends back with its generated reason', () => {
  test('changes nothing if the result is unchanged', async () => {
    const community = await aCommunity();
    const { tip, decides } = await onAPlayedGame(community);
    await decides({ result: 'won' });
    const before = await community.tip(tip.id);

    const answer = await edits(community, before, before.options);

    expect(tipOf(answer)).toEqual(before);
  });

  test('does not keep that reason as a person’s reason for another result', async () => {
    const community = await aCommunity();
    const { game, tip, decides } = await onAPlayedGame(community);
    const won = await decides({ result: 'won' });

    const other = { ...won, fixtureId: game.id, result: 'lost', status: false };
    const answer = await edits(community, tip, [other]);

    expect(problemOf(answer)).toBe('422 decision-needs-reason');
  });
});

describe('a person’s own settlement', () => {
  test.each([
    {
      when: 'against the score',
      change: { result: 'lost', reason: 'A goal was taken back.' },
      reason: 'A goal was taken back.',
    },
    {
      when: 'with the score, in their own words',
      change: { result: 'won', reason: ' The shop paid it. ' },
      reason: 'The shop paid it.',
    },
    {
      when: 'with words of the rules that do not apply here',
      change: { result: 'void', reason: 'The match was cancelled.' },
      reason: 'The match was cancelled.',
    },
  ])('has no generated reason: $when', async ({ change, reason }) => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community);

    const leg = await decides(change);

    expect(leg?.fact).toBeUndefined();
    expect(leg?.reason).toBe(reason);
  });

  test('has its reason after another settlement with the same reason', async () => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community);
    await decides({ result: 'void', reason: 'The linesman said so.' });

    const leg = await decides({ result: 'lost', reason: 'The linesman said so.' });

    expect(leg).toMatchObject({ result: 'lost', reason: 'The linesman said so.' });
  });

  test('does not give its reason to a later settlement over the plain API', async () => {
    const community = await aCommunity();
    const { decides } = await onAPlayedGame(community);
    const lost = await decides({ result: 'lost', reason: 'A goal was taken back.' });

    const leg = await decides({ ...lost, status: true });

    expect(leg).toMatchObject({ result: 'won', fact: ended });
  });
});

describe('the text of a reason', () => {
  test.each([
    ['1X2 - 1', '1-0 3-1', 'Needs a home win; it ended 3–1.'],
    ['1X2 - X', '1-0 3-1', 'Needs a draw; it ended 3–1.'],
    ['Double Chance - 12', '0-0 1-1', 'Needs a winner; it ended 1–1.'],
    ['O/U 2.5 - Over', '1-0 3-1', 'Needs three goals; there were 4 (3–1).'],
    ['O/U 2.5 - Under', '1-0 1-0', 'Needs at most two goals; there was 1 (1–0).'],
    ['O/U 0.5 - Over', '0-0', 'Needs one goal; there were none (0–0).'],
    ['O/U 0.5 - Under', '0-0', 'Needs no goal; there were none (0–0).'],
    ['O/U 6.5 - Over', '4-0 4-3', 'Needs seven goals; there were 7 (4–3).'],
    ['O/U 6.5 - Under', '4-0 4-2', 'Needs at most six goals; there were 6 (4–2).'],
    [
      'First Goal - 1',
      '0-0 0-2',
      'Needs the first goal from the home side; only the away side scored (0–2).',
    ],
    [
      'First Goal - 2',
      '0-1 3-1',
      'Needs the first goal from the away side; only the away side scored before half-time (0–1).',
    ],
    [
      'HF/FT - X/1',
      '0-0 1-0',
      'Needs level scores at half-time and the home side ahead at the end; it stood 0–0 at half-time and ended 1–0.',
    ],
    ['DNB - 1', '0-1 1-1', 'Void: the match was drawn 1–1.'],
    ['Odd/Even - Even', '0-0', 'Needs an even number of goals; there were none (0–0).'],
    [
      'GG/NG HT - NG HT',
      '1-1 2-1',
      'Needs a side that does not score before half-time; it stood 1–1 at half-time.',
    ],
  ])('of %s at %s gives the reason', (name, at, sentence) => {
    const { result, fact } = settleOption(option(name), score(at));

    expect(result === 'ask' ? undefined : formatReason(option(name), result, fact)).toBe(sentence);
  });

  test.each([
    ['1X2 - 1', '1-0', 'Void: this was open when the match was abandoned at 1–0.'],
    ['O/U 0.5 - Over', '1-0', 'Needs one goal; there was 1 (1–0).'],
    ['GG/NG - NG', '0-1 1-1', 'Needs a side that does not score; the match was abandoned at 1–1.'],
    [
      'HF/FT - 2/2',
      '1-0 1-2',
      'Needs the away side ahead at half-time and the away side ahead at the end; it stood 1–0 at half-time and 1–2 when it was abandoned.',
    ],
    ['HF/FT - 1/1', '1-0 1-2', 'Void: it stood 1–0 at half-time and 1–2 when it was abandoned.'],
  ])('of %s, abandoned at %s, gives the reason', (name, at, sentence) => {
    const { result, fact } = settleAbandoned(option(name), score(at));

    expect(result === 'ask' ? undefined : formatReason(option(name), result, fact)).toBe(sentence);
  });
});
