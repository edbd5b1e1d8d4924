import type * as z from 'zod/mini';
import type { OperationRow } from '../outbox/operation-row.ts';
import { tipsConfirm, tipsReopen } from './confirmations.ts';
import { fixtureCorrect } from './correction.ts';
import { fixtureSettle, pricesSet, resultSet } from './desk.ts';
import { followSet } from './follow.ts';
import { legSettle, oddsSet } from './leg.ts';
import type { Operation } from './operation.ts';
import { pictureSet, profileSave } from './profile.ts';
import { timeOutTake } from './time-out.ts';
import { tipBook, tipConfirm, tipPost, tipWithdraw } from './tip.ts';

const registry = {
  'tip.post': tipPost,
  'tip.withdraw': tipWithdraw,
  'tip.book': tipBook,
  'tip.confirm': tipConfirm,
  'odds.set': oddsSet,
  'leg.settle': legSettle,
  'result.set': resultSet,
  'prices.set': pricesSet,
  'fixture.settle': fixtureSettle,
  'fixture.correct': fixtureCorrect,
  'tips.confirm': tipsConfirm,
  'tips.reopen': tipsReopen,
  'follow.set': followSet,
  'profile.save': profileSave,
  'picture.set': pictureSet,
  'time-out.take': timeOutTake,
};

/** The name of something that can be queued. */
export type OperationKind = keyof typeof registry;

/** What an operation of a kind is queued with. */
export type PayloadOf<Kind extends OperationKind> = z.infer<(typeof registry)[Kind]['payload']>;

/** Everything that can be queued, by its kind. */
export const operations: { readonly [Kind in OperationKind]: Operation<PayloadOf<Kind>> } =
  registry;

/** An operation with the payload it was queued with, brought up to date and checked. */
export type Understood<Payload = unknown> = { operation: Operation<Payload>; payload: Payload };

type KindRow = Pick<OperationRow, 'kind' | 'v' | 'payload'>;

type Meaning<Payload = unknown> = Understood<Payload> | 'needs-update' | 'unreadable';

// Rows are never changed in place, and every query interprets them again.
const meanings = new WeakMap<object, Meaning>();

/** The meaning of a row; a kind or version this build does not know needs an update. */
export function understand(row: KindRow): Meaning {
  const known = meanings.get(row);
  if (known !== undefined) return known;
  const meaning = meaningOf<unknown>(row, operationOf(row));
  meanings.set(row, meaning);
  return meaning;
}

/** The same for a known operation. */
export function meaningOf<Payload>(
  { v, payload }: Omit<KindRow, 'kind'>,
  operation: Operation<Payload> | undefined,
): Meaning<Payload> {
  if (!operation || v > operation.v) return 'needs-update';
  try {
    const read = operation.payload.safeParse(upToDate(operation, v, payload));
    return read.success ? { operation, payload: read.data } : 'unreadable';
  } catch {
    // An upcast may fail on a payload of an older build.
    return 'unreadable';
  }
}

/** Whether this build knows a kind: a newer build's row may name another. */
export function isKnownKind(kind: unknown): kind is OperationKind {
  return typeof kind === 'string' && Object.hasOwn(operations, kind);
}

/** The operation a row is of, whether its payload can be read or not. */
export function operationOf({ kind }: Pick<OperationRow, 'kind'>): Operation | undefined {
  return isKnownKind(kind) ? operations[kind] : undefined;
}

/** Whether an operation is sent only after what was queued before it in a lane. */
export function waitsForLane(row: KindRow, lane: string): boolean {
  if (!operationOf(row)?.waitsFor) return false;
  const meaning = understand(row);
  return (
    typeof meaning === 'object' && meaning.operation.waitsFor?.(lane, meaning.payload) === true
  );
}

/** The payload of a row of this kind; undefined for any other, and for one that cannot be read. */
export function payloadIn<Kind extends OperationKind>(
  row: KindRow,
  kind: Kind,
): PayloadOf<Kind> | undefined {
  const meaning = understand(row);
  return isOf(kind, meaning) ? meaning.payload : undefined;
}

/** Whether it is of this kind; then its payload was checked as that kind's. */
function isOf<Kind extends OperationKind>(
  kind: Kind,
  meaning: Meaning,
): meaning is Understood<PayloadOf<Kind>> {
  const operation: unknown = operations[kind];
  return typeof meaning === 'object' && meaning.operation === operation;
}

function upToDate(
  { v: newest, upcast }: Pick<Operation, 'v' | 'upcast'>,
  v: number,
  payload: unknown,
): unknown {
  let current = payload;
  for (let version = v; version < newest; version += 1) {
    const step = upcast?.[version];
    if (!step) throw new Error(`Nothing leads from version ${version} any further.`);
    current = step(current);
  }
  return current;
}
