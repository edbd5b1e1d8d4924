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
  absolute: ['follow.set'],
  payload: FollowSet,
  lane: ({ tipsterId }) => `follow:${tipsterId}`,
  subject: ({ tipsterId }) => tipsterId,
  coalesce(earlier, payload, base) {
    if (earlier.kind !== 'follow.set') return undefined;
    const known = FollowSet.safeParse(base);
    return known.success && known.data.following === payload.following ? 'nothing' : { payload };
  },
  request: ({ tipsterId, following }) => ({
    route: followTipster,
    query: { Id: tipsterId, isFollow: following ? 'true' : 'false' },
    body: {},
  }),
  fold: (_, { tipsterId, following }) => ({ tipsterId, following }),
};
