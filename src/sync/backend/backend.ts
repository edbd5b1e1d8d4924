import * as z from 'zod/mini';
import { Profile, Tipster } from '#contract/members.ts';
import { Tip } from '#contract/tips.ts';
import type { OperationProblem, OperationRow } from '../outbox/operation-row.ts';
import type { OperationRequest } from '../operations/operation.ts';
import { parseOperation } from '../operations/registry.ts';

/**
 * A Touchline server, or a backend that has the calls of the spec only: without keys, versions,
 * batches, roles, fixtures, records and the desk.
 */
type BackendKind = 'touchline' | 'spec';

/** Adapter of a kind of backend: the form of its requests and responses. */
export type Backend = {
  kind: BackendKind;
  /** The request of an operation; undefined for one that this build or backend does not know. */
  request: (row: OperationRow, entityId?: string, version?: number) => OperationRequest | undefined;
  /** The schema of the response to an operation. */
  replySchemaOf: (row: OperationRow) => z.ZodMiniType;
  /**
   * The id in the response to a creation; undefined if the response does not contain the created
   * tip.
   */
  createdId: (reply: unknown, row: OperationRow) => string | undefined;
  /** Parses a problem in a newer or another form; undefined for anything else. */
  parseProblem: (status: number, body: unknown) => OperationProblem | undefined;
  /** Schemas of its rows, and of a list whose rows are not parsed yet. */
  rowSchemas: () => {
    list: z.ZodMiniType<unknown[]>;
    tip: z.ZodMiniType<Tip>;
    tipster: z.ZodMiniType<Tipster>;
    profile: z.ZodMiniType<Profile>;
  };
};

const shapes = { list: z.array(z.unknown()), tip: Tip, tipster: Tipster, profile: Profile };
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
    // A newer server may send unknown codes; they are problems too.
    const newer = NewerProblem.safeParse(body).data;
    return newer && { code: newer.code, message: newer.message, status };
  },
  rowSchemas: () => shapes,
};

/**
 * The login response of any backend: ids are UUIDs on a Touchline server and may be numbers
 * elsewhere.
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
