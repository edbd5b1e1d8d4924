import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import { maxMembersPerPool, maxPoolsPerMember } from '#contract/limits.ts';
import type { NewPool } from '#contract/pools.ts';
import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { poolMembers, pools } from '../db/pool-tables.ts';
import { members } from '../db/schema.ts';
import { hasLeague } from '../records/league.ts';
import { isInvitationTo, parsePoolId } from './invitation.ts';
import { findPoolOfMember, type PoolRow } from './queries.ts';

/** A pool's id and a member's id. */
type PoolMembership = { id: string; memberId: string };

/** Creates a pool with its owner as first member; changes nothing if the owner's pool exists. */
export async function createPool(
  tx: Transaction,
  { id, memberId }: PoolMembership,
  { name, from, until, sportKey }: NewPool,
  now: Date,
): Promise<void> {
  await lockMember(tx, memberId);
  const [known] = await tx.select().from(pools).where(eq(pools.id, id));
  if (known && known.ownerId !== memberId) throw new ApiProblem('not-found');
  if (known) return;
  if (sportKey !== undefined && !(await hasLeague(tx, sportKey))) {
    throw new ApiProblem('invalid-input', { errors: { sportKey: ['invalid'] } });
  }
  await refuseTooManyPools(tx, memberId);
  const created = { id, ownerId: memberId, name: name.trim(), from, until, createdAt: now };
  await tx.insert(pools).values({ ...created, sportKey: sportKey ?? null });
  await tx.insert(poolMembers).values({ poolId: id, memberId, joinedAt: now });
}

/** Adds a member to the pool of an invitation; returns the pool's id. */
export async function acceptInvitation(
  tx: Transaction,
  { memberId, invitation, secret }: { memberId: string; invitation: string; secret: string },
  now: Date,
): Promise<string> {
  await lockMember(tx, memberId);
  const pool = await lockPool(tx, parsePoolId(invitation));
  if (!pool || !isInvitationTo(pool, invitation, secret)) throw new ApiProblem('link-invalid');
  if (await findPoolOfMember(tx, { id: pool.id, memberId })) return pool.id;
  await refuseTooManyPools(tx, memberId);
  const inIt = await tx.$count(poolMembers, eq(poolMembers.poolId, pool.id));
  if (inIt >= maxMembersPerPool) throw new ApiProblem('pool-full');
  await tx.insert(poolMembers).values({ poolId: pool.id, memberId, joinedAt: now });
  return pool.id;
}

/**
 * Removes a member from a pool: the caller, or another member if the caller owns the pool. The
 * removal of another member renews the invitation.
 */
export async function removePoolMember(
  tx: Transaction,
  request: PoolMembership,
  leaver: string,
): Promise<void> {
  if (leaver === request.memberId) {
    await lockJoinedPool(tx, request);
    await deleteMembership(tx, { id: request.id, memberId: leaver });
    return;
  }
  const pool = await lockOwnedPool(tx, request);
  const removed = await tx
    .delete(poolMembers)
    .where(and(eq(poolMembers.poolId, pool.id), eq(poolMembers.memberId, leaver)));
  if (removed.rowCount === 0) return;
  await incrementInvitation(tx, pool.id);
}

/** Renews the invitation of the caller's pool, unless it has changed since the caller saw it. */
export async function renewInvitationIfCurrent(
  tx: Transaction,
  request: PoolMembership,
  { invitation, secret }: { invitation: string; secret: string },
): Promise<PoolRow> {
  const pool = await lockOwnedPool(tx, request);
  if (!isInvitationTo(pool, invitation, secret)) return pool;
  await incrementInvitation(tx, pool.id);
  return { ...pool, invitation: pool.invitation + 1 };
}

/** Deletes a pool; refuses a caller who is not its owner. */
export async function removePool(tx: Transaction, request: PoolMembership): Promise<void> {
  const { id } = await lockOwnedPool(tx, request);
  await tx.delete(pools).where(eq(pools.id, id));
}

/** Removes a member from all pools, for the deletion of the account. */
export async function leaveAllPools(tx: Transaction, memberId: string): Promise<void> {
  const own = await tx
    .select({ id: poolMembers.poolId })
    .from(poolMembers)
    .where(eq(poolMembers.memberId, memberId))
    .orderBy(asc(poolMembers.poolId));
  for (const { id } of own) {
    await lockPool(tx, id);
    await deleteMembership(tx, { id, memberId });
  }
}

/** Removes a member. The earliest member replaces a leaving owner; an empty pool is deleted. */
async function deleteMembership(tx: Transaction, { id, memberId }: PoolMembership): Promise<void> {
  const isIn = eq(poolMembers.poolId, id);
  await tx.delete(poolMembers).where(and(isIn, eq(poolMembers.memberId, memberId)));
  const [next] = await tx
    .select({ memberId: poolMembers.memberId })
    .from(poolMembers)
    .where(isIn)
    .orderBy(asc(poolMembers.joinedAt), asc(poolMembers.memberId))
    .limit(1);
  if (!next) {
    await tx.delete(pools).where(eq(pools.id, id));
    return;
  }
  await tx
    .update(pools)
    .set({ ownerId: next.memberId, invitation: sql`${pools.invitation} + 1` })
    .where(and(eq(pools.id, id), eq(pools.ownerId, memberId)));
}

async function incrementInvitation(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(pools)
    .set({ invitation: sql`${pools.invitation} + 1` })
    .where(eq(pools.id, id));
}

/** Locks the member's row, always before the row of a pool, to prevent deadlocks. */
async function lockMember(tx: Transaction, id: string): Promise<void> {
  const [there] = await tx
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
    .for('no key update');
  if (!there) throw new ApiProblem('session-ended');
}

async function lockPool(tx: Transaction, id: string): Promise<PoolRow | undefined> {
  const [pool] = await tx.select().from(pools).where(eq(pools.id, id)).for('update');
  return pool;
}

/** Locks a pool; refuses a caller who is not a member. */
async function lockJoinedPool(tx: Transaction, request: PoolMembership): Promise<PoolRow> {
  const pool = await lockPool(tx, request.id);
  if (!pool || !(await findPoolOfMember(tx, request))) throw new ApiProblem('not-found');
  return pool;
}

/** Locks a pool; refuses a caller who is not its owner. */
async function lockOwnedPool(tx: Transaction, request: PoolMembership): Promise<PoolRow> {
  const pool = await lockJoinedPool(tx, request);
  if (pool.ownerId !== request.memberId) throw new ApiProblem('not-pool-owner');
  return pool;
}

async function refuseTooManyPools(tx: Transaction, memberId: string): Promise<void> {
  const inSoMany = await tx.$count(poolMembers, eq(poolMembers.memberId, memberId));
  if (inSoMany >= maxPoolsPerMember) throw new ApiProblem('too-many-pools');
}
