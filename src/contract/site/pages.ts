import { oddsGroups } from '#domain/catalogue.ts';
import { recordWindows } from '#domain/record.ts';

import {
  parseLeagueKey,
  parseMonth,
  createChoiceParser,
  createSearchParser,
} from './search-parsers.ts';

/** First path segments of all pages of the app, including short paths that redirect. */
const firstSegments = new Set([
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

/** True if a path belongs to the app; no file or API route starts with one of these segments. */
export function isAppPath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || firstSegments.has(first);
}

const competitionsParser = createSearchParser({
  league: parseLeagueKey,
  view: createChoiceParser('results', 'tipsters'),
  month: parseMonth,
});

/** Parses the parameters of the competitions page; a `month` implies the tipsters' view. */
export function parseCompetitionsSearch(
  query: Record<string, unknown>,
): ReturnType<typeof competitionsParser> {
  const search = competitionsParser(query);
  return search.month === undefined ? search : { ...search, view: 'tipsters' };
}

/**
 * Parses the parameters of a profile. `month` is the month whose figures are shown. The others
 * select the listed tips: `played` is the month of the last kick-off, `figure` the record's figure
 * that counts them. `check` is the record window to verify.
 */
export const parseProfileSearch = createSearchParser({
  month: parseMonth,
  tips: createChoiceParser('settled', 'open'),
  league: parseLeagueKey,
  played: parseMonth,
  option: createChoiceParser(...oddsGroups.map(({ group }) => group)),
  figure: createChoiceParser('settled', 'in-time'),
  check: createChoiceParser(...recordWindows),
});
export type ProfileSearch = ReturnType<typeof parseProfileSearch>;
