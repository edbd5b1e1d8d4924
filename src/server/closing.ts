import type { FastifyInstance } from 'fastify';

/**
 * Lets connections go with their last answer once the server closes. Idle ones are closed by
 * Fastify; one that was busy at that moment would be kept alive for more than a minute.
 */
export function letConnectionsGo(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
