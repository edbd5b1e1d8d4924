import { liveQuery } from 'dexie';
import type { MemberStore } from '../storage/member-store.ts';
import type { OperationRow } from './operation-row.ts';

/** How far one operation has come; undefined once it has left the outbox. */
export type Progress = Pick<OperationRow, 'state' | 'sentEver' | 'attempts'> | undefined;

/** Calls back with the progress of an operation, at once and after each change; the returned function ends that. */
export function watchOperation(
  store: MemberStore,
  id: string,
  onChange: (progress: Progress) => void,
): () => void {
  const watching = liveQuery(async () => store.operations.get({ id })).subscribe(onChange);
  return () => watching.unsubscribe();
}

const overStates: ReadonlySet<OperationRow['state']> = new Set([
  'acked',
  'conflict',
  'rejected',
  'unreadable',
]);

/** Whether an operation waits for its answer no more: it was answered, discarded, or needs its person. */
export function isOver(progress: Progress): boolean {
  return progress === undefined || overStates.has(progress.state);
}
