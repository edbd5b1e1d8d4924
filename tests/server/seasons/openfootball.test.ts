import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { parseSeasonFile, type Season } from '#domain/results/season-file.ts';
import { findKnownLeague, findLeagueOfFile, knownLeagues } from '#server/fixtures/leagues.ts';
import { toDatedMatches, findSeasonLabel, shiftToToday } from '#server/seasons/season.ts';

const path = join(import.meta.dirname, 'files', '2030-31_de.1.json');
const season = readGood(readFileSync(path, 'utf8'));
const bundesliga = findKnownLeague('soccer_germany_bundesliga') ?? knownLeagues[0];
if (!bundesliga) throw new Error('there is no league');

function readGood(text: string): Season {
  const read = parseSeasonFile(text);
  if (!read.allowed) throw new Error(read.problem.join('\n'));
  return read.value;
}

function problemsOf(file: unknown): readonly string[] {
  const read = parseSeasonFile(typeof file === 'string' ? file : JSON.stringify(file));
  return read.allowed ? [] : read.problem;
}

function aRow(changes: object = {}): object {
  return { date: '2030-08-24', team1: 'Göltz 09', team2: 'FC Köln Süd', ...changes };
}

describe('a season file', () => {
  test.each([
    { what: 'a played match', at: 0, status: 'played', halfTime: { home: 1, away: 0 } },
    { what: 'no half-time score at 0-0', at: 1, status: 'played', halfTime: { home: 0, away: 0 } },
    { what: 'extra time and penalties', at: 3, status: 'played', halfTime: { home: 0, away: 1 } },
    { what: 'no half-time score after goals', at: 4, status: 'played', halfTime: undefined },
  ])('is parsed: $what', ({ at, status, halfTime }) => {
    const match = season.matches[at];
    expect(match?.status).toBe(status);
    expect(match?.score?.halfTime).toEqual(halfTime);
  });

  test('uses the score of 90 minutes if there was extra time', () => {
    expect(season.matches[3]?.score?.fullTime).toEqual({ home: 1, away: 1 });
  });

  test.each([
    { what: 'awarded', at: 2, status: 'awarded' },
    { what: 'postponed', at: 5, status: 'postponed' },
    { what: 'an empty score', at: 6, status: 'scheduled' },
    { what: 'no score at all', at: 7, status: 'scheduled' },
  ])('has no score if a match is $what', ({ at, status }) => {
    expect(season.matches[at]).toMatchObject({ status, score: undefined });
  });

  test('accepts an hour of one digit', () => {
    const { matches } = readGood(JSON.stringify({ matches: [aRow({ time: '9:30' })] }));

    expect(matches).toMatchObject([{ time: '09:30' }]);
  });

  test('accepts older files with a field for each side’s goals', () => {
    const older = [
      aRow({ score1: 2, score2: 1, score1i: 0, score2i: 1 }),
      aRow({ score1: null, score2: null }),
    ];

    const { matches } = readGood(JSON.stringify({ matches: older }));

    const score = { fullTime: { home: 2, away: 1 }, halfTime: { home: 0, away: 1 } };
    expect(matches).toMatchObject([
      { status: 'played', score },
      { status: 'scheduled', score: undefined },
    ]);
  });

  test('normalizes the Unicode form of club names', () => {
    const decomposed = aRow({ team1: 'Go\u0308ltz  09 ' });
    const { matches } = readGood(JSON.stringify({ matches: [decomposed] }));
    expect(matches[0]?.home).toBe('Göltz 09');
    expect(season.matches.map(({ away }) => away)).toContain('İnci Straße');
  });

  test('removes the country after a club name in a cup', () => {
    const rows = [aRow({ team1: 'PSV (NED)', team2: 'Celtic FC (SCO)' })];
    expect(readGood(JSON.stringify({ matches: rows })).matches).toMatchObject([
      { home: 'PSV', away: 'Celtic FC' },
    ]);
  });

  test('can have matches in rounds, and clubs as objects', () => {
    const match = aRow({ team1: { name: 'Göltz 09', code: 'GOL' }, score: { ft: [1, 0] } });
    const text = JSON.stringify({
      name: 'Cup 2030',
      rounds: [{ name: 'Final', matches: [match] }],
    });
    expect(readGood(`\uFEFF${text}`).matches).toMatchObject([
      { round: 'Final', home: 'Göltz 09', status: 'played' },
    ]);
  });
});

