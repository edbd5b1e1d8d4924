import { oddsGroups } from '#domain/catalogue.ts';
import { recordWindows } from '#domain/record.ts';

import {
  parseLeagueKey,
  parseMonth,
  createChoiceParser,
  createSearchParser,
} from './search-parsers.ts';

/** First path segments of all addresses of the app, including redirecting short ones. */
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

/** True if a path belongs to the app: no file or API route starts with one of its segments. */
export function isAppPath(path: string): boolean {
  const [, first = ''] = path.split('/');
  return path === '/' || firstSegments.has(first);
}

const competitionsParser = createSearchParser({
  league: parseLeagueKey,
  view: createChoiceParser('results', 'tipsters'),
  month: parseMonth,
});

/** Parses the parameters of the competitions page; `month` selects the month of the table. */
export function parseCompetitionsSearch(
  query: Record<string, unknown>,
): ReturnType<typeof competitionsParser> {
  const search = competitionsParser(query);
  return search.month === undefined ? search : { ...search, view: 'tipsters' };
}

/**
 * Parses the parameters of a tipster's profile. `month` is the month whose figures are shown; the
 * others select the listed tips: `played` by the month of their last kick-off, `figure` by the
 * figure of the record that counts them. `check` is the record window to verify.
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
