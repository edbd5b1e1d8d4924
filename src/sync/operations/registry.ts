import type { Operation } from '../operation.ts';
import type { OperationRow } from '../outbox-store.ts';
import { followSet } from './follow-set.ts';
import { legSettle } from './leg-settle.ts';
import { oddsSet } from './odds-set.ts';
import { profileSave } from './profile-save.ts';
import { ticketBook } from './ticket-book.ts';
import { ticketConfirm } from './ticket-confirm.ts';
import { tipPost } from './tip-post.ts';

const operations: readonly Operation[] = [
  tipPost,
  ticketBook,
  followSet,
  profileSave,
  oddsSet,
  legSettle,
  ticketConfirm,
];

const operationsByKind = new Map(operations.map((operation) => [operation.kind, operation]));

/** An operation with the payload it was queued with, checked. */
export type Understood = { operation: Operation; payload: unknown };

/** What a row means; a kind or version this build does not know waits for a newer one. */
export function understand(
  row: Pick<OperationRow, 'kind' | 'v' | 'payload'>,
): Understood | 'needs-update' | 'unreadable' {
  const operation = operationsByKind.get(row.kind);
  if (!operation || row.v > operation.v) return 'needs-update';
  const payload = operation.payload.safeParse(row.payload);
  return payload.success ? { operation, payload: payload.data } : 'unreadable';
}
