import type { FastifyInstance } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';
import type { Access } from '#contract/route.ts';

import { audit } from '../db/schema.ts';
import { problemOf } from '../errors.ts';
import type { Services } from '../services.ts';
import { attempts } from './attempts.ts';
import { memberOfToken, type SignedIn } from './sessions.ts';
import { noteEnded } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null for strangers. */
    member: SignedIn | null;
  }
}

/** A phone recognises an answer to its own operation by its key, problems included. */
export function echoKeys(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    const isKeyed =
      request.method !== 'GET' && typeof key === 'string' && /^[!-~]{1,255}$/.test(key);
    if (isKeyed && request.routeOptions.config.access) reply.header('x-op-id', key);
    done();
  });
}

/** Finds out who calls and refuses whom a route does not let in, before anything of it is read. */
export function guard(app: FastifyInstance, services: Services): void {
  app.decorateRequest('member', null);
  app.addHook('onRequest', async (request) => {
    const { access, readMember = memberOfToken } = request.routeOptions.config;
    if (!access) return;
    const token = tokenIn(request.headers);
    request.member = token === undefined ? null : await readMember(services, token, request);
    if (token !== undefined && !request.member) noteEnded(token, services.settings.jwtSecret);
    if (access === 'open') return;
    if (!request.member && request.headers.authorization === undefined) {
      throw new ApiProblem('not-signed-in');
    }
    admit(access, request.member);
  });
}

/** Who calls with these headers, as the database knows them at this moment. */
export async function memberOf(services: Services, headers: Headers): Promise<SignedIn | null> {
  const token = tokenIn(headers);
  return token === undefined ? null : memberOfToken(services, token);
}

type Headers = { authorization?: string | undefined };

/** The token of a call; undefined where it has none, or nothing like one. */
export function tokenIn({ authorization = '' }: Headers): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
}

/** Refuses whom a call does not let in. */
export function admit(access: Access, member: SignedIn | null): asserts member is SignedIn {
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

/** Enough to see what somebody is up to; their thousandth try would tell nothing more. */
const noted = { name: 'refused', most: 20, minutes: 60 };

/** A call that was refused, alone or in a batch. */
type RefusedCall = { access: Access | undefined; method: string; url: string; error: unknown };

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes down which member was refused a call for administrators, or their own tip. */
    noteRefused: (request: FastifyRequest, call: RefusedCall) => Promise<void>;
  }
}

/** Has the refused calls of members that are for administrators written down. */
export function noteProblems(api: FastifyInstance, services: Services): void {
  const { database, clock } = services;
  const lately = attempts(services, noted);

  api.decorate('noteRefused', async ({ member, log }, { access, method, url, error }) => {
    const { code, status } = problemOf(error);
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
      // The problem stands whether or not it could be written down.
      if (problemOf(unwritten).code !== 'rate-limited') {
        log.warn({ err: unwritten }, 'a refused call was not written down');
      }
    }
  });

  api.addHook('onError', async (request, _reply, error) => {
    const { method, url, routeOptions } = request;
    const { access } = routeOptions.config;
    await api.noteRefused(request, { access, method, url, error });
  });
}
