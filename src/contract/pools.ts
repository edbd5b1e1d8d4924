import * as z from 'zod/mini';

import { hasHiddenCharacter } from '#domain/name.ts';
import { isPeriod } from '#domain/pool.ts';

import { poolNameLimit } from './limits.ts';
import { CompetitionRow } from './records.ts';
import { route } from './route.ts';
import { Id, Instant } from './values.ts';

/** A day in UTC, as in `2026-11-23`. */
export const Day = z.iso.date().check(z.regex(/^20/));

const SportKey = z.string().check(z.regex(/^[a-z0-9_]{1,64}$/));

/** The secret part of an invitation link: who has it and a login may join. */
const Invitation = z.string().check(z.regex(/^[\w-]{43}$/));

const period = { from: Day, until: Day, sportKey: z.optional(SportKey) };

/**
 * A private table of a few members: of the tips whose last game kicks off on its days (UTC, both counted), or of
 * their legs in one league. `owner` is the name of whose it is.
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

/** What a pool is made of. Its days stand once it is made, so that nobody moves them with the score. */
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
    z.refine((given: { from: string; until: string }) => isPeriod(given), {
      path: ['until'],
      params: { code: 'invalid' },
    }),
  );
export type NewPool = z.input<typeof NewPool>;

/** A member of a pool: a row of its table, with nothing settled yet where `settled` is 0. */
export const PoolRow = z.extend(CompetitionRow, { joinedAt: Instant });
export type PoolRow = z.infer<typeof PoolRow>;

/**
 * A pool with its table: every member, those with a rank first, as the table of a month has them. A
 * `minimum` of settled tips makes a rank. Only its owner reads the `invitation`.
 */
export const PoolTable = z.extend(Pool, {
  minimum: z.int(),
  rows: z.array(PoolRow),
  invitation: z.optional(Invitation),
});
export type PoolTable = z.infer<typeof PoolTable>;

/** What an invitation leads to, before one joins. */
export const Invited = z.extend(Pool, { joined: z.boolean() });
export type Invited = z.infer<typeof Invited>;

const one = { params: z.object({ id: Id }) };

/** The pools one is in, the newest first. Nobody else can see that they exist. */
export const poolList = route('GET', '/api/pools', {
  summary: 'Own pools',
  access: 'member',
  reply: z.object({ pools: z.array(Pool) }),
});

/** One of them with its table; for everybody else there is nothing there. */
export const poolTable = route('GET', '/api/pools/:id', {
  summary: 'The table of a pool',
  access: 'member',
  ...one,
  reply: PoolTable,
  problems: ['not-found'],
});

/** Makes a pool under an id that its maker chose: saying it twice makes one. */
export const makePool = route('PUT', '/api/pools/:id', {
  summary: 'Make a pool',
  access: 'verified',
  ...one,
  body: NewPool,
  reply: Pool,
  problems: ['not-found', 'too-many-pools'],
});

/** Deletes a pool for all of its members. What they tipped stays as it is. */
export const deletePool = route('DELETE', '/api/pools/:id', {
  summary: 'Delete a pool',
  access: 'member',
  ...one,
  reply: z.object({ id: Id }),
  problems: ['not-found', 'not-pool-owner'],
});

/** Makes another invitation in the place of the one that is said; the links with that one stop. */
export const renewInvitation = route('PUT', '/api/pools/:id/invitation', {
  summary: 'Renew the invitation to a pool',
  access: 'member',
  ...one,
  body: z.strictObject({ invitation: Invitation }),
  reply: z.object({ invitation: Invitation }),
  problems: ['not-found', 'not-pool-owner'],
});

/**
 * Leaves a pool, or removes somebody from one's own, which renews the invitation too. When the owner leaves, whoever
 * joined first after them owns it; who leaves last takes the pool with them.
 */
export const leavePool = route('DELETE', '/api/pools/:id/members/:memberId', {
  summary: 'Leave a pool, or remove a member',
  access: 'member',
  params: z.object({ id: Id, memberId: Id }),
  reply: z.object({ id: Id, memberId: Id }),
  problems: ['not-found', 'not-pool-owner'],
});

/** What an invitation leads to. It is a body, so that it stands in no log of addresses. */
export const readInvitation = route('POST', '/api/pools/invitation', {
  summary: 'Where an invitation leads',
  access: 'member',
  body: z.strictObject({ invitation: Invitation }),
  reply: Invited,
  problems: ['link-invalid'],
});

/** Joins the pool of an invitation; who is in it already stays in it. */
export const joinPool = route('POST', '/api/pools/join', {
  summary: 'Join a pool',
  access: 'verified',
  body: z.strictObject({ invitation: Invitation }),
  reply: Pool,
  problems: ['link-invalid', 'pool-full', 'too-many-pools'],
});
