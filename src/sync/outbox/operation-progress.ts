import { liveQuery } from 'dexie';
import type { MemberStore } from '../storage/member-store.ts';
import type { OperationRow } from './operation-row.ts';

/** Progress of an operation; undefined once it was removed from the outbox. */
export type OperationProgress = Pick<OperationRow, 'state' | 'sentEver' | 'attempts'> | undefined;

/**
 * Calls back with the progress of an operation, immediately and after each change; the returned
 * function unsubscribes.
 */
export function watchOperation(
  store: MemberStore,
  id: string,
  onChange: (progress: OperationProgress) => void,
): () => void {
  const watching = liveQuery(async () => store.operations.get({ id })).subscribe(onChange);
  return () => watching.unsubscribe();
}

const finishedStates: ReadonlySet<OperationRow['state']> = new Set([
  'acked',
  'conflict',
  'rejected',
  'unreadable',
]);

/** True if an operation was answered, was removed, or cannot be read. */
export function isOperationFinished(progress: OperationProgress): boolean {
  return progress === undefined || finishedStates.has(progress.state);
}
