import { describe, expect, test } from 'vitest';

import { createPlaceholderClub } from '#domain/clubs/club.ts';
import {
  toClubKey,
  findClubOrPlaceholder,
  clubs,
  gameSearchText,
  clubSearchText,
  shortName,
} from '#domain/clubs/clubs.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { foldText } from '#domain/names/text-folding.ts';

describe('the table of clubs', () => {
  test('contains every club of eight leagues', () => {
    expect(clubs).toHaveLength(162);
  });

  test('has short names of at most fourteen letters', () => {
    const long = clubs.filter(({ short }) => short.length > 14);

    expect(long).toEqual([]);
  });

  test('has a unique code of three letters or digits for each club', () => {
    const codes = clubs.map(({ code }) => code);

    expect(codes.filter((code) => !/^[A-Z0-9]{3}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test('has two different colours for each club', () => {
    const wrong = clubs.filter(
      ({ colours: [first, second] }) =>
        first === second || ![first, second].every((colour) => /^#[0-9A-F]{6}$/.test(colour)),
    );

    expect(wrong).toEqual([]);
  });

  test('has no name for two clubs', () => {
    const names = clubs.flatMap((club) =>
      club.names.map((name) => ({ name: foldText(name), club })),
    );

    const twice = names.filter(({ name, club }) =>
      names.some((other) => other.name === name && other.club !== club),
    );

    expect(twice).toEqual([]);
  });
});

describe('a team', () => {
  test.each([
    ['Arsenal FC', 'Arsenal', 'ARS'],
    ['Brighton and Hove Albion', 'Brighton', 'BHA'],
    ['Brighton & Hove Albion', 'Brighton', 'BHA'],
    ['Paris Saint Germain', 'Paris SG', 'PSG'],
    ['Bayern Munich', 'Bayern', 'BAY'],
    ['FC St Pauli', 'St. Pauli', 'STP'],
    ['KASIMPASA SK', 'Kasımpaşa', 'KAS'],
    ['1. FC Koln', 'Köln', 'KOE'],
  ])('%s has the short name %s', (team, short, code) => {
    expect(findClubOrPlaceholder(team)).toMatchObject({ short, code });
    expect(shortName(team)).toBe(short);
  });

  test('has the pattern and the shape of its badge', () => {
    expect(findClubOrPlaceholder('VfB Stuttgart')).toMatchObject({
      pattern: 'hoops',
      bands: 3,
      round: false,
    });
    expect(findClubOrPlaceholder('Inter Milan')).toMatchObject({
      pattern: 'stripes',
      bands: 5,
      round: true,
    });
  });

  test('is plain without a known pattern', () => {
    expect(findClubOrPlaceholder('Eintracht Frankfurt').pattern).toBe('plain');
  });

  test('that is not in the table is grey, and keeps its name', () => {
    expect(findClubOrPlaceholder('Kickers Offenbach')).toEqual(
      createPlaceholderClub('Kickers Offenbach'),
    );
    expect(createPlaceholderClub('Kickers Offenbach')).toMatchObject({
      short: 'Kickers Offenbach',
      code: 'KIC',
    });
    expect(createPlaceholderClub('Åsane').code).toBe('ASA');
  });

  test.each(['psg', 'paris saint', 'Paris SG', 'PARIS'])('of Paris is found by %s', (search) => {
    expect(clubSearchText('Paris Saint-Germain')).toContain(foldText(search));
  });

  test('that is not in the table is found by its name', () => {
    expect(clubSearchText('Kickers Offenbach')).toBe('kickers offenbach');
  });
});

describe('a game', () => {
  test.each(['Arsenal Vs Paris', 'psg', 'ars', 'paris saint-germain'])(
    'is found by %s',
    (search) => {
      const text = gameSearchText('Arsenal FC Vs Paris Saint-Germain');

      const missing = foldText(search)
        .split(' ')
        .filter((word) => !text.includes(word));

      expect(missing).toEqual([]);
    },
  );

  test('without the names of two teams is found by its text', () => {
    expect(gameSearchText('Cup Final')).toBe('cup final');
  });
});

describe('a league', () => {
  test.each([
    ['soccer_epl', 'EPL', 'EPL', 'eng'],
    ['soccer_spain_la_liga', 'La Liga - Spain', 'La Liga', 'esp'],
    ['soccer_netherlands_eredivisie', 'Dutch Eredivisie', 'Eredivisie', 'ned'],
    ['soccer_spain_segunda_division', 'La Liga 2 - Spain', 'La Liga 2', 'esp'],
    ['soccer_germany_bundesliga', undefined, 'Bundesliga', 'ger'],
    [
      'soccer_russia_premier_league',
      'Premier League - Russia',
      'Premier League - Russia',
      undefined,
    ],
    [undefined, undefined, '', undefined],
  ])('%s with the feed’s title "%s" is shown as %s', (key, feedTitle, title, flag) => {
    expect(toLeagueLabel(key, feedTitle)).toEqual({ title, flag });
  });
});

describe('the key of a club', () => {
  test('is the same for all names of a club in the table', () => {
    const other = clubs.filter(({ code, names }) => names.some((name) => toClubKey(name) !== code));

    expect(other).toEqual([]);
  });

  test('differs from other clubs’ keys, also with FC before or after the name', () => {
    const codes = new Set(clubs.map(({ code }) => code));
    const other = clubs.flatMap(({ code, names }) =>
      names
        .flatMap((name) => [`${name} FC`, `FC ${name}`])
        .filter((name) => toClubKey(name) !== code && codes.has(toClubKey(name))),
    );

    expect(other).toEqual([]);
  });

  test.each([
    ['Oxford United FC', 'Oxford United', true],
    ['Paris FC', 'Paris', false],
    ['Real Oviedo', 'Real Oviedo CF', true],
    ['Grêmio', 'GREMIO', true],
    ['Brechin & District', 'Brechin and District', true],
    ['Oxford United', 'Oxford City', false],
    ['FC', 'AC', false],
    ['FC Twente Enschede', "FC Twente '65", true],
    ['Excelsior', 'SBV Excelsior', true],
    ['Telstar', 'Telstar 1963', true],
    ['Sassuolo', 'US Sassuolo Calcio', true],
    ['Pisa', 'AC Pisa 1909', true],
    ['Tottenham Hotspur', 'Spurs', true],
    ['Manchester United', 'Manchester Utd', true],
    ['Newcastle United', 'Newcastle Utd', true],
    ['Nottingham Forest', "Nott'ham Forest", true],
    ['Queens Park Rangers FC', 'QPR', true],
    ['West Bromwich Albion FC', 'West Brom', true],
    ['Olympique Lyonnais', 'Olympique Lyon', true],
    ['Inter Milan', 'Internazionale', true],
    ['1. FC Köln', 'Cologne', true],
    ['FC Copenhagen', 'København', true],
    ['FC København', 'Copenhagen', true],
    ['AVS', 'AVS Futebol SAD', true],
    ['1. FC Nürnberg', 'FC Nurnberg', true],
    ['Manchester Utd', 'Manchester City', false],
  ])('of %s and %s is the same: %s', (one, other, same) => {
    expect(toClubKey(one) === toClubKey(other)).toBe(same);
  });
});
