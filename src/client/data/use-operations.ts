import { useMemo, useState, useSyncExternalStore } from 'react';
import { type Observable, observed } from '#sync/observable.ts';
import type { OutboxStore } from '#sync/outbox-store.ts';
import { sharedQuery } from '#sync/shared-query.ts';
import { useDevice } from './device-context.ts';
import type * as Loaded from './folding.ts';

/** The module that knows what operations mean; it loads with the first of them. */
type Folding = typeof Loaded;

const loaded = observed<Folding | undefined>(undefined);

/** The rules that operations are folded by, once the first of them has called for them. */
export const rules: Observable<Folding | undefined> = loaded;

/** Loads what folds operations over rows. Before the first is queued, so that nothing flickers. */
export async function loadFolding(): Promise<void> {
  if (loaded.get() === undefined) loaded.set(await import('./folding.ts'));
}

type Queue = Observable<readonly unknown[] | undefined>;

const nobodys: Queue = observed<readonly unknown[]>([]);
const queues = new WeakMap<OutboxStore, Queue>();

/** The outbox as it lies there, in order; undefined until the first read. */
function useRawOperations(): readonly unknown[] | undefined {
  const { member } = useDevice();
  const queue = member ? queueIn(member.outbox) : nobodys;
  return useSyncExternalStore(queue.subscribe, queue.get);
}

/** The outbox of one member, read once for everybody on the page. */
export function queueIn(outbox: OutboxStore): Queue {
  const known = queues.get(outbox);
  if (known) return known;
  const queue = sharedQuery(async () => {
    const rows = await outbox.operations.orderBy('seq').toArray();
    if (rows.length > 0) void loadFolding();
    return rows;
  });
  queues.set(outbox, queue);
  return queue;
}

/** What an outbox changes about rows, once it is known; nothing while it is empty. */
export type Changes = { folding: Folding; operations: readonly unknown[] } | 'empty';

/**
 * What the outbox changes. Its rules are not among the code a first screen waits for; undefined
 * means that they are needed and still on their way.
 */
export function useFolding(): Changes | undefined {
  const operations = useRawOperations();
  const folding = useSyncExternalStore(loaded.subscribe, loaded.get);
  const [wasEmpty, setWasEmpty] = useState(false);
  const isEmpty = operations?.length === 0;
  if (isEmpty && !wasEmpty) setWasEmpty(true);

  return useMemo(() => {
    if (operations === undefined) return undefined;
    if (operations.length === 0) return 'empty';
    if (folding !== undefined) return { folding, operations };
    // Another tab queued the first operation: what was on the screen stays until the rules are here,
    // for a page that falls back to its skeleton would lose what is being typed.
    return wasEmpty ? 'empty' : undefined;
  }, [operations, folding, wasEmpty]);
}
