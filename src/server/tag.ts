import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The ETag of a body. It is weak, because the same answer travels compressed in several ways. */
export function tagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether whoever asks has the answer with this tag already. */
export function isKnown(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((each) => each.trim() === tag || each.trim() === '*');
}
