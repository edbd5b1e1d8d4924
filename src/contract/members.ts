import * as z from 'zod/mini';

import { isStaffName } from '#domain/names/staff-name.ts';
import { timeOutLengths } from '#domain/time-out.ts';

import { timeOutExemptLimit, tipsterListLimit } from './limits.ts';
import type { FieldCode } from './problem.ts';
import { RecordSlice } from './records.ts';
import { route } from './route.ts';
import { Tip } from './tips.ts';
import {
  Id,
  Instant,
  pageSizeSchema,
  PageCursor,
  ProfileLine,
  ProfileLines,
  ProfileName,
} from './values.ts';

/**
 * Totals of a tipster's settled tips. `stars` (0 to 5) requires ten settled tips; `flatProfit` is
 * in units, with a stake of one unit per tip.
 */
export const TipsterRecord = z.extend(RecordSlice, { stars: z.optional(z.number()) });
export type TipsterRecord = z.infer<typeof TipsterRecord>;

/**
 * A member as other members see them. Phone, state and address are sent to logged-in members if the
 * owner agreed (`showPhone`); `tips` are the five newest. `former` means that the account was
 * deleted and has no name.
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
 * A member's own profile. `publicName` is set if the displayed name has a suffix, because an
 * earlier member has the same name. `timeOutUntil` is the end of the last time-out, which may be
 * past; `unlistedUntil` is the earliest return to the list of tipsters.
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
 * Fields and switches of the profile form; `id` and `email` must be the member's own. `isTipster:
 * false` removes the member from the list of tipsters for at least 30 days; `true` within this time
 * takes effect at its end.
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

/** Finds name fields that imitate the site's staff, in the format of a problem's `errors`. */
export function findReservedNames(
  edit: Pick<ProfileEdit, 'firstName' | 'lastName'>,
): Record<string, FieldCode[]> {
  const fields = (['firstName', 'lastName'] as const).filter((field) => isStaffName(edit[field]));
  const isOfBoth = fields.length === 0 && isStaffName(edit.firstName, edit.lastName);
  return Object.fromEntries(
    [...fields, ...(isOfBoth ? ['lastName'] : [])].map((field) => [field, ['reserved']]),
  );
}

/**
 * Tipsters with average odds of at least `category` (0 for all), best records first. The next page
 * is in the `Link` header, and starts after this page's last tipster even if records have changed.
 */
export const listTipsters = route('GET', '/api/tipsters', {
  summary: 'Tipsters',
  access: 'open',
  query: z.object({
    category: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10)), 0),
    limit: pageSizeSchema(tipsterListLimit, tipsterListLimit),
    before: z.optional(PageCursor),
  }),
  reply: z.array(Tipster),
});

/** One tipster, or the caller with their own id. */
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

/** Tipsters that the caller follows, latest follow first; next page in the `Link` header. */
export const followedTipsters = route('GET', '/api/following', {
  summary: 'Followed tipsters',
  access: 'member',
  query: z.object({
    limit: pageSizeSchema(tipsterListLimit, tipsterListLimit),
    before: z.optional(Id),
  }),
  reply: z.array(Tipster),
});

/** Follows or unfollows a tipster. Absolute: sending it twice changes nothing. */
export const followTipster = route('PUT', '/api/users/followOrUnfollow', {
  summary: 'Follow or unfollow a tipster',
  access: 'verified',
  query: z.strictObject({ Id, isFollow: z.enum(['true', 'false']) }),
  reply: z.object({ tipsterId: Id, following: z.boolean() }),
  problems: ['not-found', 'not-a-tipster', 'own-follow'],
});

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

/** Length of a time-out. */
export const TimeOutLength = z.enum(timeOutLengths);

/**
 * A time-out. `since` is its start in server time as estimated by the device; a future instant
 * means now. `spared` are the keys of tips and bookings queued on the device before the time-out,
 * which the server still accepts. Repeating the call during a time-out adds no keys.
 */
export const TimeOutRequest = z.strictObject({
  length: TimeOutLength,
  since: z.optional(Instant),
  spared: z._default(
    z.array(z.string().check(z.regex(/^[!-~]{1,255}$/))).check(z.maxLength(timeOutExemptLimit)),
    [],
  ),
});
export type TimeOutRequest = z.input<typeof TimeOutRequest>;

/**
 * Starts a time-out: the member can post and book nothing until its end. Nobody can shorten it; a
 * later end replaces it, an earlier end changes nothing.
 */
export const takeTimeOut = route('PUT', '/api/users/me/time-out', {
  summary: 'Take a time-out from posting and booking',
  access: 'member',
  body: TimeOutRequest,
  reply: z.object({ until: Instant }),
});
