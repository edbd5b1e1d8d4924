import type { FastifyInstance } from 'fastify';

import { audit } from '../db/schema.ts';
import { problemOf } from '../errors.ts';
import type { Services } from '../services.ts';
import { attempts } from './attempts.ts';

/** Enough to see what somebody is up to; their thousandth try would tell nothing more. */
const noted = { most: 20, minutes: 60 };

/** Writes down which member was refused a call that is for administrators, or their own tip. */
export function noteProblems(api: FastifyInstance, { database, clock }: Services): void {
  const lately = attempts(clock, noted);
  api.addHook('onError', async (request, _reply, error) => {
    const { member, routeOptions } = request;
    const { code, status } = problemOf(error);
    if (!member || routeOptions.config.access !== 'administrator' || status !== 403) return;
    try {
      lately.count(member.id);
      await database.insert(audit).values({
        at: clock(),
        actorId: member.id,
        action: 'administrator.refused',
        subject: `member:${member.id}`,
        after: { method: request.method, path: request.url.split('?', 1)[0], code },
      });
    } catch (unwritten) {
      // The problem stands whether or not it could be written down.
      if (problemOf(unwritten).code !== 'rate-limited') {
        request.log.warn({ err: unwritten }, 'a refusal was not written down');
      }
    }
  });
}
