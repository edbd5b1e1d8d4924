import * as z from 'zod/mini';

import { parseToken } from '#sync/backend/token.ts';

import type { Spoilt } from '../../world/network-faults.ts';
import type { Sent } from '../../world/network.ts';

/** One operation of a request, which is sent alone or as an entry of a batch. */
export type SentOperation = {
  key: string;
  /** Method, path and body, which the server compares when a key is repeated. */
  bytes: string;
  ifMatch: string | undefined;
};

const Batch = z.array(
  z.looseObject({
    id: z.string(),
    method: z.string(),
    path: z.string(),
    ifMatch: z.optional(z.union([z.int(), z.string()])),
    body: z.optional(z.unknown()),
  }),
);
const Answers = z.array(
  z.looseObject({ id: z.string(), status: z.int(), body: z.optional(z.unknown()) }),
);

export const batchPath = '/api/ops';

/** The operations in a request. */
export function operationsIn(sent: Sent): SentOperation[] {
  if (sent.path === batchPath && typeof sent.body === 'string') {
    return z.parse(Batch, JSON.parse(sent.body)).map(({ id, method, path, ifMatch, body }) => ({
      key: id,
      bytes: bytesOf(method, path, JSON.stringify(body ?? {})),
      ifMatch: ifMatch === undefined ? undefined : String(ifMatch).replaceAll('"', ''),
    }));
  }
  if (sent.key === undefined) return [];
  const { method, path, body, headers } = sent;
  // A multipart form has another boundary each time.
  const text = typeof body === 'string' ? body : 'a form';
  const ifMatch = headers['if-match']?.replaceAll('"', '');
  return [{ key: sent.key, bytes: bytesOf(method, path, text), ifMatch }];
}

function bytesOf(method: string, path: string, body: string): string {
  return `${method} ${path} ${body}`;
}

/** The response to one operation. */
export type AnswerTo = {
  key: string;
  status: number;
  code: string | undefined;
  body: unknown;
};

/** The responses to each operation of a request; empty if the response cannot be read. */
export function answersIn(sent: Sent, { status, body }: Spoilt): AnswerTo[] {
  const parsed = read(body);
  if (sent.path === batchPath && status === 200) {
    const answers = Answers.safeParse(parsed);
    if (!answers.success) return [];
    return answers.data.map((answer) => ({
      key: answer.id,
      status: answer.status,
      code: codeOf(answer.body),
      body: answer.body,
    }));
  }
  return operationsIn(sent).map(({ key }) => ({ key, status, code: codeOf(parsed), body: parsed }));
}

/** True if a device can regard a response as the server's own. */
export function isValidResponse(
  sent: Sent,
  { headers, body }: Spoilt,
  redirected: boolean,
): boolean {
  if (redirected || !/json/.test(headers['content-type'] ?? '')) return false;
  if (read(body) === undefined) return false;
  return sent.key === undefined || headers['x-op-id'] === sent.key;
}

const bearers = new Map<string, string | undefined>();

/** The bearer token of a request. */
export function bearerOf({ headers }: Sent): string | undefined {
  const token = headers['authorization']?.slice('Bearer '.length);
  if (token === undefined) return undefined;
  const bearer = bearers.get(token) ?? parseToken(token)?.memberId;
  bearers.set(token, bearer);
  return bearer;
}

function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function codeOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'code' in body
    ? String(body.code)
    : undefined;
}
