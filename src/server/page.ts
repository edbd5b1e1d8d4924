import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { ApiProblem } from '#contract/problem.ts';

/** A full page may not be the last: the header says where the next one begins. */
export function page<Row>(
  { request, reply, limit }: { request: FastifyRequest; reply: FastifyReply; limit: number },
  rows: readonly Row[],
  placeOf: (last: Row) => string,
): void {
  const last = rows.at(-1);
  if (!last || rows.length < limit) return;
  const [path, search] = request.url.split('?');
  const query = new URLSearchParams(search);
  query.set('before', placeOf(last));
  reply.header('link', `<${path}?${query.toString()}>; rel="next"`);
}

/** Said of a page that is asked for after a place that is none. */
export function unknownPlace(): ApiProblem {
  return new ApiProblem('invalid-input', { errors: { before: ['invalid'] } });
}

/**
 * Places in a list whose rows move: the values it is ordered by, so that a page goes on where the
 * one before ended although its last row stands elsewhere by now. They are signed, or one that was
 * altered on its way would pass for another place and leave rows out in silence.
 */
export function signedPlaces<Place>(list: string, shape: z.ZodMiniType<Place>, secret: string) {
  const sign = (text: string) =>
    createHmac('sha256', secret)
      .update(`page of ${list}: ${text}`)
      .digest('base64url')
      .slice(0, 22);

  return {
    write(place: Place): string {
      const text = Buffer.from(JSON.stringify(place)).toString('base64url');
      return `${text}.${sign(text)}`;
    },
    read(written: string): Place {
      const [text = '', signature, ...rest] = written.split('.');
      if (rest.length > 0 || signature !== sign(text)) throw unknownPlace();
      const { data } = z.safeParse(shape, JSON.parse(Buffer.from(text, 'base64url').toString()));
      if (data === undefined) throw unknownPlace();
      return data;
    },
  };
}
