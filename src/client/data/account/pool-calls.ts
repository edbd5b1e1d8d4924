import * as calls from '#contract/pools.ts';
import type { Asking } from './security-calls.ts';

/** The calls about private pools. They need the server; none is ever queued. */
export const poolCalls = ({ ask, read }: Asking) => ({
  /** Makes a pool; asked twice with one id, it makes one. */
  make: (id: string, pool: calls.NewPool) => read(calls.makePool, calls.Pool, pool, { id }),

  delete: (id: string) => ask(calls.deletePool, {}, { id }),

  /** Makes another invitation in the place of this one. */
  renew: (id: string, invitation: string) => ask(calls.renewInvitation, { invitation }, { id }),

  /** Takes a member out, oneself or whom one's own pool is to do without. */
  leave: (id: string, memberId: string) => ask(calls.leavePool, {}, { id, memberId }),

  /** What an invitation leads to. */
  invited: (invitation: string) => read(calls.readInvitation, calls.Invited, { invitation }),

  join: (invitation: string) => read(calls.joinPool, calls.Pool, { invitation }),
});
