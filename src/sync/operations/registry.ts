import type * as z from 'zod/mini';
import type { OperationRow } from '../outbox/operation-row.ts';
import { confirmTipsOperation, reopenTipsOperation } from './confirmations.ts';
import { correctFixtureOperation } from './correction.ts';
import { settleFixtureOperation, setPricesOperation, setResultOperation } from './desk.ts';
import { eraseTextOperation, moderateTextOperation } from './erasure.ts';
import { setFollowOperation } from './follow.ts';
import { settleLegOperation, setOddsOperation } from './leg.ts';
import { type Operation, payloadVersion } from './operation.ts';
import { setPictureOperation, saveProfileOperation } from './profile.ts';
import { takeTimeOutOperation } from './time-out.ts';
import {
  bookTipOperation,
  confirmTipOperation,
  postTipOperation,
  withdrawTipOperation,
} from './tip.ts';

const registry = {
  'tip.post': postTipOperation,
  'tip.withdraw': withdrawTipOperation,
  'tip.book': bookTipOperation,
  'tip.confirm': confirmTipOperation,
  'text.erase': eraseTextOperation,
  'text.moderate': moderateTextOperation,
  'odds.set': setOddsOperation,
  'leg.settle': settleLegOperation,
  'result.set': setResultOperation,
  'prices.set': setPricesOperation,
  'fixture.settle': settleFixtureOperation,
  'fixture.correct': correctFixtureOperation,
  'tips.confirm': confirmTipsOperation,
  'tips.reopen': reopenTipsOperation,
  'follow.set': setFollowOperation,
  'profile.save': saveProfileOperation,
  'picture.set': setPictureOperation,
  'time-out.take': takeTimeOutOperation,
};

export type OperationKind = keyof typeof registry;

export type PayloadOf<Kind extends OperationKind> = z.infer<(typeof registry)[Kind]['payload']>;

/** All operations by kind. */
export const operationsByKind: { readonly [Kind in OperationKind]: Operation<PayloadOf<Kind>> } =
  registry;

/** An operation with its validated payload. */
export type ParsedOperation<Payload = unknown> = {
  operation: Operation<Payload>;
  payload: Payload;
};

type KindRow = Pick<OperationRow, 'kind' | 'v' | 'payload'>;

type ParseResult = ParsedOperation | 'needs-update' | 'unreadable';

// Caches results by row object: rows are never mutated, and every query would parse them again.
const parsedByRow = new WeakMap<object, ParseResult>();

/** Parses a row; `needs-update` if this build does not know its kind or version. */
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

/** True if this build knows the kind; a newer build may have stored rows of other kinds. */
export function isKnownKind(kind: unknown): kind is OperationKind {
  return typeof kind === 'string' && Object.hasOwn(operationsByKind, kind);
}

/** The operation of a row, regardless of whether its payload can be parsed. */
export function operationOf({ kind }: Pick<OperationRow, 'kind'>): Operation | undefined {
  return isKnownKind(kind) ? operationsByKind[kind] : undefined;
}

/** The payload of a row; undefined if the row has another kind or cannot be parsed. */
export function payloadOfKind<Kind extends OperationKind>(
  row: KindRow,
  kind: Kind,
): PayloadOf<Kind> | undefined {
  const parsed = parseOperation(row);
  return isParsedKind(kind, parsed) ? parsed.payload : undefined;
}

/** Type guard: the payload was validated with the schema of this kind. */
function isParsedKind<Kind extends OperationKind>(
  kind: Kind,
  parsed: ParseResult,
): parsed is ParsedOperation<PayloadOf<Kind>> {
  const operation: unknown = operationsByKind[kind];
  return typeof parsed === 'object' && parsed.operation === operation;
}
