import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Access } from '#contract/route.ts';

import { audit } from '../db/schema.ts';
import { toProblem } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { createAttemptCounter } from './attempts.ts';
import { readMemberOfToken, type AuthenticatedMember } from './sessions.ts';
import { rememberEndedSession } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null if the call is anonymous. */
    member: AuthenticatedMember | null;
  }
}

/**
 * Returns the idempotency key in the header `x-op-id` of every response, so that a phone recognises
 * responses to its own operations.
 */
export function echoIdempotencyKeys(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    const isKeyed =
      request.method !== 'GET' && typeof key === 'string' && /^[!-~]{1,255}$/.test(key);
    if (isKeyed && request.routeOptions.config.access) reply.header('x-op-id', key);
    done();
  });
}

/** Reads the caller, and refuses calls without the required access before the body is read. */
export function registerAccessCheck(app: FastifyInstance, services: Services): void {
  app.decorateRequest('member', null);
  app.addHook('onRequest', async (request) => {
    const { access, readMember = readMemberOfToken } = request.routeOptions.config;
    if (!access) return;
    const token = parseBearerToken(request.headers);
    request.member = token === undefined ? null : await readMember(services, token, request);
    if (token !== undefined && !request.member)
      rememberEndedSession(token, services.settings.jwtSecret);
    if (access === 'open') return;
    if (!request.member && request.headers.authorization === undefined) {
      throw new ApiProblem('not-signed-in');
    }
    assertAccess(access, request.member);
  });
}

/** Reads the caller from the database by the request's headers. */
export async function readCaller(
  services: Services,
  headers: AuthorizationHeaders,
): Promise<AuthenticatedMember | null> {
  const token = parseBearerToken(headers);
  return token === undefined ? null : readMemberOfToken(services, token);
}

type AuthorizationHeaders = { authorization?: string | undefined };

/** Returns the bearer token of a call; undefined if it is missing or malformed. */
export function parseBearerToken({ authorization = '' }: AuthorizationHeaders): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
}

/** Throws unless the caller has the required access. */
export function assertAccess(
  access: Access,
  member: AuthenticatedMember | null,
): asserts member is AuthenticatedMember {
  if (!member) throw new ApiProblem('session-ended');
  if (access === 'open' || access === 'member') return;
  if (!member.emailVerified) throw new ApiProblem('email-unverified');
  if (access === 'administrator' && member.role !== 'administrator') {
    throw new ApiProblem('not-allowed');
  }
  if (access === 'administrator' && !member.mayAdminister) {
    throw new ApiProblem('second-factor-required');
  }
}

/** Maximum audited refusals per member and hour; this number suffices to recognise an attack. */
const refusalLimit = { name: 'refused', maxAttempts: 20, minutes: 60 };

/** A refused call, sent alone or in a batch. */
type RefusedCall = { access: Access | undefined; method: string; url: string; error: unknown };

declare module 'fastify' {
  interface FastifyInstance {
    /** Audits a refusal (403) of an administrators' call, such as a change of the caller's tip. */
    auditRefusal: (request: FastifyRequest, call: RefusedCall) => Promise<void>;
  }
}

export function auditRefusals(api: FastifyInstance, services: Services): void {
  const { database, clock } = services;
  const lately = createAttemptCounter(services, refusalLimit);

  api.decorate('auditRefusal', async ({ member, log }, { access, method, url, error }) => {
    const { code, status } = toProblem(error);
    if (!member || access !== 'administrator' || status !== 403) return;
    try {
      await lately.count(member.id);
      await database.insert(audit).values({
        at: clock(),
        actorId: member.id,
        action: 'administrator.refused',
        subject: `member:${member.id}`,
        after: { method, path: url.split('?', 1)[0], code },
      });
    } catch (unwritten) {
      // The refusal is sent even if its audit event could not be written.
      if (toProblem(unwritten).code !== 'rate-limited') {
        log.warn({ err: unwritten }, 'a refused call was not written down');
      }
    }
  });

  api.addHook('onError', async (request, _reply, error) => {
    const { method, url, routeOptions } = request;
    const { access } = routeOptions.config;
    await api.auditRefusal(request, { access, method, url, error });
  });
}
