import { type Club, createPlaceholderClub } from '#domain/clubs/club.ts';
import type * as Clubs from '#domain/clubs/clubs.ts';
import { foldText, hasWordStartingWith } from '#domain/names/text-folding.ts';

let loadedClubs: typeof Clubs | undefined;

/**
 * Loads the table of clubs before the first screen, in parallel with the message catalogue. Without
 * the table, teams show their full names and a neutral badge.
 */
export async function loadClubs(): Promise<void> {
  loadedClubs = await import('#domain/clubs/clubs.ts');
}

export function clubOf(team: string): Club {
  return loadedClubs?.findClubOrPlaceholder(team) ?? createPlaceholderClub(team);
}

export function teamShortName(team: string): string {
  return clubOf(team).short;
}

/** The normalised names of a team, with which a search is compared. */
export function teamSearchText(team: string): string {
  return loadedClubs?.clubSearchText(team) ?? foldText(team);
}

/** The normalised names of both teams of a game such as "Arsenal Vs Chelsea", for a search. */
export function gameSearchText(game: string): string {
  return loadedClubs?.gameSearchText(game) ?? foldText(game);
}

/**
 * True if each word of a search begins a word in the names of the teams or the league. `words` and
 * league are normalised. A word does not match in the middle: "liga" does not find "Bundesliga".
 */
export function isGameSearchMatch(
  words: readonly string[],
  { home, away }: { home: string; away: string },
  league: string,
): boolean {
  if (words.length === 0) return true;
  const text = `${teamSearchText(home)} ${teamSearchText(away)} ${league}`;
  return words.every((word) => hasWordStartingWith(text, word));
}
