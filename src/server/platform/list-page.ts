import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';

/** Adds a `Link` header to the next page if this page is full; the next page may be empty. */
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

/** Creates the problem for an unknown `before` cursor. */
export function createUnknownCursorProblem(): ApiProblem {
  return new ApiProblem('invalid-input', { errors: { before: ['invalid'] } });
}

/**
 * Creates functions to write and read signed cursors of a list whose rows can move. A cursor
 * contains the sort values of the last row, so that the next page is right even if that row has
 * moved. The signature prevents altered cursors, which would silently skip rows.
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
