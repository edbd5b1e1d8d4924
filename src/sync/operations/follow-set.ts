import * as z from 'zod/mini';
import { followTipster } from '#contract/members.ts';
import type { FollowOperation } from '../operation.ts';

/** Absolute, never a toggle: saying it twice changes nothing. */
export const FollowSet = z.object({ tipsterId: z.string(), following: z.boolean() });
export type FollowSet = z.infer<typeof FollowSet>;

export const followSet: FollowOperation<FollowSet> = {
  kind: 'follow.set',
  v: 1,
  about: 'follow',
  rows: 'own',
  absolute: true,
  payload: FollowSet,
  lane: ({ tipsterId }) => `follow:${tipsterId}`,
  subject: ({ tipsterId }) => tipsterId,
  request: ({ tipsterId, following }) => ({
    route: followTipster,
    query: { Id: tipsterId, isFollow: following ? 'true' : 'false' },
    body: {},
  }),
  fold: (_, { tipsterId, following }) => ({ tipsterId, following }),
};
