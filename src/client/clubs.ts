import { type Club, unknownClub } from '#domain/clubs/club.ts';
import type * as Clubs from '#domain/clubs/clubs.ts';
import { folded, hasWordFrom } from '#domain/folded.ts';

let table: typeof Clubs | undefined;

/**
 * Fetches the table of clubs, beside the catalogue and before the first screen. Where it cannot be
 * had, teams are written in full and drawn as unknown.
 */
export async function loadClubs(): Promise<void> {
  table = await import('#domain/clubs/clubs.ts');
}

/** The club of a team, drawn and written. */
export function clubOf(team: string): Club {
  return table?.clubOf(team) ?? unknownClub(team);
}

/** A team as it is written where space is short. */
export function shortName(team: string): string {
  return clubOf(team).short;
}

/** All that a search may find a team by, folded. */
export function searchText(team: string): string {
  return table?.searchText(team) ?? folded(team);
}

/** The same for a game, as in "Arsenal Vs Chelsea". */
export function gameSearchText(game: string): string {
  return table?.gameSearchText(game) ?? folded(game);
}

/**
 * Whether each word of a search begins a word in the names of the teams or of the league; words and league are
 * folded. A fragment from the middle finds nothing: "liga" is no part of "Bundesliga".
 */
export function isGameFound(
  words: readonly string[],
  { home, away }: { home: string; away: string },
  league: string,
): boolean {
  if (words.length === 0) return true;
  const text = `${searchText(home)} ${searchText(away)} ${league}`;
  return words.every((word) => hasWordFrom(text, word));
}
