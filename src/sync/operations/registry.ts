import type * as z from 'zod/mini';
import type { OperationRow } from '../outbox/operation-row.ts';
import { tipsConfirm, tipsReopen } from './confirmations.ts';
import { fixtureCorrect } from './correction.ts';
import { fixtureSettle, pricesSet, resultSet } from './desk.ts';
import { textErase, textModerate } from './erasure.ts';
import { followSet } from './follow.ts';
import { legSettle, oddsSet } from './leg.ts';
import { type Operation, payloadVersion } from './operation.ts';
import { pictureSet, profileSave } from './profile.ts';
import { timeOutTake } from './time-out.ts';
import { tipBook, tipConfirm, tipPost, tipWithdraw } from './tip.ts';

const registry = {
  'tip.post': tipPost,
  'tip.withdraw': tipWithdraw,
  'tip.book': tipBook,
  'tip.confirm': tipConfirm,
  'text.erase': textErase,
  'text.moderate': textModerate,
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

/** The kinds of operations. */
export type OperationKind = keyof typeof registry;

/** The payload of a kind. */
export type PayloadOf<Kind extends OperationKind> = z.infer<(typeof registry)[Kind]['payload']>;

/** All operations by kind. */
export const operations: { readonly [Kind in OperationKind]: Operation<PayloadOf<Kind>> } =
  registry;

/** An operation with its validated payload. */
export type ParsedOperation<Payload = unknown> = {
  operation: Operation<Payload>;
  payload: Payload;
};

type KindRow = Pick<OperationRow, 'kind' | 'v' | 'payload'>;

type ParseResult = ParsedOperation | 'needs-update' | 'unreadable';

// Caches results by row: rows are never changed in place, and every query parses them again.
const parsedByRow = new WeakMap<object, ParseResult>();

/** Parses a row; a kind or version that this build does not know is `needs-update`. */
export function parseOperation(row: KindRow): ParseResult {
  const known = parsedByRow.get(row);
  if (known !== undefined) return known;
  const parsed = parsePayload(row);
  parsedByRow.set(row, parsed);
  return parsed;
}

function parsePayload(row: KindRow): ParseResult {
  const operation = operationOf(row);
  if (!operation || row.v > payloadVersion) return 'needs-update';
  const read = operation.payload.safeParse(row.payload);
  return read.success ? { operation, payload: read.data } : 'unreadable';
}

/** True if this build knows a kind; a newer build's row may have another. */
export function isKnownKind(kind: unknown): kind is OperationKind {
  return typeof kind === 'string' && Object.hasOwn(operations, kind);
}

/** The operation of a row, regardless of whether its payload can be parsed. */
export function operationOf({ kind }: Pick<OperationRow, 'kind'>): Operation | undefined {
  return isKnownKind(kind) ? operations[kind] : undefined;
}

/** The payload of a row of this kind; undefined for other kinds and for an unreadable one. */
export function payloadIn<Kind extends OperationKind>(
  row: KindRow,
  kind: Kind,
): PayloadOf<Kind> | undefined {
  const parsed = parseOperation(row);
  return isOf(kind, parsed) ? parsed.payload : undefined;
}

/** Type guard: the payload was validated with the schema of this kind. */
function isOf<Kind extends OperationKind>(
  kind: Kind,
  parsed: ParseResult,
): parsed is ParsedOperation<PayloadOf<Kind>> {
  const operation: unknown = operations[kind];
  return typeof parsed === 'object' && parsed.operation === operation;
}
