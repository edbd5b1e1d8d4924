import * as z from 'zod/mini';

import { defaultLeague } from '#contract/fixtures/leagues.ts';

import { findKnownLeague } from '../fixtures/leagues.ts';
import { isOddsMarket, oddsMarkets } from './markets.ts';
import type { OddsSource } from './odds-round.ts';
import { type Source, parseSource } from './source.ts';

/** This market is always requested; as a value of `ODDS_MARKETS` it means no further market. */
const alwaysRequestedMarket = 'h2h';

/** Schemas of the settings for sources. */
export const sourceSettings = {
  ODDS_UPSTREAM: z.optional(
    createSourceAddressSchema(
      (form) => form !== 'matches',
      'https://api.the-odds-api.com/v4, ending in /v3 or /v4',
    ),
  ),
  ODDS_API_KEY: z.optional(z.string()),
  ODDS_LEAGUES: z._default(
    createListSchema(
      (each) => findKnownLeague(each) !== undefined,
      'must be keys of leagues such as soccer_epl, parted by commas',
    ),
    [defaultLeague],
  ),
  ODDS_MARKETS: z.optional(
    createListSchema(
      (each) => each === alwaysRequestedMarket || isOddsMarket(each),
      `must be markets parted by commas, of ${oddsMarkets.join(', ')}, or ${alwaysRequestedMarket} for none of them`,
    ),
  ),
  RESULTS_UPSTREAM: z.optional(
    createSourceAddressSchema(
      (form) => form !== 'v3',
      'https://api.football-data.org/v4/matches, ending in /matches or /v4',
    ),
  ),
  RESULTS_API_KEY: z.optional(z.string()),
};

const SourceEnvironment = z.object(sourceSettings);
type SourceEnvironment = z.infer<typeof SourceEnvironment>;

/** Returns a sentence if `ODDS_MARKETS` has a market that the source of odds does not offer. */
export function describeWrongMarkets({
  ODDS_UPSTREAM,
  ODDS_MARKETS = [],
}: SourceEnvironment): string | undefined {
  const isVersion3 = ODDS_UPSTREAM !== undefined && parseSource(ODDS_UPSTREAM, null)?.api === 'v3';
  if (!isVersion3 || !ODDS_MARKETS.some(isOddsMarket)) return undefined;
  return `ODDS_MARKETS needs a source of version 4: the one in ODDS_UPSTREAM has ${alwaysRequestedMarket} alone.`;
}

export function toOddsSource({
  ODDS_UPSTREAM,
  ODDS_API_KEY,
  ODDS_LEAGUES: leagues,
  ODDS_MARKETS,
}: SourceEnvironment): OddsSource | null {
  const source = ODDS_UPSTREAM && parseSource(ODDS_UPSTREAM, ODDS_API_KEY ?? null);
  if (!source) return null;
  const usual = source.api === 'v4' ? ['totals'] : [];
  return { source, leagues, markets: (ODDS_MARKETS ?? usual).filter(isOddsMarket) };
}

/** Without `RESULTS_API_KEY`, the odds key is used if both sources have the same origin. */
export function toResultsSource({
  RESULTS_UPSTREAM,
  RESULTS_API_KEY,
  ODDS_UPSTREAM,
  ODDS_API_KEY,
}: SourceEnvironment) {
  if (!RESULTS_UPSTREAM) return null;
  const isSameHost =
    ODDS_UPSTREAM && new URL(ODDS_UPSTREAM).origin === new URL(RESULTS_UPSTREAM).origin;
  const source = parseSource(
    RESULTS_UPSTREAM,
    RESULTS_API_KEY ?? (isSameHost ? ODDS_API_KEY : null) ?? null,
  );
  return source ? { source } : null;
}

/** Creates a schema for a list with allowed entries. */
function createListSchema(isAllowed: (each: string) => boolean, sentence: string) {
  return z.pipe(
    z.string().check(z.refine((value) => splitList(value).every(isAllowed), sentence)),
    z.transform(splitList),
  );
}

/** Creates a schema for the URL of a source with a supported API. */
function createSourceAddressSchema(isSupported: (form: Source['api']) => boolean, example: string) {
  return z.string().check(
    z.refine((value) => {
      const source = parseSource(value, null);
      return source !== undefined && isSupported(source.api);
    }, `must be an address such as ${example}; its key is a setting of its own`),
  );
}

/** Splits a setting at commas. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}