describe('a wrong season file', () => {
  test.each([
    { what: 'not JSON', file: '{"matches": [', says: 'not JSON' },
    { what: 'not a season', file: { clubs: [] }, says: 'no list of matches' },
    { what: 'a list', file: [], says: 'no list of matches' },
    { what: 'no match', file: { matches: [] }, says: 'holds no match' },
    { what: 'an empty row', file: { matches: [7] }, says: 'Match 1: it is not a match' },
    { what: 'goals of one side alone', row: { score1: 2 }, says: 'score must be' },
    { what: 'an invalid day', row: { date: '2030-02-30' }, says: 'date must be' },
    { what: 'an invalid time', row: { time: '25:00' }, says: 'time must be' },
    { what: 'no away team', row: { team2: ' ' }, says: 'team2 must be' },
    { what: 'one team', row: { team1: 'FC Köln Süd' }, says: 'against itself' },
    { what: 'goals as text', row: { score: { ft: ['1', '0'] } }, says: 'score must be' },
    { what: 'an incomplete score', row: { score: { ft: [1] } }, says: 'score must be' },
    { what: 'negative goals', row: { score: { ft: [1, -1] } }, says: 'score must be' },
    { what: 'decreasing goals', row: { score: { ht: [2, 0], ft: [1, 0] } }, says: 'at half-time' },
    { what: 'an unknown status', row: { status: 'maybe' }, says: 'status must be one of' },
    { what: 'a direction mark in a name', row: { team1: 'Göltz\u202e 09' }, says: 'team1 must be' },
    { what: 'a hidden character', row: { team2: 'Köln\u200b Süd' }, says: 'team2 must be' },
    { what: 'a hidden character in a round', row: { round: '\u2067Final' }, says: 'round must be' },
    {
      what: 'a direction mark in a title',
      file: { name: 'Cup \u202e2030', matches: [aRow()] },
      says: 'name must be',
    },
    {
      what: 'more matches than any season',
      file: { matches: Array.from({ length: 300_000 }, () => 0) },
      says: 'It holds 300000 matches; a season has at most 3000.',
    },
    {
      what: 'rounds with more matches than any season',
      file: { rounds: [{ name: 'One', matches: Array.from({ length: 300_000 }, () => 0) }] },
      says: 'It holds 300000 matches',
    },
    { what: 'a property of all objects', row: { status: 'constructor' }, says: 'status must be' },
  ])('is reported: $what', ({ file, row, says }) => {
    const problems = problemsOf(file ?? { matches: [aRow(row)] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
  });

  test('names every wrong row by number and clubs', () => {
    const problems = problemsOf({ matches: [aRow({ date: '?' }), aRow(), aRow({ time: 'noon' })] });
    expect(problems).toEqual([
      expect.stringContaining('Match 1 (Göltz 09 - FC Köln Süd): date'),
      expect.stringContaining('Match 3 (Göltz 09 - FC Köln Süd): time'),
    ]);
  });
});

describe('the league of a season file', () => {
  test.each([
    { file: '2024-25_en.1.json', name: '', key: 'soccer_epl' },
    { file: 'en.1.json', name: 'Whatever', key: 'soccer_epl' },
    { file: 'DE.1.json', name: '', key: 'soccer_germany_bundesliga' },
    { file: 'season.json', name: 'Spain Primera División 2024/25', key: 'soccer_spain_la_liga' },
    { file: 'season.json', name: 'turkish super lig', key: 'soccer_turkey_super_league' },
    { file: '2024-25_uefa.cl.json', name: '', key: 'soccer_uefa_champs_league' },
    { file: 'uefa.el.json', name: '', key: 'soccer_uefa_europa_league' },
    {
      file: 'uefa.conf.json',
      name: 'UEFA Conference League 2024/25',
      key: 'soccer_uefa_europa_conference_league',
    },
    {
      file: 'cup.json',
      name: 'UEFA Conference League 2024/25',
      key: 'soccer_uefa_europa_conference_league',
    },
    { file: 'xx.9.json', name: 'Nowhere League 2024/25', key: undefined },
    { file: 'wooden.1.json', name: '', key: undefined },
  ])('$file, "$name": $key', ({ file, name, key }) => {
    expect(findLeagueOfFile(file, name)?.key).toBe(key);
  });

  test('has the group of the odds service', () => {
    expect(findKnownLeague('soccer_epl')).toMatchObject({
      group: 'Soccer - UK',
      zone: 'Europe/London',
    });
    const others = knownLeagues.filter(({ group }) => group === 'Soccer - Europe');
    expect(others.map(({ key }) => key)).toContain('soccer_italy_serie_a');
    expect(new Set(knownLeagues.map(({ code }) => code)).size).toBe(knownLeagues.length);
  });
});

describe('the matches of a season', () => {
  const dated = toDatedMatches(season.matches, bundesliga, '2030-31');

  test('kick off at the local time of their league in summer and winter', () => {
    expect(dated.map(({ kickOff }) => kickOff.toISOString())).toEqual([
      '2030-08-24T13:30:00.000Z',
      '2030-08-24T16:30:00.000Z',
      '2030-10-26T13:30:00.000Z',
      '2030-10-27T14:30:00.000Z',
      '2030-12-07T14:30:00.000Z',
      '2031-02-07T23:00:00.000Z',
      '2031-04-05T13:30:00.000Z',
      '2031-04-05T22:00:00.000Z',
    ]);
  });

  test('keep their ids when they move, and differ between seasons and leagues', () => {
    const moved = season.matches.map((match) => ({ ...match, date: '2031-05-01', round: 'x' }));
    const ids = dated.map(({ id }) => id);
    expect(toDatedMatches(moved, bundesliga, '2030-31').map(({ id }) => id)).toEqual(ids);
    const next = toDatedMatches(season.matches, bundesliga, '2031-32');
    expect(new Set([...ids, ...next.map(({ id }) => id)]).size).toBe(2 * ids.length);
  });

  test('keep the ids of their rounds if the first match moves after the second', () => {
    const [first] = season.matches;
    const idsByRound = (date: string) => {
      const meetings = first
        ? [
            { ...first, round: 'Matchday 3', date },
            { ...first, round: 'Matchday 25', date: '2031-04-18' },
          ]
        : [];
      const numbered = toDatedMatches(meetings, bundesliga, '2030-31');
      return Object.fromEntries(numbered.map(({ round, id }) => [round, id]));
    };

    expect(idsByRound('2031-05-20')).toEqual(idsByRound('2030-09-14'));
    expect(new Set(Object.values(idsByRound('2031-05-20'))).size).toBe(2);
  });

  test.each([
    { name: 'English Premier League 2025/26', path: 'en.1.json', label: '2025-26' },
    { name: 'Brasileiro 2024', path: '2020/br.1.json', label: '2024' },
    { name: 'Cup', path: '/seasons/2023-24/en.1.json', label: '2023-24' },
    { name: 'Cup', path: '2022-2023_en.1.json', label: '2022-23' },
    { name: '', path: 'cup.json', label: '2030-31' },
  ])('belong to season $label by "$name" in $path', ({ name, path, label }) => {
    expect(findSeasonLabel({ ...season, name }, path)).toBe(label);
  });
});

describe('a season shifted to today', () => {
  const now = new Date('2033-03-16T12:00:00Z');
  const weekly = Array.from({ length: 20 }, (_, week) => ({
    round: String(week + 1),
    date: new Date(Date.UTC(2030, 7, 24 + 7 * week)).toISOString().slice(0, 10),
    time: '15:30',
    home: 'Göltz 09',
    away: 'FC Köln Süd',
    status: 'played' as const,
    score: { fullTime: { home: 1, away: 0 } },
  }));

  test('has its middle in the next week, on the same weekday', () => {
    const { matches, weeks } = shiftToToday(weekly, 'Europe/Berlin', now);
    expect(matches[10]?.date).toBe('2033-03-19');
    expect(matches[0]?.date).toBe('2033-01-08');
    expect(new Date(matches[0]?.date ?? '').getUTCDay()).toBe(6);
    expect(weeks).toBe((Date.parse('2033-01-08') - Date.parse('2030-08-24')) / 604_800_000);
  });

  test('drops results in the future, and keeps the others', () => {
    const { matches, dropped } = shiftToToday(weekly, 'Europe/Berlin', now);
    const played = matches.filter(({ status }) => status === 'played');
    expect(played).toHaveLength(10);
    expect(dropped).toBe(10);
    expect(played.every(({ date }) => date < '2033-03-16')).toBe(true);
    const rest = matches.filter(({ status }) => status === 'scheduled');
    expect(rest.every(({ score }) => score === undefined)).toBe(true);
  });

  test('counts a match as ended two hours after kick-off, or after its day without a time', () => {
    const today = weekly.map((match) => ({ ...match, date: '2033-03-16' }));
    const atTime = (time: string) =>
      shiftToToday(today, 'Europe/Berlin', new Date(`2033-03-16T${time}:00Z`)).dropped;
    expect(atTime('16:29')).toBe(20);
    expect(atTime('16:30')).toBe(0);
    const untimed = today.map((match) => ({ ...match, time: undefined }));
    expect(shiftToToday(untimed, 'Europe/Berlin', now).dropped).toBe(20);
  });

  test('continues after the last result if that is before the middle', () => {
    const begun = weekly.map((match, week) =>
      week < 4 ? match : { ...match, status: 'scheduled' as const, score: undefined },
    );
    const { matches, dropped } = shiftToToday(begun, 'Europe/Berlin', now);
    expect(matches[4]?.date).toBe('2033-03-19');
    expect(dropped).toBe(0);
  });

  test('keeps postponed matches postponed', () => {
    const { matches } = shiftToToday(season.matches, 'Europe/Berlin', now);
    expect(matches[5]?.status).toBe('postponed');
  });
});
