import type { FastifyInstance, FastifyRequest } from 'fastify';

import { toRateLimitKey } from '../platform/network.ts';
import { parseBearerToken } from '../auth/access-check.ts';
import { verifyToken } from '../auth/tokens.ts';
import type { Services } from '../services.ts';

/**
 * The identity of a caller for permits and limits. `key` is the member's id, equal in all sessions;
 * for an anonymous caller it is the network: one IPv4 address or the first 64 bits of an IPv6
 * address.
 */
export type Caller = { key: string; isMember: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Identifies the caller of each request by its token alone, without a database query. */
export function identifyCallers(
  api: FastifyInstance,
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
): void {
  api.decorateRequest('caller');
  api.addHook('onRequest', async (request) => {
    const token = parseBearerToken(request.headers);
    const claimed =
      token === undefined ? null : await verifyToken(token, settings.jwtSecret, clock());
    // A forged token, or a token of an ended session, must not count against the member's limits.
    request.caller =
      claimed && !claimed.hasEnded
        ? { key: claimed.memberId, isMember: true }
        : toAnonymousCaller(request);
  });
}

export function toAnonymousCaller({ ip }: Pick<FastifyRequest, 'ip'>): Caller {
  return { key: toRateLimitKey(ip), isMember: false };
}
