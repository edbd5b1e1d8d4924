import { createHmac } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { ApiProblem } from '#contract/problem.ts';

import type { Services } from '../services.ts';

const day = 24 * 60 * 60;

export type AttemptCounter = {
  /** Throws, without a query, if this process knows that the key is over its limit. */
  check: (key: string) => Promise<void>;
  /** Counts one or several attempts; throws if the limit is exceeded. */
  count: (key: string, points?: number) => Promise<void>;
  /** Removes one attempt from the count, because the attempt succeeded. */
  forgive: (key: string) => Promise<void>;
};

type AttemptDependencies = Pick<Services, 'database' | 'settings'>;

/**
 * The name of a counter, and the maximum attempts in a period. `isFloodExpected`: attempts above
 * the limit are refused from memory, and each process counts alone while the database is
 * unavailable.
 */
export type AttemptLimit = {
  name: string;
  maxAttempts: number;
  minutes: number;
  isFloodExpected?: boolean;
};

/**
 * Counts recent attempts in the database, for all processes. The library uses the machine's clock,
 * not `services.clock`.
 */
export function createAttemptCounter(
  services: AttemptDependencies,
  { name, maxAttempts, minutes, isFloodExpected = false }: AttemptLimit,
): AttemptCounter {
  const duration = minutes * 60;
  const counter = new RateLimiterPostgres({
    ...createStoreOptions(services),
    keyPrefix: name,
    points: maxAttempts,
    duration,
    // With a read-only database, requests are still served and attempts are counted in memory.
    ...(isFloodExpected && {
      insuranceLimiter: new RateLimiterMemory({ points: maxAttempts, duration }),
    }),
  });
  const refusals = new RateLimiterMemory({ points: 1, duration });

  async function check(key: string): Promise<void> {
    const refusal = await refusals.get(key);
    if (refusal) throw toRateLimitedProblem(refusal);
  }

  return {
    check,
    async count(key, points) {
      await check(key);
      try {
        await counter.consume(hashLimitKey(services, name, key), points);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const problem = toRateLimitedProblem(refused);
        if (isFloodExpected)
          await refusals.block(key, problem.details.retryAfterSeconds ?? duration);
        throw problem;
      }
    },
    async forgive(key) {
      await counter.reward(hashLimitKey(services, name, key));
    },
  };
}

function toRateLimitedProblem({ msBeforeNext }: RateLimiterRes): ApiProblem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiProblem('rate-limited', { retryAfterSeconds: seconds });
}

function createStoreOptions({ database }: AttemptDependencies) {
  return {
    storeClient: database.$client,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    // The job in jobs/retention.ts deletes expired rows.
    clearExpiredByTimeout: false,
  };
}

/** Returns a keyed hash, so that stored counters do not reveal who tried to log in from where. */
export function hashLimitKey({ settings }: AttemptDependencies, name: string, key: string): string {
  return createHmac('sha256', settings.jwtSecret)
    .update(`limit ${name} ${key}`)
    .digest('base64url');
}

export type LoginAttempt = { address: string; account: string };

/**
 * Returns a function that runs a login and counts failures. This slows password guessing without
 * locking the owner out: logins stay possible from an IP address with a successful login within
 * thirty days.
 */
export function createLoginLimiter(services: AttemptDependencies) {
  const pairs = createAttemptCounter(services, { name: 'login', maxAttempts: 10, minutes: 15 });
  const accounts = createAttemptCounter(services, {
    name: 'login-account',
    maxAttempts: 50,
    minutes: 15,
  });
  // Many members may share one IP address, for example in a stadium.
  const addresses = createAttemptCounter(services, {
    name: 'login-address',
    maxAttempts: 600,
    minutes: 15,
  });
  const trusted = new RateLimiterPostgres({
    ...createStoreOptions(services),
    keyPrefix: 'login-trusted',
    points: 1,
    duration: 30 * day,
  });
  const trustedKey = ({ address, account }: LoginAttempt) =>
    hashLimitKey(services, 'trusted', `${account} ${address}`);

  async function forgive({ address, account }: LoginAttempt): Promise<void> {
    const isTrusted = await trusted.get(trustedKey({ address, account }));
    await Promise.all([
      pairs.forgive(`${account} ${address}`),
      addresses.forgive(address),
      isTrusted ? undefined : accounts.forgive(account),
    ]);
  }

  return async <Result>(attempt: LoginAttempt, logIn: () => Promise<Result>): Promise<Result> => {
    const { address, account } = attempt;
    await pairs.count(`${account} ${address}`);
    await addresses.count(address);
    if (!(await trusted.get(trustedKey(attempt)))) await accounts.count(account);
    const result = await logIn().catch(async (error: unknown) => {
      // The password was correct: the client sends it again with the code, so this is no failure.
      if (error instanceof ApiProblem && error.code === 'code-required') await forgive(attempt);
      throw error;
    });
    await forgive(attempt);
    await trusted.set(trustedKey(attempt), 1, 30 * day);
    return result;
  };
}
