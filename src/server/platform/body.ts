import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

export const bodyLimit = 64 * 1024;

/** Maximum nesting of a body: deeper than any call needs, and shallow enough for recursive code. */
const maxDepth = 16;

/** Accepts JSON bodies only, unless a route adds a parser. */
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
 * Parses JSON and refuses text that PostgreSQL or a later encoding would change or refuse: bytes
 * that are not UTF-8, unpaired surrogates, NUL. Refuses names that reach into an object's
 * prototype, too.
 */
export function parseJson(body: Buffer): unknown {
  // Clients send the JSON content type with every request, even without a body.
  if (body.length === 0) return undefined;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  const value: unknown = JSON.parse(text);
  checkValue(value);
  return value;
}

/**
 * Errors of the form parser with a known code are mapped elsewhere; all others mean invalid input.
 */
export function toFormProblem(error: unknown): unknown {
  const isNamed =
    error instanceof ApiProblem ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_'));
  return isNamed ? error : new ApiProblem('invalid-input', {}, { cause: error });
}

function checkValue(value: unknown, depth = 0): void {
  if (depth > maxDepth) throw new SyntaxError('nested too deeply');
  if (typeof value === 'string') checkText(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__' || name === 'constructor') throw new SyntaxError('forbidden name');
    checkText(name);
    checkValue(member, depth + 1);
  }
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new SyntaxError('not storable text');
}
