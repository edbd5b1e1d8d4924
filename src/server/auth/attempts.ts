import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { ApiProblem } from '#contract/problem.ts';

import type { Services } from '../services.ts';

const day = 24 * 60 * 60;

export type Attempts = {
  /** Refuses a key that was refused within the time, from memory. */
  check: (key: string) => Promise<void>;
  /** Counts an attempt, or several at once, or refuses it when there were too many. */
  count: (key: string, points?: number) => Promise<void>;
  /** Takes an attempt back that was none: the password was right. */
  forgive: (key: string) => Promise<void>;
};

type Needs = Pick<Services, 'database' | 'settings'>;

/**
 * What is counted, how often it may be tried, and within which time. `flooded` where so much may come
 * that who goes on is refused without the database being asked again, and that each process counts by itself
 * while the database cannot.
 */
type Limit = { name: string; most: number; minutes: number; flooded?: boolean };

/**
 * Counts what was tried lately, in the database, for all processes that share it. The time is the
 * machine's: the library asks nobody else.
 */
export function attempts(
  services: Needs,
  { name, most, minutes, flooded = false }: Limit,
): Attempts {
  const duration = minutes * 60;
  const counter = new RateLimiterPostgres({
    ...tableOf(services),
    keyPrefix: name,
    points: most,
    duration,
    // A database that takes no writes still answers what is read.
    ...(flooded && { insuranceLimiter: new RateLimiterMemory({ points: most, duration }) }),
  });
  const refusals = new RateLimiterMemory({ points: 1, duration });

  async function check(key: string): Promise<void> {
    const refusal = await refusals.get(key);
    if (refusal) throw tooManyUntil(refusal);
  }

  return {
    check,
    async count(key, points) {
      await check(key);
      try {
        await counter.consume(hiddenKey(services, name, key), points);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const problem = tooManyUntil(refused);
        if (flooded) await refusals.block(key, problem.details.retryAfterSeconds ?? duration);
        throw problem;
      }
    },
    async forgive(key) {
      await counter.reward(hiddenKey(services, name, key));
    },
  };
}

function tooManyUntil({ msBeforeNext }: RateLimiterRes): ApiProblem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiProblem('rate-limited', { retryAfterSeconds: seconds });
}

function tableOf({ database }: Needs) {
  return {
    storeClient: database.$client,
    storeType: 'pool',
    tableName: 'limits',
    tableCreated: true,
    // A job of ours does that.
    clearExpiredByTimeout: false,
  };
}

/** A keyed hash: who tried what, and from where, is nobody's business afterwards. */
export function hiddenKey({ settings }: Needs, name: string, key: string): string {
  return createHmac('sha256', settings.jwtSecret)
    .update(`limit ${name} ${key}`)
    .digest('base64url');
}

/**
 * What counts as one address. A connection may be given any address of an IPv6 network, so `bits` of
 * it are all that counts.
 */
export function addressOf(ip: string, bits = 64): string {
  if (!ipaddr.isValid(ip)) return ip.toLowerCase();
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
}

export type LoginAttempt = { address: string; account: string };

/**
 * Slows down guessing without locking anybody out: an account under attack can still be entered
 * from an address it was entered from within the last thirty days.
 */
export function loginAttempts(services: Needs) {
  const pairs = attempts(services, { name: 'login', most: 10, minutes: 15 });
  const accounts = attempts(services, { name: 'login-account', most: 50, minutes: 15 });
  // A whole stadium may share one address.
  const addresses = attempts(services, { name: 'login-address', most: 600, minutes: 15 });
  const trusted = new RateLimiterPostgres({
    ...tableOf(services),
    keyPrefix: 'login-trusted',
    points: 1,
    duration: 30 * day,
  });
  const trustedKey = ({ address, account }: LoginAttempt) =>
    hiddenKey(services, 'trusted', `${account} ${address}`);

  async function forgive({ address, account }: LoginAttempt): Promise<void> {
    const isTrusted = await trusted.get(trustedKey({ address, account }));
    await Promise.all([
      pairs.forgive(`${account} ${address}`),
      addresses.forgive(address),
      isTrusted ? undefined : accounts.forgive(account),
    ]);
  }

  return {
    async begin({ address, account }: LoginAttempt): Promise<void> {
      const pair = `${account} ${address}`;
      await pairs.count(pair);
      await addresses.count(address);
      if (!(await trusted.get(trustedKey({ address, account })))) await accounts.count(account);
    },
    forgive,
    async succeed(attempt: LoginAttempt): Promise<void> {
      await forgive(attempt);
      await trusted.set(trustedKey(attempt), 1, 30 * day);
    },
  };
}
