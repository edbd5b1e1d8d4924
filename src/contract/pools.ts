import * as z from 'zod/mini';

import { hasHiddenCharacter } from '#domain/names/name.ts';
import { isValidPeriod } from '#domain/pool.ts';

import { poolNameLimit } from './limits.ts';
import { CompetitionRow } from './records.ts';
import { route } from './route.ts';
import { Id, Instant } from './values.ts';

/** A day in UTC, as in `2026-11-23`. */
export const Day = z.iso.date().check(z.regex(/^20/));

const SportKey = z.string().check(z.regex(/^[a-z0-9_]{1,64}$/));

/** The secret of an invitation link: any logged-in member with the link may join. */
const Invitation = z.string().check(z.regex(/^[\w-]{43}$/));

const period = { from: Day, until: Day, sportKey: z.optional(SportKey) };

/**
 * A private ranking of members by their tips whose last kick-off is in the pool's days (UTC,
 * inclusive), or by their legs in one league. `owner` is the owner's name.
 */
export const Pool = z.object({
  id: Id,
  name: z.string(),
  ...period,
  ownerId: Id,
  owner: z.string(),
  members: z.int(),
});
export type Pool = z.infer<typeof Pool>;

/** A new pool. Its days can never be changed, so that nobody adapts them to the ranking. */
export const NewPool = z
  .strictObject({
    name: z.string().check(
      z.refine((name: string) => name.trim() !== '', { params: { code: 'required' }, abort: true }),
      z.refine((name: string) => [...name.trim()].length <= poolNameLimit, {
        params: { code: 'too-long' },
      }),
      z.refine((name: string) => !hasHiddenCharacter(name), { params: { code: 'invalid' } }),
    ),
    ...period,
  })
  .check(
    z.refine((days: { from: string; until: string }) => isValidPeriod(days), {
      path: ['until'],
      params: { code: 'invalid' },
    }),
  );
export type NewPool = z.input<typeof NewPool>;

/** A member's row in a pool's ranking; `settled` is 0 without settled tips. */
export const PoolRow = z.extend(CompetitionRow, { joinedAt: Instant });
export type PoolRow = z.infer<typeof PoolRow>;

/**
 * A pool with its ranking: all members, ranked ones first, ordered as in a month's competition.
 * `minimum` is the number of settled tips required for a rank. Only the owner gets `invitation`.
 */
export const PoolTable = z.extend(Pool, {
  minimum: z.int(),
  rows: z.array(PoolRow),
  invitation: z.optional(Invitation),
});
export type PoolTable = z.infer<typeof PoolTable>;

/** The pool of an invitation, before joining. */
export const PoolInvitation = z.extend(Pool, { joined: z.boolean() });
export type PoolInvitation = z.infer<typeof PoolInvitation>;

const poolIdParams = { params: z.object({ id: Id }) };

/** Pools of the caller, newest first. Other members cannot see that a pool exists. */
export const poolList = route('GET', '/api/pools', {
  summary: 'Own pools',
  access: 'member',
  reply: z.object({ pools: z.array(Pool) }),
});

/** A pool with its ranking; `not-found` unless the caller is a member. */
export const poolTable = route('GET', '/api/pools/:id', {
  summary: 'The table of a pool',
  access: 'member',
  ...poolIdParams,
  reply: PoolTable,
  problems: ['not-found'],
});

/** Creates a pool with an id chosen by the caller; sending it twice creates one pool. */
export const makePool = route('PUT', '/api/pools/:id', {
  summary: 'Make a pool',
  access: 'verified',
  ...poolIdParams,
  body: NewPool,
  reply: Pool,
  problems: ['not-found', 'too-many-pools'],
});

/** Deletes a pool for all members; their tips are unaffected. */
export const deletePool = route('DELETE', '/api/pools/:id', {
  summary: 'Delete a pool',
  access: 'member',
  ...poolIdParams,
  reply: z.object({ id: Id }),
  problems: ['not-found', 'not-pool-owner'],
});

/** Replaces the invitation; links with the old one become invalid. */
export const renewInvitation = route('PUT', '/api/pools/:id/invitation', {
  summary: 'Renew the invitation to a pool',
  access: 'member',
  ...poolIdParams,
  body: z.strictObject({ invitation: Invitation }),
  reply: z.object({ invitation: Invitation }),
  problems: ['not-found', 'not-pool-owner'],
});

/**
 * Leaves a pool, or removes a member from the caller's own pool, which also renews the invitation.
 * If the owner leaves, the earliest member becomes owner; if the last member leaves, the pool is
 * deleted.
 */
export const leavePool = route('DELETE', '/api/pools/:id/members/:memberId', {
  summary: 'Leave a pool, or remove a member',
  access: 'member',
  params: z.object({ id: Id, memberId: Id }),
  reply: z.object({ id: Id, memberId: Id }),
  problems: ['not-found', 'not-pool-owner'],
});

/** Returns the pool of an invitation. The secret is in the body, because URLs are logged. */
export const readInvitation = route('POST', '/api/pools/invitation', {
  summary: 'Where an invitation leads',
  access: 'member',
  body: z.strictObject({ invitation: Invitation }),
  reply: PoolInvitation,
  problems: ['link-invalid'],
});

/** Joins the pool of an invitation; does nothing for a member of the pool. */
export const joinPool = route('POST', '/api/pools/join', {
  summary: 'Join a pool',
  access: 'verified',
  body: z.strictObject({ invitation: Invitation }),
  reply: Pool,
  problems: ['link-invalid', 'pool-full', 'too-many-pools'],
});
