import * as z from 'zod/mini';

import { route } from './route.ts';
import { Instant } from './values.ts';

const Name = z.string().check(z.minLength(1), z.maxLength(100));

/** A club name of a source that matches no club in the fixtures of its league. */
const UnknownClub = z.object({
  sportKey: z.string(),
  name: Name,
  source: z.string(),
  seenAt: Instant,
});

/** Unmatched names that sources recently sent, with the clubs of their leagues. */
export const unknownClubs = route('GET', '/api/admin/club-names', {
  summary: 'Names of clubs that match none',
  access: 'administrator',
  reply: z.object({
    names: z.array(UnknownClub),
    clubs: z.record(z.string(), z.array(z.string())),
  }),
});
export type UnknownClubs = z.infer<typeof unknownClubs.reply>;

const ClubAssignment = z.strictObject({
  sportKey: z.string().check(z.maxLength(64)),
  name: Name,
  club: Name,
});
export type ClubAssignment = z.infer<typeof ClubAssignment>;

/**
 * Assigns an unmatched name to a club of its league. Absolute: sending it twice changes nothing.
 */
export const assignClub = route('PUT', '/api/admin/club-names', {
  summary: 'Assign a name to a club',
  access: 'administrator',
  body: ClubAssignment,
  reply: unknownClubs.reply,
  problems: ['not-found'],
});
