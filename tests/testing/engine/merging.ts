import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { databases } from './a-device.ts';
import { memberId } from './samples.ts';

/** A mutation by the member, or an update of all stored operations. */
export type Action = (store: MemberStore) => Promise<unknown>;

/** Actions, and the operations that they leave in the outbox, with a part of their payload. */
export type MergeCase = {
  what: string;
  actions: Action[];
  remaining: [kind: OperationKind, payload?: object][];
};

/** Returns an action that queues a mutation. */
export function queue<Kind extends OperationKind>(
  kind: Kind,
  payload: PayloadOf<Kind>,
  more: { baseVersion?: number } = {},
): Action {
  return (store) => queueOperation(store, { memberId, kind, payload, ...more });
}

/** Returns an action that updates all stored operations, as a drain does. */
export function change(values: Partial<OperationRow>): Action {
  return ({ operations }) =>
    operations.toCollection().modify((row) => void Object.assign(row, values));
}

/** Runs actions, and returns the outbox after them. */
export async function outboxAfter(...actions: readonly Action[]): Promise<OperationRow[]> {
  const { store } = databases();
  for (const action of actions) await action(store);
  return readOutbox(store);
}

/** Runs a case; returns its outbox with only the fields that `remaining` names. */
export async function remainingOf({ actions, remaining }: MergeCase): Promise<unknown[]> {
  const rows = await outboxAfter(...actions);
  return rows.map(({ kind, payload }, index) => (remaining[index]?.[1] ? [kind, payload] : [kind]));
}
