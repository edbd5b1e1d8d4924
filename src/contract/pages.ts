import { oddsGroups } from '#domain/catalogue.ts';
import { windows } from '#domain/record.ts';

import { leagueKey, month, oneOf, searchParser } from './search-parsers.ts';

/** The first part of every address that the app itself reads, also of short ones that lead to another. */
const firstParts = new Set([
  'account',
  'admin',
  'booked-ticket',
  'competitions',
  'edit-profile',
  'errors',
  'fixture',
  'help',
  'home',
  'inbox',
  'login',
  'my-tips',
  'play-responsibly',
  'pools',
  'privacy',
  'profile',
  'register',
  'settings',
  'sync',
  'terms',
  'tip',
  'tip-details',
  'tips',
  'tipster',
]);

/** Whether a path belongs to the app: no file and no call is below one of its first parts. */
export function isPage(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || firstParts.has(first);
}

const competitionsParser = searchParser({
  league: leagueKey,
  view: oneOf('results', 'tipsters'),
  month,
});

/** Parses the parameters of the page of competitions; a month is one of its tipsters. */
export function parseCompetitionsSearch(
  query: Record<string, unknown>,
): ReturnType<typeof competitionsParser> {
  const search = competitionsParser(query);
  return search.month === undefined ? search : { ...search, view: 'tipsters' };
}

/**
 * Parses the parameters of a tipster's profile: the month whose figures somebody came for, and which of the tips are
 * listed. `played` is the month of their last kick-off, and `figure` the figure of the record that counts them.
 * `check` is the window of a record that somebody checked.
 */
export const parseProfileSearch = searchParser({
  month,
  tips: oneOf('settled', 'open'),
  league: leagueKey,
  played: month,
  option: oneOf(...oddsGroups.map(({ group }) => group)),
  figure: oneOf('settled', 'in-time'),
  check: oneOf(...windows),
});
export type ProfileSearch = ReturnType<typeof parseProfileSearch>;
