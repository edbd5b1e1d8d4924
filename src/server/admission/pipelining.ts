import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { addJitter } from '../platform/concurrency.ts';
import { sendProblem } from '../platform/errors.ts';

/** Maximum unanswered requests of one connection. Browsers and proxies never have more than one. */
const maxUnanswered = 8;

/**
 * Limits the pipelined requests of one connection. The first request above the limit is refused and
 * closes the connection; later requests never start. Node would start all requests of a packet.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    if (count <= maxUnanswered) {
      reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      return undefined;
    }
    // The count includes the refused request, so that no request after it starts.
    socket.pause();
    if (count > maxUnanswered + 1) return reply.hijack();
    reply.header('connection', 'close');
    const problem = new ApiProblem('rate-limited', { retryAfterSeconds: addJitter(1) });
    sendProblem(problem, request, reply);
    return reply;
  });
}
