import { useEffect, useState } from 'react';
import type { Invited, Pool, PoolTable } from '#contract/pools.ts';
import { poolDocument, poolsDocument } from '#sync/refresh/document-names.ts';
import type { AccountAnswer } from './account/accounts.ts';
import { type Accounts, useAccounts } from './account/use-accounts.ts';
import { type Running, useStarted } from './device/running.ts';
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

/** Calls the server to change a pool, and refreshes the pool's stored rows after a success. */
export function usePoolCall() {
  const callAccount = useAccounts();
  const started = useStarted();
  return async <Answer extends AccountAnswer>(
    call: (pools: Accounts['pools']) => Promise<Answer>,
    changed?: string,
  ) => {
    const answer = await callAccount((accounts) => call(accounts.pools));
    // A quick tap may precede the engine.
    if (answer.kind === 'ok') await renew((await started()).engine, changed);
    return answer;
  };
}

async function renew(engine: Running['engine'], changed: string | undefined): Promise<void> {
  await engine?.refresh('pools');
  if (changed !== undefined) await engine?.refresh({ what: 'pool', id: changed });
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
