import { and, asc, eq, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';

import { toClubKey } from '#domain/clubs/clubs.ts';
import { dayMs } from '#domain/durations.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures } from '../db/schema.ts';
import { clubNames } from '../db/source-tables.ts';

/** Maps every spelling of a club's name to the same name. */
export type ClubNameMapper = (team: string) => string;

/** Creates the mapper of a league from the table of clubs and administrators' assignments. */
export async function createClubNameMapper(
  database: Queryable,
  sportKey: string,
): Promise<ClubNameMapper> {
  const rows = await database
    .select()
    .from(clubNames)
    .where(and(eq(clubNames.sportKey, sportKey), isNotNull(clubNames.club)));
  const assigned = new Map(
    rows.map(({ name, club }) => [toClubKey(name), toClubKey(club ?? name)]),
  );
  return (team) => {
    const key = toClubKey(team);
    return assigned.get(key) ?? key;
  };
}

/** Maximum duration of one season, in milliseconds. */
const maxSeasonMs = 300 * dayMs;

/** Reads the clubs of a league, with the names that its fixtures use. */
export async function readClubsOfLeague(
  database: Queryable,
  sportKey: string,
  at: Date,
): Promise<string[]> {
  const within = (span: number) => new Date(at.getTime() + span);
  const ofLeague = and(
    eq(fixtures.sportKey, sportKey),
    gte(fixtures.kickOff, within(-maxSeasonMs)),
    lte(fixtures.kickOff, within(maxSeasonMs)),
  );
  const rows = await database
    .select({ club: fixtures.home })
    .from(fixtures)
    .where(ofLeague)
    .union(database.select({ club: fixtures.away }).from(fixtures).where(ofLeague));
  return rows.map(({ club }) => club).toSorted((one, other) => one.localeCompare(other));
}

type ReceivedNames = { sportKey: string; source: string; names: readonly string[]; at: Date };

/** Stores names that match no club, so that administrators can assign them; returns these names. */
export async function saveUnknownNames(
  database: Queryable,
  { sportKey, source, names, at }: ReceivedNames,
): Promise<string[]> {
  if (names.length === 0) return [];
  const nameOf = await createClubNameMapper(database, sportKey);
  const known = new Set((await readClubsOfLeague(database, sportKey, at)).map(nameOf));
  const unknown = [...new Set(names)].filter((name) => !known.has(nameOf(name)));
  if (unknown.length > 0) {
    await database
      .insert(clubNames)
      .values(unknown.map((name) => ({ sportKey, name, source, seenAt: at })))
      .onConflictDoUpdate({
        target: [clubNames.sportKey, clubNames.name],
        set: { source, seenAt: sql`excluded.seen_at` },
      });
  }
  return unknown;
}

/** Milliseconds after which a name that no source has sent again is no longer listed. */
const maxUnassignedAgeMs = 14 * dayMs;

/** Reads names that no administrator has assigned to a club, by league and name. */
export async function readUnassignedNames(database: Pick<Queryable, 'select'>, at: Date) {
  const since = new Date(at.getTime() - maxUnassignedAgeMs);
  return database
    .select()
    .from(clubNames)
    .where(and(isNull(clubNames.club), gte(clubNames.seenAt, since)))
    .orderBy(asc(clubNames.sportKey), asc(clubNames.name));
}
