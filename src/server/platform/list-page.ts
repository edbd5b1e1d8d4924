import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';

/** Adds the address of the next page to a full page, which may not be the last. */
export function linkNextPage<Row>(
  { request, reply, limit }: { request: FastifyRequest; reply: FastifyReply; limit: number },
  rows: readonly Row[],
  cursorOf: (last: Row) => string,
): void {
  const last = rows.at(-1);
  if (!last || rows.length < limit) return;
  const [path, search] = request.url.split('?');
  const query = new URLSearchParams(search);
  query.set('before', cursorOf(last));
  reply.header('link', `<${path}?${query.toString()}>; rel="next"`);
}

/** The problem of a cursor that does not exist. */
export function createUnknownCursorProblem(): ApiProblem {
  return new ApiProblem('invalid-input', { errors: { before: ['invalid'] } });
}

/**
 * Signed cursors of a list whose rows move: they hold the values that the list is ordered by, so
 * that a page continues after the previous one even if its last row has moved. The signature
 * refuses altered cursors, which would skip rows silently.
 */
export function createCursorCodec<Cursor>(
  list: string,
  shape: z.ZodMiniType<Cursor>,
  secret: string,
) {
  const sign = (text: string) =>
    createHmac('sha256', secret)
      .update(`page of ${list}: ${text}`)
      .digest('base64url')
      .slice(0, 22);

  return {
    write(cursor: Cursor): string {
      const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      return `${text}.${sign(text)}`;
    },
    read(sent: string): Cursor {
      const [text = '', signature, ...rest] = sent.split('.');
      if (rest.length > 0 || signature !== sign(text)) throw createUnknownCursorProblem();
      const { data } = z.safeParse(shape, JSON.parse(Buffer.from(text, 'base64url').toString()));
      if (data === undefined) throw createUnknownCursorProblem();
      return data;
    },
  };
}
