import type { FastifyReply, FastifyRequest } from 'fastify';

/** A full page may not be the last: the header says where the next one begins. */
export function page<Row extends { id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  limit: number,
  rows: Row[],
): Row[] {
  const last = rows.at(-1);
  if (last && rows.length === limit) {
    const [path, search] = request.url.split('?');
    const query = new URLSearchParams(search);
    query.set('before', last.id);
    reply.header('link', `<${path}?${query.toString()}>; rel="next"`);
  }
  return rows;
}
