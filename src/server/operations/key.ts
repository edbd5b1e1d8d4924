import type { FastifyRequest } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { fingerprintOf } from './fingerprint.ts';
import type { Operation } from './store.ts';

const visible = /^[!-~]{1,255}$/;

/** The key a mutation goes by, if its sender gave it one. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && visible.test(key)) return key;
  throw new ApiProblem('invalid-input', { errors: { 'Idempotency-Key': ['invalid'] } });
}

/** The operation a request asks for under a key. */
export function operationOf(
  request: FastifyRequest,
  asked: { memberId: string; key: string; receivedAt: Date; sent?: unknown },
): Operation {
  const { sent, ...operation } = asked;
  const { method, url, body } = request;
  return { ...operation, fingerprint: fingerprintOf(method, url, sent ?? body) };
}
