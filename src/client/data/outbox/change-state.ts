import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { OperationKind } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { mainSubjectOf } from '#sync/outbox/subjects.ts';
import { type DisplayState, computeDisplayStates } from '#sync/status.ts';
import { useDevice } from '../device/device.tsx';

/**
 * The most urgent state of several changes on this phone; `confirmed` after the server has
 * acknowledged all of them.
 */
export type ChangeState = DisplayState | 'confirmed';

const urgency: readonly DisplayState[] = [
  'needs-you',
  'blocked',
  'waits',
  'unknown',
  'sending',
  'saved',
];

/** True if an operation was never sent and can still be changed. */
export function isUnsent({ state, sentEver }: OperationRow): boolean {
  return !sentEver && (state === 'pending' || state === 'blocked');
}

/** The most urgent state of these operations; undefined if all operations are acknowledged. */
export function pendingStateOf(
  operations: readonly OperationRow[],
  all: readonly OperationRow[],
): DisplayState | undefined {
  const states = computeDisplayStates(all);
  const pending = new Set(operations.map(({ id }) => states.get(id)));
  return urgency.find((state) => pending.has(state));
}

/** States of the pending operations of a kind, by main subject; undefined until they were read. */
export function usePendingStates(
  kind: OperationKind,
): ReadonlyMap<string, DisplayState> | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => {
    const all = (await member?.store.operations.orderBy('seq').toArray()) ?? [];
    const rowsBySubject = Map.groupBy(
      all.filter((row) => row.kind === kind),
      mainSubjectOf,
    );
    const states = [...rowsBySubject].map(
      ([subject, rows]) => [subject, pendingStateOf(rows, all)] as const,
    );
    return new Map(states.flatMap(([subject, state]) => (state ? [[subject, state]] : [])));
  }, [member, kind]);
}

/**
 * The most urgent state of a kind's changes on these subjects; "confirmed" stays after an
 * acknowledged change has left the outbox. Undefined if no change is queued and this screen saw no
 * acknowledgement. For other subjects the component needs another React `key`.
 */
export function useChangeState(
  kind: OperationKind,
  subjects: readonly string[],
): ChangeState | undefined {
  const { member } = useDevice();
  const names = subjects.join('\n');
  const state = useLiveQuery(async () => {
    const all = (await member?.store.operations.orderBy('seq').toArray()) ?? [];
    const own = all.filter(
      (row) => row.kind === kind && names.split('\n').includes(mainSubjectOf(row)),
    );
    if (own.length === 0) return 'none';
    return pendingStateOf(own, all) ?? 'confirmed';
  }, [member, kind, names]);
  const [last, setLast] = useState(state);
  const known = state === 'none' && last === 'confirmed' ? last : state;
  if (known !== last) setLast(known);
  return known === 'none' ? undefined : known;
}
