import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { underWay } from '../metrics/counters.ts';
import { passOrTurnAway } from '../overload.ts';
import type { Services } from '../services.ts';
import { entryPolicy } from './permit-policy.ts';
import { createPermits, type Permit, type Permits } from './permits.ts';
import { isEntryCall } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    permit: Permit | null;
  }
}

/** The permits of calls, and those of calls that people need to get in. */
type PermitPools = { calls: Permits; entries: Permits };

/**
 * Gives every call a permit, if need be after a second in a queue, or turns it away before anything is done
 * for it but to check whether its token is signed: the database is not asked and its body not read. The log
 * says nothing of each, as thousands may come at once.
 */
export function admitRequests(
  api: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
  { calls, entries }: PermitPools = {
    calls: createPermits(limits.callPermits),
    entries: createPermits(limits.entryPermits, { policy: entryPolicy }),
  },
): void {
  const report = () => underWay.set(calls.inUse() + entries.inUse());
  const release = ({ permit }: FastifyRequest) => {
    permit?.release();
    report();
  };

  async function acquire(request: FastifyRequest, reply: FastifyReply) {
    const { caller, method } = request;
    const pool = isEntryCall(request) ? entries : calls;
    const isAdmitted = await passOrTurnAway(request, reply, async () => {
      request.permit = await pool.acquire({ caller, changes: sendsBody(method) });
    });
    if (!isAdmitted) return reply;
    report();
    if (reply.raw.destroyed) {
      // A caller who hung up in the queue needs nothing, and is no measure of how long calls take.
      request.permit?.suspend();
      release(request);
      return reply.hijack();
    }
    // A caller who hangs up in the middle may be answered nothing.
    reply.raw.once('close', () => release(request));
    return undefined;
  }

  async function reacquire(request: FastifyRequest, reply: FastifyReply) {
    const { permit, raw } = request;
    if (!permit) return undefined;
    if (!raw.complete) {
      // A form is read by its handler, which goes on in any case.
      raw.once('end', () => void permit.reacquire().then(report, () => undefined));
      return undefined;
    }
    if (!(await passOrTurnAway(request, reply, permit.reacquire))) return reply;
    report();
    return reply.raw.destroyed ? reply.hijack() : undefined;
  }

  api.decorateRequest('permit', null);
  api.addHook('onRequest', async (request, reply) =>
    request.routeOptions.config.access ? acquire(request, reply) : undefined,
  );
  // A phone with a bad connection sends for a minute, and would keep others out meanwhile.
  api.addHook('preParsing', ({ permit, raw, method }, _reply, _payload, done) => {
    if (permit && sendsBody(method) && !raw.complete) {
      permit.suspend();
      report();
    }
    done();
  });
  api.addHook('preValidation', reacquire);
  api.addHook('onSend', (request, _reply, payload, done) => {
    release(request);
    done(null, payload);
  });
}

/** The body of other requests is read by nobody, so nobody waits for it. */
function sendsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
