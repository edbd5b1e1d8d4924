import { describe, expect, test } from 'vitest';

import { findClubOrPlaceholder } from '#domain/clubs/clubs.ts';
import { parseResults } from '#domain/results/result-lines.ts';
import { matchReportedResults, type ReportedMatch } from '#domain/results/result-search.ts';

const now = new Date('2025-08-17T12:00:00Z');
const nameOf = (team: string) => findClubOrPlaceholder(team).short;

const arsenal = {
  id: 'arsenal',
  home: 'Arsenal',
  away: 'Nottingham Forest',
  kickOff: new Date('2025-08-16T19:30:00Z'),
  status: 'scheduled' as const,
};

function read(text: string): readonly ReportedMatch[] {
  const results = parseResults(text);
  if (!results.allowed) throw new Error(results.problem.join('\n'));
  return results.value;
}

function problemsOf(text: string): readonly string[] {
  const results = parseResults(text);
  return results.allowed ? [] : results.problem;
}

describe('results as typed lines', () => {
  test.each([
    ['Arsenal 2-1 (1-0) Chelsea', [2, 1], [1, 0]],
    ['  20.00  Arsenal FC   2-1 (1-0)   Chelsea FC', [2, 1], [1, 0]],
    ['Arsenal v Chelsea 2-1 (1-0)', [2, 1], [1, 0]],
    ['Arsenal – Chelsea  2:1', [2, 1], undefined],
    ['Schalke 04 10–0 (4–0) 1. FC Köln', [10, 0], [4, 0]],
    ['Arsenal 0-0 Chelsea', [0, 0], [0, 0]],
    ['ارسنال ٢-١ تشيلسي', [2, 1], undefined],
  ])('are parsed from the line %j', (line, [home, away], half) => {
    const halfTime = half && { home: half[0], away: half[1] };

    expect(read(line)).toMatchObject([
      { status: 'played', score: { fullTime: { home, away }, halfTime } },
    ]);
  });

  test('have the clubs as they are written, and the date above them', () => {
    const lines = ['2025-08-16', 'Schalke 04 2-1 1. FC Köln', '', '2025-08-17', 'Lens v Lille 0-3'];

    expect(read(lines.join('\r\n'))).toMatchObject([
      { home: 'Schalke 04', away: '1. FC Köln', date: '2025-08-16' },
      { home: 'Lens', away: 'Lille', date: '2025-08-17' },
    ]);
  });

  test('are parsed from a season file', () => {
    const score = { ht: [1, 0], ft: [2, 1] };
    const match = { date: '2025-08-16', team1: 'Arsenal', team2: 'Chelsea', score };

    expect(read(JSON.stringify({ matches: [match] }))).toMatchObject([
      { home: 'Arsenal', date: '2025-08-16', score: { halfTime: { home: 1, away: 0 } } },
    ]);
  });

  test.each([
    ['Arsenal 2-1 (3-0) Chelsea'],
    ['Arsenal 3-2 a.e.t. (2-2, 1-0) Chelsea'],
    ['2-1 (1-0)'],
    ['nothing of this kind'],
    ['{"matches": ['],
  ])('are refused with the line that cannot be parsed: %j', (text) => {
    expect(problemsOf(`${text}\n`)).toHaveLength(1);
  });
});

describe('a reported result', () => {
  const match = {
    home: 'Arsenal FC',
    away: 'Nottm Forest',
    date: '2025-08-16',
    status: 'played' as const,
    score: { fullTime: { home: 2, away: 1 } },
  };

  test('matches a game by any name of its clubs', () => {
    expect(matchReportedResults([match], [arsenal], { clubKeyOf: nameOf, now })).toEqual({
      matched: [{ fixture: arsenal, kind: 'new', result: { status: 'played', ...match.score } }],
      unknown: 0,
    });
  });

  test.each([
    ['2025-08-15', 1],
    ['2025-08-17', 1],
    ['2025-08-14', 0],
    ['2024-08-16', 0],
    [undefined, 1],
  ])('matches only a game of its day, %s: %d', (date, count) => {
    const { matched, unknown } = matchReportedResults([{ ...match, date }], [arsenal], {
      clubKeyOf: nameOf,
      now,
    });

    expect(matched).toHaveLength(count);
    expect(unknown).toBe(1 - count);
  });

  test('without a day matches the game that started last, and is too early for a later game', () => {
    const toCome = { ...arsenal, kickOff: new Date('2025-08-17T19:30:00Z') };
    const matched = (fixtures: (typeof arsenal)[]) =>
      matchReportedResults([{ ...match, date: undefined }], fixtures, { clubKeyOf: nameOf, now });

    const earlier = { ...arsenal, kickOff: new Date('2025-03-15T19:30:00Z') };
    expect(matched([toCome, arsenal]).matched).toMatchObject([{ fixture: arsenal, kind: 'new' }]);
    expect(matched([earlier, arsenal]).matched).toMatchObject([{ fixture: arsenal, kind: 'new' }]);
    expect(matched([toCome])).toMatchObject({
      matched: [{ fixture: toCome, kind: 'refused', problem: 'too-early-to-decide' }],
      unknown: 0,
    });
  });

  test.each([
    { what: 'an equal one', score: match.score, status: 'played' as const, kind: 'same' },
    {
      what: 'an equal one with a half-time score that the file lacks',
      score: { ...match.score, halfTime: { home: 1, away: 1 } },
      status: 'played' as const,
      kind: 'same',
    },
    {
      what: 'another score',
      score: { fullTime: { home: 0, away: 0 } },
      status: 'played' as const,
      kind: 'other',
    },
    { what: 'cancelled', score: undefined, status: 'cancelled' as const, kind: 'other' },
    { what: 'in play', score: match.score, status: 'in-play' as const, kind: 'new' },
  ])('of a game with a result, $what, is $kind', ({ score, status, kind }) => {
    const fixture = { ...arsenal, score, status };

    expect(
      matchReportedResults([match], [fixture], { clubKeyOf: nameOf, now }).matched,
    ).toMatchObject([{ kind }]);
  });

  test('keeps the first goal if the score is equal', () => {
    const { score } = match;
    const fixture = { ...arsenal, status: 'played' as const, score, firstGoal: 'away' as const };
    const matched = (fullTime: { home: number; away: number }) =>
      matchReportedResults([{ ...match, score: { halfTime: undefined, fullTime } }], [fixture], {
        clubKeyOf: nameOf,
        now,
      }).matched[0]?.result;

    expect(matched(score.fullTime)).toMatchObject({ firstGoal: 'away' });
    expect(matched({ home: 3, away: 1 })?.firstGoal).toBeUndefined();
  });

  test('is refused before the final whistle', () => {
    const early = new Date(arsenal.kickOff.getTime() + 60 * 60_000);

    expect(
      matchReportedResults([match], [arsenal], { clubKeyOf: nameOf, now: early }).matched,
    ).toMatchObject([{ kind: 'refused', problem: 'too-early-to-decide' }]);
  });

  test('is ignored if the file has no score yet', () => {
    const open = { ...match, status: 'scheduled' as const, score: undefined };

    expect(matchReportedResults([open], [arsenal], { clubKeyOf: nameOf, now })).toEqual({
      matched: [],
      unknown: 0,
    });
  });
});
