import { dayMs, hourMs } from '#domain/durations.ts';

import type { Queryable } from '../db/database.ts';
import type { Settings } from '../platform/settings.ts';
import { planOddsRound } from '../sources/odds-round.ts';
import {
  computeEvenPause,
  operatorReservedRequests,
  readSourceState,
} from '../sources/source-rounds.ts';
import { type CheckResult, createResultFactories } from './check-result.ts';

const { ok, warn } = createResultFactories('sources');

/** The settings of sources, and the secret for hashing their API keys. */
export type SourceCheckSettings = Pick<Settings, 'odds' | 'jwtSecret'>;

/** Checks how many requests the odds source still allows, and how long they suffice. */
export async function checkOddsQuota(
  database: Pick<Queryable, 'select'>,
  { odds, jwtSecret: secret }: SourceCheckSettings,
  clock: () => Date,
): Promise<CheckResult[]> {
  if (!odds) return [];
  const { host } = odds.source;
  const now = clock();
  const state = await readSourceState({ database, secret }, odds.source);
  const results: CheckResult[] = [];
  if (state?.restUntil && state.restUntil > now) {
    const until = state.restUntil.toISOString();
    results.push(
      warn(`${host} failed ${state.failures} times and rests until ${until}: is its key right?`),
    );
  }
  const remaining = state?.remaining ?? undefined;
  if (remaining === undefined) {
    return [...results, ok(`${host} has not said yet how many requests are left.`)];
  }
  const { cost: round } = await planOddsRound({ database, clock }, odds);
  const message = `${host} has ${remaining} requests left, and a round takes ${round}`;
  const mend = 'Name fewer ODDS_MARKETS or ODDS_LEAGUES, or take a larger plan.';
  if (remaining - round < operatorReservedRequests) {
    const tooFew = `${message}: too few, since ${operatorReservedRequests} are never spent. ${mend}`;
    return [...results, warn(tooFew)];
  }
  const pause = computeEvenPause({ remaining, round, pause: 0 }, now);
  const lasting = `${message}: one in ${Math.max(0.1, Math.round((10 * pause) / hourMs) / 10)} h until the month ends.`;
  return [...results, pause > dayMs ? warn(`${lasting} ${mend}`) : ok(lasting)];
}
