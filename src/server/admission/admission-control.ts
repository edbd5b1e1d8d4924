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
 * Adds hooks by which each API call acquires a permit before it runs, or is refused after
 * `maxQueueMs`. Before the permit only the token's signature is checked, without a query or the
 * body. Refusals are not logged, as there may be thousands at once.
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
    // A closed connection releases the permit, also while the call is queued.
    reply.raw.once('close', permit.release);
    if (reply.raw.destroyed) permit.release();
    return (await runAdmissionStep(request, reply, async () => permit.granted)) ? undefined : reply;
  }

  api.decorateRequest('permit', null);
  api.addHook('onRequest', async (request, reply) =>
    needsPermit(request) ? acquire(request, reply) : undefined,
  );
  // A slow phone may need a minute to send its body, so its permit is released meanwhile.
  api.addHook('preParsing', (request, _reply, _payload, done) => {
    if (sendsBody(request.method) && !request.raw.complete) {
      request.permit?.suspend();
      request.permit = null;
    }
    done();
  });
  // Re-acquires a permit after the body; a multipart handler reads its body without a permit.
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

/** True if a request may have a body; GET and HEAD have none. */
function sendsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
