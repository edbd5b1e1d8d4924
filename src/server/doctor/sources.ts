import { day, hour } from '#domain/durations.ts';

import type { Queryable } from '../db/database.ts';
import type { Settings } from '../platform/settings.ts';
import { roundOf } from '../sources/odds-round.ts';
import { evenPause, reservedRequests, stateOf } from '../sources/turns.ts';
import { type CheckResult, resultsAbout } from './check-result.ts';

const { ok, warn } = resultsAbout('sources');

/** The settings of sources, and the secret that their keys are hashed with. */
export type SourceNeeds = Pick<Settings, 'odds' | 'jwtSecret'>;

/**
 * Checks the remaining requests of the source of odds (its header `x-requests-remaining`), and how
 * long they last.
 */
export async function checkOdds(
  database: Pick<Queryable, 'select'>,
  { odds, jwtSecret: secret }: SourceNeeds,
  clock: () => Date,
): Promise<CheckResult[]> {
  if (!odds) return [];
  const { host } = odds.source;
  const now = clock();
  const state = await stateOf({ database, secret }, odds.source);
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
  const { cost: round } = await roundOf({ database, clock }, odds);
  const message = `${host} has ${remaining} requests left, and a round takes ${round}`;
  const mend = 'Name fewer ODDS_MARKETS or ODDS_LEAGUES, or take a larger plan.';
  if (remaining - round < reservedRequests) {
    const tooFew = `${message}: too few, since ${reservedRequests} are never spent. ${mend}`;
    return [...results, warn(tooFew)];
  }
  const pause = evenPause({ remaining, round, pause: 0 }, now);
  const lasting = `${message}: one in ${Math.max(0.1, Math.round((10 * pause) / hour) / 10)} h until the month ends.`;
  return [...results, pause > day ? warn(`${lasting} ${mend}`) : ok(lasting)];
}
