import type { FastifyInstance, FastifyRequest } from 'fastify';

import { addressOf } from '../platform/network.ts';
import { tokenIn } from '../auth/guard.ts';
import { readToken } from '../auth/tokens.ts';
import type { Services } from '../services.ts';

/**
 * The identity of a caller for permits and limits: a member by id, in any session, an anonymous
 * caller by network (one IPv4 address or the first 64 bits of an IPv6 address).
 */
export type Caller = { key: string; isMember: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Identifies the caller of each request without a query. */
export function identifyCallers(
  api: FastifyInstance,
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
): void {
  api.decorateRequest('caller');
  api.addHook('onRequest', async (request) => {
    const token = tokenIn(request.headers);
    const claimed =
      token === undefined ? null : await readToken(token, settings.jwtSecret, clock());
    // A forged token, or that of an ended session, must not use up a member's share.
    request.caller =
      claimed && !claimed.hasEnded
        ? { key: claimed.memberId, isMember: true }
        : strangerOf(request);
  });
}

/** The identity of an anonymous caller. */
export function strangerOf({ ip }: Pick<FastifyRequest, 'ip'>): Caller {
  return { key: addressOf(ip), isMember: false };
}
