import { ApiProblem } from '#contract/problem.ts';

const minute = 60_000;

/** More keys than this are not kept: the oldest go, so that guessing cannot fill the memory. */
const mostKeys = 100_000;

export type Attempts = {
  /** Counts an attempt, or refuses it when there were too many. */
  count: (key: string) => void;
  /** Takes an attempt back that was none: the password was right. */
  forgive: (key: string) => void;
};

/** Counts what was tried lately, in the memory of this process. */
export function attempts(
  clock: () => Date,
  { most, minutes }: { most: number; minutes: number },
): Attempts {
  const seen = new Map<string, { count: number; until: number }>();

  function makeRoom(): void {
    for (const key of seen.keys()) {
      if (seen.size < mostKeys) return;
      seen.delete(key);
    }
  }

  return {
    count(key) {
      const now = clock().getTime();
      const entry = seen.get(key);
      if (!entry || entry.until <= now) {
        seen.delete(key);
        makeRoom();
        seen.set(key, { count: 1, until: now + minutes * minute });
        return;
      }
      if (entry.count >= most) {
        const seconds = Math.ceil((entry.until - now) / 1000);
        throw new ApiProblem('rate-limited', { retryAfterSeconds: seconds });
      }
      entry.count += 1;
    },
    forgive(key) {
      const entry = seen.get(key);
      if (entry) entry.count = Math.max(0, entry.count - 1);
    },
  };
}

export type LoginAttempt = { address: string; account: string };

/**
 * Slows down guessing without locking anybody out: an account under attack can still be entered
 * from an address it was entered from before.
 */
export function loginAttempts(clock: () => Date) {
  const onAccountFromAddress = attempts(clock, { most: 10, minutes: 15 });
  const onAccount = attempts(clock, { most: 50, minutes: 15 });
  // A whole stadium may share one address.
  const fromAddress = attempts(clock, { most: 600, minutes: 15 });
  const trusted = new Set<string>();

  return {
    begin({ address, account }: LoginAttempt): void {
      const pair = `${account} ${address}`;
      onAccountFromAddress.count(pair);
      fromAddress.count(address);
      if (!trusted.has(pair)) onAccount.count(account);
    },
    succeed({ address, account }: LoginAttempt): void {
      const pair = `${account} ${address}`;
      onAccountFromAddress.forgive(pair);
      fromAddress.forgive(address);
      if (!trusted.has(pair)) onAccount.forgive(account);
      if (trusted.size >= mostKeys) trusted.clear();
      trusted.add(pair);
    },
  };
}
