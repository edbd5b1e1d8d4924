import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

export const bodyLimit = 64 * 1024;

/** Maximum depth of a JSON body: no call needs more, and recursive code can process it safely. */
const maxJsonDepth = 16;

/** Accepts only JSON bodies, unless a route adds a parser. */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(Buffer.from(body)));
    } catch (error) {
      done(new ApiProblem('invalid-json', {}, { cause: error }));
    }
  });

  app.addHook('onRequest', async (request) => {
    if (/%00/.test(request.url)) throw new ApiProblem('invalid-input');
  });
}

/**
 * Parses JSON. Refuses text that PostgreSQL or an encoder would refuse or change: invalid UTF-8,
 * unpaired surrogates, NUL. Also refuses keys that could change an object's prototype.
 */
export function parseJson(body: Buffer): unknown {
  // Some clients send the JSON content type even without a body.
  if (body.length === 0) return undefined;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  const value: unknown = JSON.parse(text);
  refuseUnsafeJson(value);
  return value;
}

/**
 * Converts an error of the multipart parser to `invalid-input`, unless the error has a code that
 * `toProblem` converts.
 */
export function toFormProblem(error: unknown): unknown {
  const isNamed =
    error instanceof ApiProblem ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_'));
  return isNamed ? error : new ApiProblem('invalid-input', {}, { cause: error });
}

function refuseUnsafeJson(value: unknown, depth = 0): void {
  if (depth > maxJsonDepth) throw new SyntaxError('nested too deeply');
  if (typeof value === 'string') refuseUnsafeText(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__' || name === 'constructor') throw new SyntaxError('forbidden name');
    refuseUnsafeText(name);
    refuseUnsafeJson(member, depth + 1);
  }
}

function refuseUnsafeText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new SyntaxError('not storable text');
}
