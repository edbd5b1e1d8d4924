import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { runAdmissionStep } from '../platform/overload.ts';
import type { Services } from '../services.ts';
import { callPolicy, createPermitIssuer, entryPolicy, type Permit } from './permits.ts';
import { isEntryCall } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    permit: Permit | null;
  }
}

/**
 * Gives every call a permit, after up to a second in a queue, or sheds it. Before that only the
 * token's signature is checked: the database is not queried and the body not read. Shed calls are
 * not logged, as thousands may come at once.
 */
export function admitRequests(api: FastifyInstance, { limits }: Pick<Services, 'limits'>): void {
  const requestCallPermit = createPermitIssuer(limits.callPermits, callPolicy, limits.maxQueueMs);
  const requestEntryPermit = createPermitIssuer(
    limits.entryPermits,
    entryPolicy,
    limits.maxQueueMs,
  );

  async function acquire(request: FastifyRequest, reply: FastifyReply) {
    const { caller, method } = request;
    const requestPermit = isEntryCall(request) ? requestEntryPermit : requestCallPermit;
    const permit = requestPermit({ caller, isChange: sendsBody(method) });
    request.permit = permit;
    // A caller who hangs up needs no response, in the queue or later.
    reply.raw.once('close', permit.release);
    if (reply.raw.destroyed) permit.release();
    return (await runAdmissionStep(request, reply, async () => permit.granted)) ? undefined : reply;
  }

  api.decorateRequest('permit', null);
  api.addHook('onRequest', async (request, reply) =>
    needsPermit(request) ? acquire(request, reply) : undefined,
  );
  // A phone with a bad connection sends for a minute and would block a permit meanwhile.
  api.addHook('preParsing', (request, _reply, _payload, done) => {
    if (sendsBody(request.method) && !request.raw.complete) {
      request.permit?.suspend();
      request.permit = null;
    }
    done();
  });
  // A form's handler reads the body itself, without a permit.
  api.addHook('preValidation', async (request, reply) =>
    needsPermit(request) && request.raw.complete ? acquire(request, reply) : undefined,
  );
  api.addHook('onSend', ({ permit }, _reply, payload, done) => {
    permit?.release();
    done(null, payload);
  });
}

function needsPermit({ routeOptions, permit }: FastifyRequest): boolean {
  return routeOptions.config.access !== undefined && !permit;
}

/** GET and HEAD have no body to wait for. */
function sendsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
