import type { FastifyInstance } from 'fastify';

import type { Access } from '#contract/route.ts';

import { audit } from '../db/schema.ts';
import { problemOf } from '../errors.ts';
import type { Services } from '../services.ts';
import { attempts } from './attempts.ts';

/** Enough to see what somebody is up to; their thousandth try would tell nothing more. */
const noted = { most: 20, minutes: 60 };

/** A call that was refused, alone or in a batch. */
type RefusedCall = { access: Access | undefined; method: string; url: string; error: unknown };

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes down which member was refused a call for administrators, or their own tip. */
    noteRefused: (request: FastifyRequest, call: RefusedCall) => Promise<void>;
  }
}

/** Has the refused calls of members that are for administrators written down. */
export function noteProblems(api: FastifyInstance, { database, clock }: Services): void {
  const lately = attempts(clock, noted);

  api.decorate('noteRefused', async ({ member, log }, { access, method, url, error }) => {
    const { code, status } = problemOf(error);
    if (!member || access !== 'administrator' || status !== 403) return;
    try {
      lately.count(member.id);
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
