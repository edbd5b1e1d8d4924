import { teamsOf } from '../fixture.ts';
import { folded } from '../names/folded.ts';
import { type Club, clubPatterns, unknownClub } from './club.ts';
import { otherNames } from './other-names.ts';
import { clubTable } from './table.ts';

/** A club with every name that feeds and season files give it. */
export type NamedClub = Club & { readonly names: readonly string[] };

/** All clubs of the table. */
export const clubs: readonly NamedClub[] = clubTable.trim().split('\n').map(clubIn);

/** Finds a club by any of its names; returns the grey unknown club if none matches. */
export function clubOf(team: string): Club {
  return known(team) ?? unknownClub(team);
}

/** Short name of a team, for narrow columns. */
export function shortName(team: string): string {
  return clubOf(team).short;
}

/**
 * Key of a club that is equal for all spellings of its name: sources differ in "FC", "&" and
 * accents.
 */
export function clubKey(team: string): string {
  const club = known(team);
  if (club) return club.code;
  const name = bareName(team) || keyOf(team);
  namesAlike ??= new Map(otherNames.trim().split('\n').flatMap(namesIn));
  return namesAlike.get(keyOf(team)) ?? namesAlike.get(name) ?? name;
}

let namesAlike: ReadonlyMap<string, string> | undefined;

function namesIn(line: string): [name: string, key: string][] {
  const [name = '', others = ''] = line.split(' | ');
  return others.split(', ').map((other) => [keyOf(other), bareName(name)]);
}

/** Removes words such as "FC" and a founding year, which some sources leave out. */
function bareName(team: string): string {
  return keyOf(team).replaceAll(forms, ' ').replaceAll(/ +/g, ' ').trim();
}

const forms =
  /(?<![^ ])(?:a?fc|cf|sc|ac|as|us|ss|cd|ud|sv|sbv|bsc|fk|sk|if|bk|calcio|\d{1,4})(?![^ ])/g;

/** Folded text that a search of a team matches: the given name, all other names and the code. */
export function searchText(team: string): string {
  const club = known(team);
  return folded([team, ...(club ? [...club.names, club.code] : [])].join(' '));
}

/** Folded search text of both teams of a game, as in "Arsenal Vs Chelsea". */
export function gameSearchText(game: string): string {
  const teams = teamsOf(game);
  return (teams ? [teams.home, teams.away] : [game]).map(searchText).join(' vs ');
}

let byName: ReadonlyMap<string, NamedClub> | undefined;

function known(team: string): NamedClub | undefined {
  byName ??= new Map(clubs.flatMap((club) => club.names.map((name) => [keyOf(name), club])));
  return byName.get(keyOf(team)) ?? byName.get(bareName(team));
}

/** Folds a name and removes spelling differences between feeds. */
function keyOf(name: string): string {
  return folded(name)
    .replaceAll('&', 'and')
    .replaceAll('-', ' ')
    .replaceAll(/[.']/g, '')
    .replaceAll(/(?<![^ ])utd(?![^ ])/g, 'united');
}

function clubIn(line: string): NamedClub {
  const [short = '', code = '', colours = '', look = '', others = ''] = line.split(' | ');
  const [first = '', second = ''] = colours.split(' ');
  return {
    short,
    code,
    colours: [`#${first}`, `#${second}`],
    pattern: clubPatterns.find((pattern) => look.startsWith(pattern)) ?? 'plain',
    bands: Number(/\d/.exec(look)?.[0] ?? 5),
    round: look.endsWith('round'),
    names: [short, ...others.split(', ')].filter(Boolean),
  };
}
