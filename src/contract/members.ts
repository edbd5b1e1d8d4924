import * as z from 'zod/mini';

import { isStaffName } from '#domain/staff-name.ts';
import { timeOutLengths } from '#domain/time-out.ts';

import { sparedLimit, tipsterListLimit } from './limits.ts';
import type { FieldCode } from './problem.ts';
import { Slice } from './records.ts';
import { route } from './route.ts';
import { Tip } from './tips.ts';
import { Id, Instant, PageSize, Place, ProfileLine, ProfileLines, ProfileName } from './values.ts';

/**
 * What a tipster's settled tips say. `stars` (0 to 5) is absent below ten settled tips;
 * `flatProfit` is in units of one per tip.
 */
export const TipsterRecord = z.extend(Slice, { stars: z.optional(z.number()) });
export type TipsterRecord = z.infer<typeof TipsterRecord>;

/**
 * A member as others see them. Phone, state and address are there for signed-in members when their
 * owner agreed (`showPhone`); `tips` are the five newest. `former` says that the account was deleted; there is no name then.
 */
export const Tipster = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  former: z.optional(z.boolean()),
  picture: z.nullable(z.string()),
  country: z.string(),
  phoneNumber: z.optional(z.string()),
  state: z.optional(z.string()),
  address: z.optional(z.string()),
  createdAt: Instant,
  isTipster: z.boolean(),
  followers: z.int(),
  record: TipsterRecord,
  tips: z.array(Tip),
});
export type Tipster = z.infer<typeof Tipster>;

/**
 * A member's own profile. `publicName` is the name that others see, where an earlier member has the same name
 * and a mark tells them apart. `timeOutUntil` is when their last time-out ends, or ended; `unlistedUntil` the same
 * of their absence from the list of tipsters after they left it.
 */
export const Profile = z.object({
  id: Id,
  email: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  publicName: z.optional(z.string()),
  country: z.string(),
  phoneNumber: z.string(),
  state: z.string(),
  address: z.string(),
  showPhone: z.boolean(),
  picture: z.nullable(z.string()),
  isTipster: z.boolean(),
  emailVerified: z.boolean(),
  role: z.enum(['member', 'administrator']),
  createdAt: Instant,
  timeOutUntil: z.optional(Instant),
  unlistedUntil: z.optional(Instant),
});
export type Profile = z.infer<typeof Profile>;

/**
 * The six fields of the profile form and its switches; `id` and `email` must be one's own. `isTipster: false`
 * leaves the list of tipsters for 30 days at least; true within them is accepted and holds after them.
 */
export const ProfileEdit = z.strictObject({
  id: z.optional(Id),
  email: z.optional(z.string()),
  firstName: ProfileName,
  lastName: ProfileName,
  country: ProfileLine,
  phoneNumber: ProfileLine,
  state: ProfileLine,
  address: ProfileLines,
  isTipster: z._default(z.union([z.boolean(), z.literal(0), z.literal(1)]), true),
  showPhone: z.optional(z.boolean()),
});
export type ProfileEdit = z.input<typeof ProfileEdit>;

/** The fields of a profile that make its name pass for the site's own staff, as a problem names them. */
export function reservedNames(
  edit: Pick<ProfileEdit, 'firstName' | 'lastName'>,
): Record<string, FieldCode[]> {
  const fields = (['firstName', 'lastName'] as const).filter((field) => isStaffName(edit[field]));
  const isOfBoth = fields.length === 0 && isStaffName(edit.firstName, edit.lastName);
  return Object.fromEntries(
    [...fields, ...(isOfBoth ? ['lastName'] : [])].map((field) => [field, ['reserved']]),
  );
}

/**
 * Tipsters whose average odds are at least `category`, 0 for all, the best records first. The next
 * page is in the `Link` header and begins where this one ends, whoever has moved up or down since.
 */
export const listTipsters = route('GET', '/api/tipsters', {
  summary: 'Tipsters',
  access: 'open',
  query: z.object({
    category: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10)), 0),
    limit: PageSize(tipsterListLimit, tipsterListLimit),
    before: z.optional(Place),
  }),
  reply: z.array(Tipster),
});

/** One tipster; a member may also read their own profile this way. */
export const oneTipster = route('GET', '/api/tipsters/:id', {
  summary: 'One tipster',
  access: 'open',
  params: z.object({ id: Id }),
  reply: z.extend(Tipster, {
    email: z.optional(z.string()),
    userName: z.optional(z.string()),
    showPhone: z.optional(z.boolean()),
    emailVerified: z.optional(z.boolean()),
  }),
  problems: ['not-found'],
});

/** Whom a member follows, the latest follow first; the next page is in the `Link` header. */
export const followedTipsters = route('GET', '/api/following', {
  summary: 'Followed tipsters',
  access: 'member',
  query: z.object({
    limit: PageSize(tipsterListLimit, tipsterListLimit),
    before: z.optional(Id),
  }),
  reply: z.array(Tipster),
});

/** Follows or unfollows a tipster: absolute, so that saying it twice changes nothing. */
export const followTipster = route('PUT', '/api/users/followOrUnfollow', {
  summary: 'Follow or unfollow a tipster',
  access: 'verified',
  query: z.strictObject({ Id, isFollow: z.enum(['true', 'false']) }),
  reply: z.object({ tipsterId: Id, following: z.boolean() }),
  problems: ['not-found', 'not-a-tipster', 'own-follow'],
});

/** Saves the profile form. */
export const saveProfile = route('PUT', '/api/users/updateProfileWithoutImage', {
  summary: 'Save the profile',
  access: 'member',
  body: ProfileEdit,
  reply: Profile,
  problems: ['identity-mismatch'],
});

/** Saves the profile form together with a picture, as multipart (`picture` is the file's field). */
export const saveProfileWithPicture = route('PUT', '/api/users', {
  summary: 'Save the profile with a picture',
  access: 'member',
  reply: Profile,
  problems: ['identity-mismatch', 'picture-unreadable', 'too-large', 'unsupported-media-type'],
});

/** How long a time-out lasts. */
export const TimeOutLength = z.enum(timeOutLengths);

/**
 * A time-out as its member began it. `since` is when that was, by the server's time as their phone knew
 * it; a moment to come counts as now. `spared` are the keys of tips and bookings that were saved on
 * the phone before: they are taken all the same, whenever they come. No other is, and a time-out that
 * runs already keeps to those it began with.
 */
export const TimeOutTaken = z.strictObject({
  length: TimeOutLength,
  since: z.optional(Instant),
  spared: z._default(
    z.array(z.string().check(z.regex(/^[!-~]{1,255}$/))).check(z.maxLength(sparedLimit)),
    [],
  ),
});
export type TimeOutTaken = z.input<typeof TimeOutTaken>;

/**
 * Begins a time-out: until it is over, nothing is posted and nothing is booked. Nobody can shorten or
 * lift it; a time-out that ends later takes its place, and one that would end sooner changes nothing.
 */
export const takeTimeOut = route('PUT', '/api/users/me/time-out', {
  summary: 'Take a time-out from posting and booking',
  access: 'member',
  body: TimeOutTaken,
  reply: z.object({ until: Instant }),
});
