import * as z from 'zod/mini';
import { Profile, Tipster } from '#contract/members.ts';
import { Tip } from '#contract/tips.ts';
import type { OperationProblem, OperationRow } from '../outbox/operation-row.ts';
import type { OperationRequest } from '../operations/operation.ts';
import { parseOperation } from '../operations/registry.ts';

/**
 * A Touchline server, or a backend with the calls of the spec only: no idempotency keys, versions,
 * batches, roles, fixtures, records or desk.
 */
type BackendKind = 'touchline' | 'spec';

/** Adapter of one kind of backend: builds its requests and parses its responses. */
export type Backend = {
  kind: BackendKind;
  /** Builds an operation's request; undefined if this build or the backend has none. */
  request: (row: OperationRow, entityId?: string, version?: number) => OperationRequest | undefined;
  /** The schema of the response to an operation. */
  replySchemaOf: (row: OperationRow) => z.ZodMiniType;
  /** The tip's id in the response to a post; undefined if the response does not contain the tip. */
  createdId: (reply: unknown, row: OperationRow) => string | undefined;
  /** Parses a problem that does not match `Problem`; undefined for anything else. */
  parseProblem: (status: number, body: unknown) => OperationProblem | undefined;
  /** Schemas of the backend's rows; `list` leaves the rows unparsed. */
  rowSchemas: () => {
    list: z.ZodMiniType<unknown[]>;
    tip: z.ZodMiniType<Tip>;
    tipster: z.ZodMiniType<Tipster>;
    profile: z.ZodMiniType<Profile>;
  };
};

const touchlineRowSchemas = {
  list: z.array(z.unknown()),
  tip: Tip,
  tipster: Tipster,
  profile: Profile,
};
const CreatedObject = z.looseObject({ id: z.string() });
const NewerProblem = z.looseObject({ code: z.string(), message: z.string() });

/** The adapter of a Touchline server. */
export const touchlineBackend: Backend = {
  kind: 'touchline',
  request(row, entityId, version) {
    const parsed = parseOperation(row);
    if (typeof parsed !== 'object') return undefined;
    return parsed.operation.request(parsed.payload, entityId, version);
  },
  replySchemaOf: (row) => touchlineBackend.request(row)?.route.reply ?? z.unknown(),
  createdId: (reply) => CreatedObject.safeParse(reply).data?.id,
  parseProblem(status, body) {
    // A newer server may send codes that this build does not know.
    const newer = NewerProblem.safeParse(body).data;
    return newer && { code: newer.code, message: newer.message, status };
  },
  rowSchemas: () => touchlineRowSchemas,
};

/**
 * The login response of any backend; only Touchline guarantees that ids are UUIDs, other backends
 * may send numbers.
 */
const PlainLogin = z.object({
  access_token: z.string(),
  userId: z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((id) => String(id)),
  ),
});
export const LoginAnswer = z.union([
  PlainLogin,
  z.pipe(
    z.object({ data: PlainLogin }),
    z.transform(({ data }) => data),
  ),
]);
