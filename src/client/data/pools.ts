import type { Pool, PoolTable } from '#contract/pools.ts';
import { poolDocument, poolsDocument } from '#sync/refresh/document-names.ts';
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
