import type { Operation } from '../operation.ts';
import type { OperationRow } from '../outbox-store.ts';
import { timeOutTake } from './time-out-take.ts';
import { followSet } from './follow-set.ts';
import { legSettle } from './leg-settle.ts';
import { oddsSet } from './odds-set.ts';
import { pictureSet } from './picture-set.ts';
import { profileSave } from './profile-save.ts';
import { tipBook } from './tip-book.ts';
import { tipConfirm } from './tip-confirm.ts';
import { tipPost } from './tip-post.ts';
import { tipWithdraw } from './tip-withdraw.ts';

/** Everything that can be queued. */
export const operations: readonly Operation[] = [
  tipPost,
  tipWithdraw,
  tipBook,
  followSet,
  profileSave,
  pictureSet,
  oddsSet,
  legSettle,
  tipConfirm,
  timeOutTake,
];

const operationsByKind = new Map(operations.map((operation) => [operation.kind, operation]));

/** An operation with the payload it was queued with, brought up to date and checked. */
export type Understood = { operation: Operation; payload: unknown };

type Meaning = Understood | 'needs-update' | 'unreadable';

// Rows are never changed in place, and every view asks anew what they mean.
const meanings = new WeakMap<object, Meaning>();

/** What a row means; a kind or version this build does not know waits for a newer one. */
export function understand(row: Pick<OperationRow, 'kind' | 'v' | 'payload'>): Meaning {
  const known = meanings.get(row);
  if (known !== undefined) return known;
  const meaning = meaningOf(row, operationsByKind.get(row.kind));
  meanings.set(row, meaning);
  return meaning;
}

/** The same for an operation that is at hand. */
export function meaningOf(
  { v, payload }: Pick<OperationRow, 'v' | 'payload'>,
  operation: Operation | undefined,
): Meaning {
  if (!operation || v > operation.v) return 'needs-update';
  try {
    const read = operation.payload.safeParse(upToDate(operation, v, payload));
    return read.success ? { operation, payload: read.data } : 'unreadable';
  } catch {
    // An upcast meets whatever an older build has left: what it cannot read is shown, not thrown.
    return 'unreadable';
  }
}

function upToDate({ v: newest, upcast }: Operation, v: number, payload: unknown): unknown {
  let current = payload;
  for (let version = v; version < newest; version += 1) {
    const step = upcast?.[version];
    if (!step) throw new Error(`Nothing leads from version ${version} any further.`);
    current = step(current);
  }
  return current;
}
