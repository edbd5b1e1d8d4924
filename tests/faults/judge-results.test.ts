import { describe, expect, test } from 'vitest';
import { type Intent, toIntent } from './contents/intents.ts';
import { memberAtFirst, nothingDue, applyIntent } from './contents/due.ts';
import { isDoneAlready } from './contents/done-already.ts';
import { reasonsAgainst } from './contents/reasons.ts';
import { byTheRules, type GameResult } from './contents/results.ts';

describe('a result', () => {
  const ended: GameResult = { status: 'played', halfTime: [1, 1], fullTime: [2, 1] };

  test.each([
    ['1X2 - 1', 'won'],
    ['1X2 - X', 'lost'],
    ['1X2 - 2', 'lost'],
    ['Double Chance - 1X', 'won'],
    ['O/U 2.5 - Over', 'won'],
    ['O/U 2.5 - Under', 'lost'],
    ['HF/FT - X/X', 'lost'],
    ['GG/NG - NG', 'lost'],
    ['Away to Score - No', 'lost'],
  ])('of 2-1 after 1-1 decides %s as %s', (oddName, result) => {
    expect(byTheRules(oddName, ended, 0)).toBe(result);
  });

  test.each([
    [[2, 1], 'lost'],
    [[0, 0], 'won'],
    [[1, 1], undefined],
  ] as const)(
    'without half-time, %s decides a draw at both times as %s',
    ([home, away], result) => {
      const unknown: GameResult = { status: 'played', fullTime: [home, away] };
      expect(byTheRules('HF/FT - X/X', unknown, 0)).toBe(result);
    },
  );

  test('leaves to a person what was awarded, and is void where nobody played', () => {
    expect(byTheRules('1X2 - 1', { status: 'awarded' }, 0)).toBeUndefined();
    expect(byTheRules('1X2 - 1', { status: 'cancelled' }, 0)).toBe('void');
  });

  test('waits two days for the new day of a game that was put off', () => {
    const days = 2 * 24 * 60 * 60 * 1000;
    expect(byTheRules('1X2 - 1', { status: 'postponed' }, days)).toBeUndefined();
    expect(byTheRules('1X2 - 1', { status: 'postponed' }, days + 1)).toBe('void');
  });

  test.each([
    ['1X2 - 1', 'void'],
    ['Double Chance - 1X', 'void'],
    ['O/U 2.5 - Over', 'won'],
    ['O/U 2.5 - Under', 'lost'],
    ['HF/FT - X/X', 'void'],
    ['GG/NG - NG', 'lost'],
    ['Away to Score - No', 'lost'],
  ])('of a game that stopped at 2-1 after 1-1 decides %s as %s', (oddName, result) => {
    expect(byTheRules(oddName, { ...ended, status: 'abandoned' }, 0)).toBe(result);
  });
});

type TimedIntent = readonly [memberId: string, ask: Intent, hours: number];

describe('a correction of confirmed tickets', () => {
  const hour = 60 * 60 * 1000;
  const tipId = '0195a000-0000-7000-8000-000000000001';
  const leg = { fixtureId: 'one', game: 'A Vs B' };
  const season = { kickOff: () => 0, result: () => undefined, version: () => 3 };
  const correction = (result: 'won' | 'lost', over?: true) =>
    toIntent('fixture.correct', {
      ...leg,
      version: 3,
      results: [{ oddsId: 1, result, ...(over && { over }) }],
      reason: 'Offside',
    });

  /** A tip of Ada's that Bola confirmed as won, after later requests of others. */
  const afterAll = (...all: readonly TimedIntent[]) => {
    const due = nothingDue({ timed: true });
    for (const id of ['ada', 'bola', 'chi']) due.members.set(id, memberAtFirst(id));
    const taking = (memberId: string, intent: Intent, arrivedAt: number) =>
      applyIntent(due, { memberId, key: 'key', intent, arrivedAt }, season);
    const option = { ...leg, group: '1X2', oddName: '1X2 - 1', odd: 2, startDateOfGame: '' };
    const slip = { id: tipId, tipsterName: 'Ada', options: [option], stake: 1 };
    taking('ada', toIntent('tip.post', { ...slip, ifStarted: 'refuse' }), -hour);
    const change = { ...leg, result: 'won' as const };
    taking('bola', toIntent('leg.settle', { tipId, legs: [], change }), 2 * hour);
    taking('bola', toIntent('tip.confirm', { tipId }), 2 * hour);
    for (const [memberId, intent, hours] of all) taking(memberId, intent, (2 + hours) * hour);
    return due;
  };
  const standing = (...all: readonly TimedIntent[]) => {
    const due = afterAll(...all);
    return { leg: due.tips.get(tipId)?.legs[0], proposed: due.proposed.get('one 1') };
  };
  const lost = correction('lost');

  test('keeps what a leg was, when that changed and why', () => {
    const { leg: corrected, proposed } = standing(['chi', lost, 72]);
    expect(corrected).toMatchObject({
      result: 'lost',
      reason: 'Offside',
      corrected: { result: 'won', at: 74 * hour, reason: 'Offside' },
    });
    expect(proposed).toBeUndefined();
  });

  test('waits for a second administrator after three days', () => {
    expect(standing(['chi', lost, 73])).toMatchObject({
      leg: { result: 'won' },
      proposed: { proposedBy: 'chi', reason: 'Offside' },
    });
    expect(standing(['chi', lost, 73], ['chi', lost, 74]).leg).toMatchObject({ result: 'won' });
    const seconded = standing(['chi', lost, 73], ['bola', lost, 74]);
    expect(seconded.leg).toMatchObject({ result: 'lost', corrected: { result: 'won' } });
    expect(seconded.proposed).toBeUndefined();
  });

  test('is refused where another administrator has proposed otherwise', () => {
    const due = afterAll(['chi', lost, 73]);
    const reasons = (intent: Intent, memberId: string) =>
      reasonsAgainst(
        due,
        { memberId, key: 'key', intent, arrivedAt: 76 * hour, version: 3 },
        { ...season, isAdministrator: () => true, mayBeUnverified: () => false },
      );
    expect(reasons(correction('won'), 'bola')).toEqual(['stale-version']);
    expect(reasons(correction('won', true), 'bola')).toEqual([]);
    expect(reasons(correction('won'), 'chi')).toEqual([]);
    expect(reasons(lost, 'bola')).toEqual([]);
    const { proposed } = standing(['chi', lost, 73], ['bola', correction('won', true), 74]);
    expect(proposed, 'of which every ticket is something else').toMatchObject({ result: 'lost' });
  });

  test('changes no ticket of its own author', () => {
    expect(standing(['ada', lost, 1]).leg).toMatchObject({ result: 'won' });
  });

  test('is refused where another administrator has corrected it by the same result', () => {
    const due = afterAll(['bola', lost, 1]);
    const reasons = (intent: Intent, memberId: string, version = 3) =>
      reasonsAgainst(
        due,
        { memberId, key: 'key', intent, arrivedAt: 4 * hour, version },
        { ...season, isAdministrator: () => true, mayBeUnverified: () => false },
      );
    expect(reasons(correction('won'), 'chi')).toEqual(['stale-version']);
    expect(reasons(correction('won', true), 'chi')).toEqual([]);
    expect(reasons(lost, 'chi')).toEqual([]);
    expect(reasons(correction('won'), 'bola')).toEqual([]);
    expect(reasons(correction('won'), 'bola', 2)).toEqual(['stale-version']);
  });
});

