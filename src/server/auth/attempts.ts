import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

import { ApiProblem } from '#contract/problem.ts';

import type { Services } from '../services.ts';

const day = 24 * 60 * 60;

export type Attempts = {
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
  const counter = new RateLimiterPostgres({
    ...tableOf(services),
    keyPrefix: name,
    points: most,
    duration: minutes * 60,
    ...(flooded && {
      inMemoryBlockOnConsumed: most + 1,
      // A database that takes no writes still answers what is read.
      insuranceLimiter: new RateLimiterMemory({ points: most, duration: minutes * 60 }),
    }),
  });
  return {
    async count(key, points) {
      try {
        await counter.consume(hiddenKey(services, name, key), points);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new ApiProblem('rate-limited', { retryAfterSeconds: seconds });
      }
    },
    async forgive(key) {
      await counter.reward(hiddenKey(services, name, key));
    },
  };
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
