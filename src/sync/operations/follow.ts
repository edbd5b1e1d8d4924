import * as z from 'zod/mini';
import { followTipster } from '#contract/members.ts';
import { subjectOf } from '../outbox/subjects.ts';
import type { RowOperation } from './operation.ts';

const SetFollowPayload = z.object({ tipsterId: z.string(), following: z.boolean() });

/** Follows or unfollows a tipster. Absolute, not a toggle: sending it twice changes nothing. */
export const setFollowOperation: RowOperation<'follow', z.infer<typeof SetFollowPayload>> = {
  about: 'follow',
  rows: 'own',
  repeatable: true,
  payload: SetFollowPayload,
  subjects: ({ tipsterId }) => [subjectOf('follow', tipsterId)],
  merge: ({ kind }, payload) => (kind === 'follow.set' ? { replacement: payload } : undefined),
  request: ({ tipsterId, following }) => ({
    route: followTipster,
    query: { Id: tipsterId, isFollow: following ? 'true' : 'false' },
    body: {},
  }),
  effect: (_, { tipsterId, following }) => ({ tipsterId, following }),
};
