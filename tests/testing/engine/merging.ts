import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { databases } from './a-device.ts';
import { memberId } from './samples.ts';

/** An action of the member, or a change of all stored operations. */
export type Action = (store: MemberStore) => Promise<unknown>;

/** Actions, and the operations that remain of them in order, with some of their payload. */
export type MergeCase = {
  what: string;
  actions: Action[];
  remaining: [kind: OperationKind, payload?: object][];
};

/** Queues a change. */
export function queue<Kind extends OperationKind>(
  kind: Kind,
  payload: PayloadOf<Kind>,
  more: { baseVersion?: number } = {},
): Action {
  return (store) => queueOperation(store, { memberId, kind, payload, ...more });
}

/** Changes all stored operations, as a drain does. */
export function change(values: Partial<OperationRow>): Action {
  return ({ operations }) =>
    operations.toCollection().modify((row) => void Object.assign(row, values));
}

/** The outbox after some actions. */
export async function outboxAfter(...actions: readonly Action[]): Promise<OperationRow[]> {
  const { store } = databases();
  for (const action of actions) await action(store);
  return readOutbox(store);
}

/** The operations that remain of a case, in the form in which it names them. */
export async function remainingOf({ actions, remaining }: MergeCase): Promise<unknown[]> {
  const rows = await outboxAfter(...actions);
  return rows.map(({ kind, payload }, index) => (remaining[index]?.[1] ? [kind, payload] : [kind]));
}
