import { useEffect, useState } from 'react';
import type { Invited, Pool, PoolTable } from '#contract/pools.ts';
import { poolDocument, poolsDocument } from '#sync/refresh/document-names.ts';
import type { AccountAnswer } from './account/accounts.ts';
import { useAccounts } from './account/use-accounts.ts';
import { useStarted } from './device/running.ts';
import { hasFields, useFetched, type Fetched } from './documents.ts';

/** The member's pools; null if they were never loaded. */
export function usePools(): Fetched<{ pools: Pool[] }> | null | undefined {
  return useFetched(poolsDocument, isList, 'own');
}

function isList(value: unknown): value is { pools: Pool[] } {
  return hasFields(value, 'pools');
}

/** One pool with its table; null if it was never loaded, or the member is not in it. */
export function usePool(id: string): Fetched<PoolTable> | null | undefined {
  return useFetched(poolDocument(id), isTable, 'own');
}

function isTable(value: unknown): value is PoolTable {
  return hasFields(value, 'name', 'from', 'until', 'ownerId', 'minimum', 'rows');
}

/** Refreshes the stored list of pools, and a changed pool unless the member has left it. */
export function usePoolsRefresh() {
  const started = useStarted();
  return async (changed?: string) => {
    // A quick tap may precede the engine.
    const { engine } = await started();
    await engine?.refresh('pools');
    if (changed !== undefined) await engine?.refresh({ what: 'pool', id: changed });
  };
}

/**
 * The pool behind an invitation, requested once and on `retry`; undefined while the request runs.
 */
export function useInvited(invitation: string | undefined) {
  const callAccount = useAccounts();
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{
    to: string | undefined;
    attempt: number;
    answer: AccountAnswer<{ reply: Invited }>;
  }>();
  useEffect(() => {
    if (invitation === undefined) return;
    void callAccount((accounts) => accounts.pools.invited(invitation)).then((answer) =>
      setAnswered({ to: invitation, attempt, answer }),
    );
  }, [callAccount, invitation, attempt]);
  const isCurrent = answered?.to === invitation && answered?.attempt === attempt;
  return {
    answer: isCurrent ? answered?.answer : undefined,
    retry: () => setAttempt(attempt + 1),
  };
}
