import type { FastifyInstance, FastifyRequest } from 'fastify';

import { addressOf } from '../auth/attempts.ts';
import { tokenIn } from '../auth/guard.ts';
import { readToken } from '../auth/tokens.ts';
import type { Services } from '../services.ts';

/**
 * A caller as permits and limits tell callers apart: a member by id, in whichever session, and a stranger by
 * network, which is one IPv4 address or the first 64 bits of an IPv6 address.
 */
export type Caller = { key: string; isMember: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Names the caller of each request before the database is asked who that is. */
export function identifyCallers(
  api: FastifyInstance,
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
): void {
  api.decorateRequest('caller');
  api.addHook('onRequest', async (request) => {
    const token = tokenIn(request.headers);
    const claimed =
      token === undefined ? null : await readToken(token, settings.jwtSecret, clock());
    // A token that nobody signed, or whose session has ended, must not use up a member's share.
    request.caller =
      claimed && !claimed.hasEnded
        ? { key: claimed.memberId, isMember: true }
        : strangerOf(request);
  });
}

/** The caller of a request without a token. */
export function strangerOf({ ip }: Pick<FastifyRequest, 'ip'>): Caller {
  return { key: addressOf(ip), isMember: false };
}
