import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Access } from '#contract/route.ts';

import type { Services } from '../services.ts';
import { memberOfToken } from './sessions.ts';

/** Who calls, as the database knows them: never what their token says of itself. */
export type SignedIn = {
  id: string;
  email: string;
  role: 'member' | 'administrator';
  emailVerified: boolean;
  sessionId: string;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null for strangers. */
    member: SignedIn | null;
  }
}

/** Finds out who calls and refuses whom a route does not let in, before anything of it is read. */
export function guard(app: FastifyInstance, services: Services): void {
  app.decorateRequest('member', null);
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (!access) return;
    // A phone recognises an answer to its own operation by this, problems included.
    const key = request.headers['idempotency-key'];
    if (request.method !== 'GET' && typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) {
      reply.header('x-op-id', key);
    }

    request.member = await memberOf(services, request.headers);
    if (access === 'open') return;
    if (!request.member && request.headers.authorization === undefined) {
      throw new ApiProblem('not-signed-in');
    }
    admit(access, request.member);
  });
}

/** Who calls with these headers, as the database knows them at this moment. */
export async function memberOf(
  services: Services,
  { authorization = '' }: { authorization?: string | undefined },
): Promise<SignedIn | null> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  return token ? memberOfToken(services, token) : null;
}

/** Refuses whom a call does not let in. */
export function admit(access: Access, member: SignedIn | null): asserts member is SignedIn {
  if (!member) throw new ApiProblem('session-ended');
  if (access === 'open' || access === 'member') return;
  if (!member.emailVerified) throw new ApiProblem('email-unverified');
  if (access === 'administrator' && member.role !== 'administrator') {
    throw new ApiProblem('not-allowed');
  }
}
