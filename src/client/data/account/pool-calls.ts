import * as calls from '#contract/pools.ts';
import type { AccountRequests } from './account-api.ts';

/** Calls about private pools. They need a connection and are never queued. */
export const createPoolCalls = ({ send, read }: Pick<AccountRequests, 'send' | 'read'>) => ({
  /** Creates a pool. A second call with the same id changes nothing. */
  create: (id: string, pool: calls.NewPool) => read(calls.makePool, calls.Pool, pool, { id }),

  delete: (id: string) => send(calls.deletePool, {}, { id }),

  /** Replaces the invitation by a new one. */
  renewInvitation: (id: string, invitation: string) =>
    send(calls.renewInvitation, { invitation }, { id }),

  /** Removes a member from a pool: the caller, or another member if the caller owns the pool. */
  leave: (id: string, memberId: string) => send(calls.leavePool, {}, { id, memberId }),

  /** Reads the pool of an invitation. */
  readInvitation: (invitation: string) =>
    read(calls.readInvitation, calls.PoolInvitation, { invitation }),

  join: (invitation: string) => read(calls.joinPool, calls.Pool, { invitation }),
});
