import * as z from 'zod/mini';
import { followTipster } from '#contract/members.ts';
import type { FollowOperation } from './operation.ts';

const FollowSet = z.object({ tipsterId: z.string(), following: z.boolean() });

/** Follows or unfollows a tipster. Absolute, not a toggle: sending it twice changes nothing. */
export const followSet: FollowOperation<z.infer<typeof FollowSet>> = {
  v: 1,
  about: 'follow',
  rows: 'own',
  absolute: ['follow.set'],
  repeatable: true,
  payload: FollowSet,
  lane: ({ tipsterId }) => `follow:${tipsterId}`,
  subject: ({ tipsterId }) => tipsterId,
  serverRow: async ({ follows }, { tipsterId }) =>
    (await follows.get(tipsterId)) ?? { tipsterId, following: false },
  coalesce(earlier, payload, serverRow) {
    if (earlier.kind !== 'follow.set') return undefined;
    // An unsent change back to the server row cancels out.
    const known = FollowSet.safeParse(serverRow);
    // failpoint: joined-follow-always-cancels
    return known.success && known.data.following === payload.following ? 'nothing' : { payload };
  },
  request: ({ tipsterId, following }) => ({
    route: followTipster,
    query: { Id: tipsterId, isFollow: following ? 'true' : 'false' },
    body: {},
  }),
  effect: (_, { tipsterId, following }) => ({ tipsterId, following }),
};