describe('a decision that is said again by a newer result', () => {
  const minute = 60 * 1000;
  const hour = 60 * minute;
  const tipId = '0195a000-0000-7000-8000-000000000002';
  const about = { fixtureId: 'one', game: 'A Vs B' };
  const settled = (version: number, result: 'void' | 'pending', reason?: string) =>
    toIntent('fixture.settle', {
      ...about,
      version,
      results: [{ oddsId: 1, result, ...(reason !== undefined && { reason }) }],
    });
  const ended: GameResult = { status: 'played', fullTime: [2, 1] };
  const known = {
    kickOff: () => 0,
    result: (_: string, at: number) => (at < 0 ? undefined : ended),
  };

  /** A leg of Ada's after Bola's requests with their versions and times. */
  const legAfter = (...all: readonly (readonly [ask: Intent, version: number, at: number])[]) => {
    const due = nothingDue({ timed: true });
    for (const id of ['ada', 'bola']) due.members.set(id, memberAtFirst(id));
    const taking = (memberId: string, intent: Intent, version: number, arrivedAt: number) =>
      applyIntent(
        due,
        { memberId, key: 'key', intent, arrivedAt },
        { ...known, version: () => version },
      );
    const option = { ...about, group: '1X2', oddName: '1X2 - 1', odd: 2, startDateOfGame: '' };
    const slip = { id: tipId, tipsterName: 'Ada', options: [option], stake: 1 };
    taking('ada', toIntent('tip.post', { ...slip, ifStarted: 'refuse' }), 1, -hour);
    for (const [intent, version, at] of all) taking('bola', intent, version, at);
    return due.tips.get(tipId)?.legs[0];
  };
  const first = [settled(2, 'void', 'Closed'), 2, 2 * hour] as const;
  const again = [settled(3, 'void', 'Still closed'), 3, 3 * hour] as const;

  test('stands by that result, with its reason', () => {
    expect(legAfter(first, again)).toMatchObject({
      result: 'void',
      reason: 'Still closed',
      decision: { at: 3 * hour, version: 3 },
    });
  });

  test.each([
    { what: 'without a reason', intent: settled(3, 'void'), version: 3 },
    { what: 'by the same result', intent: settled(2, 'void', 'Still closed'), version: 2 },
  ])('changes nothing $what', ({ intent, version }) => {
    expect(legAfter(first, [intent, version, 3 * hour])).toMatchObject({
      reason: 'Closed',
      decision: { at: 2 * hour, version: 2 },
    });
  });

  test('is as it was by the earlier one once that is taken back', () => {
    const undo = [settled(3, 'pending'), 3, 3 * hour + minute] as const;
    expect(legAfter(first, again, undo)).toMatchObject({
      result: 'void',
      reason: 'Closed',
      decision: { at: 2 * hour, version: 2 },
    });
  });

  test('is not done already where the newest result does not bear it out', () => {
    const one = { oddsId: 1, tickets: 1, odd: 2, pending: 0, won: 0, lost: 0, void: 1 };
    const refusal = (differing: number) => ({
      fixture: { version: 3, status: 'played', selections: [{ ...one, differing }] },
    });
    expect(isDoneAlready(settled(2, 'void', 'Closed'), refusal(0))).toBe(true);
    expect(isDoneAlready(settled(2, 'void', 'Closed'), refusal(1))).toBe(false);
    expect(isDoneAlready(settled(2, 'void'), refusal(1))).toBe(true);
  });
});
