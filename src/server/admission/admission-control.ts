import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { runningCalls } from '../metrics/counters.ts';
import { passOrShed } from '../platform/overload.ts';
import type { Services } from '../services.ts';
import { entryPolicy } from './permit-policy.ts';
import { createPermits, type Permit, type Permits } from './permits.ts';
import { isEntryCall } from './rate-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    permit: Permit | null;
  }
}

/** Permits of API calls, and those of entry calls. */
type PermitPools = { calls: Permits; entries: Permits };

/**
 * Gives every call a permit, after up to a second in a queue, or sheds it. Before that only the
 * token's signature is checked: the database is not queried and the body not read. Shed calls are
 * not logged, as thousands may come at once.
 */
export function admitRequests(
  api: FastifyInstance,
  { limits }: Pick<Services, 'limits'>,
  { calls, entries }: PermitPools = {
    calls: createPermits(limits.callPermits),
    entries: createPermits(limits.entryPermits, { policy: entryPolicy }),
  },
): void {
  const report = () => runningCalls.set(calls.inUse() + entries.inUse());
  const release = ({ permit }: FastifyRequest) => {
    permit?.release();
    report();
  };

  async function acquire(request: FastifyRequest, reply: FastifyReply) {
    const { caller, method } = request;
    const pool = isEntryCall(request) ? entries : calls;
    const isAdmitted = await passOrShed(request, reply, async () => {
      request.permit = await pool.acquire({ caller, changes: sendsBody(method) });
    });
    if (!isAdmitted) return reply;
    report();
    if (reply.raw.destroyed) {
      // A caller who hung up in the queue needs no response, and must not count in the durations.
      request.permit?.suspend();
      release(request);
      return reply.hijack();
    }
    // A caller who hangs up in the middle may get no response.
    reply.raw.once('close', () => release(request));
    return undefined;
  }

  async function reacquire(request: FastifyRequest, reply: FastifyReply) {
    const { permit, raw } = request;
    if (!permit) return undefined;
    if (!raw.complete) {
      // A form's handler reads the body itself and continues in any case.
      raw.once('end', () => void permit.reacquire().then(report, () => undefined));
      return undefined;
    }
    if (!(await passOrShed(request, reply, permit.reacquire))) return reply;
    report();
    return reply.raw.destroyed ? reply.hijack() : undefined;
  }

  api.decorateRequest('permit', null);
  api.addHook('onRequest', async (request, reply) =>
    request.routeOptions.config.access ? acquire(request, reply) : undefined,
  );
  // A phone with a bad connection sends for a minute and would block a permit meanwhile.
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

/** GET and HEAD have no body to wait for. */
function sendsBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}
