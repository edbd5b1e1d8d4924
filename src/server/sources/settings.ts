import * as z from 'zod/mini';

import { defaultLeague } from '#contract/fixtures/leagues.ts';

import { leagueKeyed } from '../fixtures/leagues.ts';
import { isOddsMarket, oddsMarkets } from './markets.ts';
import type { OddsSource } from './odds-round.ts';
import { type Source, sourceAt } from './source.ts';

/** Always requested; accepted in the setting as an empty list. */
const always = 'h2h';

/** The settings of sources. */
export const sourceSettings = {
  ODDS_UPSTREAM: z.optional(
    addressOfSource(
      (form) => form !== 'matches',
      'https://api.the-odds-api.com/v4, ending in /v3 or /v4',
    ),
  ),
  ODDS_API_KEY: z.optional(z.string()),
  ODDS_LEAGUES: z._default(
    list(
      (each) => leagueKeyed(each) !== undefined,
      'must be keys of leagues such as soccer_epl, parted by commas',
    ),
    [defaultLeague],
  ),
  ODDS_MARKETS: z.optional(
    list(
      (each) => each === always || isOddsMarket(each),
      `must be markets parted by commas, of ${oddsMarkets.join(', ')}, or ${always} for none of them`,
    ),
  ),
  RESULTS_UPSTREAM: z.optional(
    addressOfSource(
      (form) => form !== 'v3',
      'https://api.football-data.org/v4/matches, ending in /matches or /v4',
    ),
  ),
  RESULTS_API_KEY: z.optional(z.string()),
};

const SourceEnvironment = z.object(sourceSettings);
type SourceEnvironment = z.infer<typeof SourceEnvironment>;

/** A sentence if a market is named that the source of odds does not offer. */
export function wrongMarkets({
  ODDS_UPSTREAM,
  ODDS_MARKETS = [],
}: SourceEnvironment): string | undefined {
  const isVersion3 = ODDS_UPSTREAM !== undefined && sourceAt(ODDS_UPSTREAM, null)?.form === 'v3';
  if (!isVersion3 || !ODDS_MARKETS.some(isOddsMarket)) return undefined;
  return `ODDS_MARKETS needs a source of version 4: the one in ODDS_UPSTREAM has ${always} alone.`;
}

export function oddsOf({
  ODDS_UPSTREAM,
  ODDS_API_KEY,
  ODDS_LEAGUES: leagues,
  ODDS_MARKETS,
}: SourceEnvironment): OddsSource | null {
  const source = ODDS_UPSTREAM && sourceAt(ODDS_UPSTREAM, ODDS_API_KEY ?? null);
  if (!source) return null;
  const usual = source.form === 'v4' ? ['totals'] : [];
  return { source, leagues, markets: (ODDS_MARKETS ?? usual).filter(isOddsMarket) };
}

/** One key if both sources have the same host; a key is never sent to another host. */
export function resultsOf({
  RESULTS_UPSTREAM,
  RESULTS_API_KEY,
  ODDS_UPSTREAM,
  ODDS_API_KEY,
}: SourceEnvironment) {
  if (!RESULTS_UPSTREAM) return null;
  const isSameHost =
    ODDS_UPSTREAM && new URL(ODDS_UPSTREAM).origin === new URL(RESULTS_UPSTREAM).origin;
  const source = sourceAt(
    RESULTS_UPSTREAM,
    RESULTS_API_KEY ?? (isSameHost ? ODDS_API_KEY : null) ?? null,
  );
  return source ? { source } : null;
}

/** Schema of a list with allowed entries. */
function list(isAllowed: (each: string) => boolean, sentence: string) {
  return z.pipe(
    z.string().check(z.refine((value) => listOf(value).every(isAllowed), sentence)),
    z.transform(listOf),
  );
}

/** Schema of the address of a source with this API. */
function addressOfSource(isSupported: (form: Source['form']) => boolean, example: string) {
  return z.string().check(
    z.refine((value) => {
      const source = sourceAt(value, null);
      return source !== undefined && isSupported(source.form);
    }, `must be an address such as ${example}; its key is a setting of its own`),
  );
}

/** Splits a setting at its commas. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}
