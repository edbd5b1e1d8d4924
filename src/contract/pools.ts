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

/** The secret of an invitation link: any logged-in member who has it may join. */
const Invitation = z.string().check(z.regex(/^[\w-]{43}$/));

const period = { from: Day, until: Day, sportKey: z.optional(SportKey) };

/**
 * A private table of some members: their tips whose last kick-off is within its days (UTC, both
 * included), or their legs in one league. `owner` is the owner's name.
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

/**
 * The content of a new pool. Its days cannot be changed, so that nobody adapts them to the score.
 */
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

/** A member's row in the table of a pool; `settled` is 0 without settled tips. */
export const PoolRow = z.extend(CompetitionRow, { joinedAt: Instant });
export type PoolRow = z.infer<typeof PoolRow>;

/**
 * A pool with its table: every member, ranked ones first, ordered like the table of a month.
 * `minimum` is the number of settled tips required for a rank. Only the owner gets the
 * `invitation`.
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

const one = { params: z.object({ id: Id }) };

/** Pools of the caller, newest first. Nobody else can see that they exist. */
export const poolList = route('GET', '/api/pools', {
  summary: 'Own pools',
  access: 'member',
  reply: z.object({ pools: z.array(Pool) }),
});

/** A pool with its table; `not-found` for everyone who is not a member. */
export const poolTable = route('GET', '/api/pools/:id', {
  summary: 'The table of a pool',
  access: 'member',
  ...one,
  reply: PoolTable,
  problems: ['not-found'],
});

/** Creates a pool under an id chosen by the caller: sending it twice creates one. */
export const makePool = route('PUT', '/api/pools/:id', {
  summary: 'Make a pool',
  access: 'verified',
  ...one,
  body: NewPool,
  reply: Pool,
  problems: ['not-found', 'too-many-pools'],
});

/** Deletes a pool for all members; their tips are unaffected. */
export const deletePool = route('DELETE', '/api/pools/:id', {
  summary: 'Delete a pool',
  access: 'member',
  ...one,
  reply: z.object({ id: Id }),
  problems: ['not-found', 'not-pool-owner'],
});

/** Replaces the given invitation by a new one; links with the old one stop working. */
export const renewInvitation = route('PUT', '/api/pools/:id/invitation', {
  summary: 'Renew the invitation to a pool',
  access: 'member',
  ...one,
  body: z.strictObject({ invitation: Invitation }),
  reply: z.object({ invitation: Invitation }),
  problems: ['not-found', 'not-pool-owner'],
});

/**
 * Leaves a pool, or removes a member from an own pool, which also renews the invitation. If the
 * owner leaves, the member who joined first becomes owner; if the last member leaves, the pool is
 * deleted.
 */
export const leavePool = route('DELETE', '/api/pools/:id/members/:memberId', {
  summary: 'Leave a pool, or remove a member',
  access: 'member',
  params: z.object({ id: Id, memberId: Id }),
  reply: z.object({ id: Id, memberId: Id }),
  problems: ['not-found', 'not-pool-owner'],
});

/**
 * Looks up the pool of an invitation. The secret is in the body, so that no log of addresses
 * contains it.
 */
export const readInvitation = route('POST', '/api/pools/invitation', {
  summary: 'Where an invitation leads',
  access: 'member',
  body: z.strictObject({ invitation: Invitation }),
  reply: PoolInvitation,
  problems: ['link-invalid'],
});

/** Joins the pool of an invitation; a member stays a member. */
export const joinPool = route('POST', '/api/pools/join', {
  summary: 'Join a pool',
  access: 'verified',
  body: z.strictObject({ invitation: Invitation }),
  reply: Pool,
  problems: ['link-invalid', 'pool-full', 'too-many-pools'],
});
