import { useEffect, useState } from 'react';
import type { Invited, Pool, PoolTable } from '#contract/pools.ts';
import { poolDocument, poolsDocument } from '#sync/refresh/document-names.ts';
import type { AccountAnswer } from './account/accounts.ts';
import { type Accounts, useAccounts } from './account/use-accounts.ts';
import { type Running, useStarted } from './device/running.ts';
import { hasFields, useFetched, type Fetched } from './documents.ts';

/** The pools the member is in; null when they were never loaded. */
export function usePools(): Fetched<{ pools: Pool[] }> | null | undefined {
  return useFetched(poolsDocument, isList, 'own');
}

function isList(value: unknown): value is { pools: Pool[] } {
  return hasFields(value, 'pools');
}

/** One of them with its table; null when it was never loaded, or the member is not in it. */
export function usePool(id: string): Fetched<PoolTable> | null | undefined {
  return useFetched(poolDocument(id), isTable, 'own');
}

function isTable(value: unknown): value is PoolTable {
  return hasFields(value, 'name', 'from', 'until', 'ownerId', 'minimum', 'rows');
}

/** Asks the server for a change of a pool; once it is made, what this device has of it is fetched anew. */
export function usePoolCall() {
  const ask = useAccounts();
  const started = useStarted();
  return async <Answer extends AccountAnswer>(
    call: (pools: Accounts['pools']) => Promise<Answer>,
    changed?: string,
  ) => {
    const answer = await ask((accounts) => call(accounts.pools));
    // Who taps at once has asked before there was an engine.
    if (answer.kind === 'ok') await renew((await started()).engine, changed);
    return answer;
  };
}

async function renew(engine: Running['engine'], changed: string | undefined): Promise<void> {
  await engine?.refresh('pools');
  if (changed !== undefined) await engine?.refresh({ what: 'pool', id: changed });
}

/** Where an invitation leads, asked once and whenever `retry` is called; undefined while it is asked. */
export function useInvited(invitation: string | undefined) {
  const ask = useAccounts();
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{
    to: string | undefined;
    attempt: number;
    answer: AccountAnswer<{ reply: Invited }>;
  }>();
  useEffect(() => {
    if (invitation === undefined) return;
    void ask((accounts) => accounts.pools.invited(invitation)).then((answer) =>
      setAnswered({ to: invitation, attempt, answer }),
    );
  }, [ask, invitation, attempt]);
  const isCurrent = answered?.to === invitation && answered?.attempt === attempt;
  return {
    answer: isCurrent ? answered?.answer : undefined,
    retry: () => setAttempt(attempt + 1),
  };
}
