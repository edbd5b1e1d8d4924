import { parseGameName } from '../fixture.ts';
import { foldText } from '../names/text-folding.ts';
import { type Club, clubPatterns, createPlaceholderClub } from './club.ts';
import { clubAliasTable } from './club-aliases.ts';
import { clubTable } from './table.ts';

/** A club with all names that feeds and season files use. */
export type NamedClub = Club & { readonly names: readonly string[] };

/** All clubs of the table. */
export const clubs: readonly NamedClub[] = clubTable.trim().split('\n').map(parseClubLine);

/** Finds a club by any of its names; returns a grey placeholder if no club matches. */
export function findClubOrPlaceholder(team: string): Club {
  return findKnownClub(team) ?? createPlaceholderClub(team);
}

/** Short name of a team, for narrow columns. */
export function shortName(team: string): string {
  return findClubOrPlaceholder(team).short;
}

/** A club's key, equal for all spellings of its name: sources differ in "FC", "&" and accents. */
export function toClubKey(team: string): string {
  const club = findKnownClub(team);
  if (club) return club.code;
  const name = toBareName(team) || foldClubName(team);
  clubKeysByAlias ??= new Map(clubAliasTable.trim().split('\n').flatMap(parseClubAliases));
  return clubKeysByAlias.get(foldClubName(team)) ?? clubKeysByAlias.get(name) ?? name;
}

let clubKeysByAlias: ReadonlyMap<string, string> | undefined;

function parseClubAliases(line: string): [name: string, key: string][] {
  const [name = '', others = ''] = line.split(' | ');
  return others.split(', ').map((other) => [foldClubName(other), toBareName(name)]);
}

/** Removes words such as "FC" and founding years, which some sources omit. */
function toBareName(team: string): string {
  return foldClubName(team).replaceAll(genericClubWords, ' ').replaceAll(/ +/g, ' ').trim();
}

const genericClubWords =
  /(?<![^ ])(?:a?fc|cf|sc|ac|as|us|ss|cd|ud|sv|sbv|bsc|fk|sk|if|bk|calcio|\d{1,4})(?![^ ])/g;

/** Folded text for searching a team: the given name, all other names and the code. */
export function clubSearchText(team: string): string {
  const club = findKnownClub(team);
  return foldText([team, ...(club ? [...club.names, club.code] : [])].join(' '));
}

/** Folded text for searching both teams of a game, as in "Arsenal Vs Chelsea". */
export function gameSearchText(game: string): string {
  const teams = parseGameName(game);
  return (teams ? [teams.home, teams.away] : [game]).map(clubSearchText).join(' vs ');
}

let clubsByName: ReadonlyMap<string, NamedClub> | undefined;

function findKnownClub(team: string): NamedClub | undefined {
  clubsByName ??= new Map(
    clubs.flatMap((club) => club.names.map((name) => [foldClubName(name), club])),
  );
  return clubsByName.get(foldClubName(team)) ?? clubsByName.get(toBareName(team));
}

/** Folds a club's name and removes spelling differences between feeds. */
function foldClubName(name: string): string {
  return foldText(name)
    .replaceAll('&', 'and')
    .replaceAll('-', ' ')
    .replaceAll(/[.']/g, '')
    .replaceAll(/(?<![^ ])utd(?![^ ])/g, 'united');
}

function parseClubLine(line: string): NamedClub {
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
