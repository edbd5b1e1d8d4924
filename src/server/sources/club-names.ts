import { and, eq, isNotNull } from 'drizzle-orm';

import { clubKey } from '#domain/clubs/clubs.ts';

import type { Queryable } from '../db/database.ts';
import { clubNames } from '../db/source-tables.ts';

/** Gives one name to all that a club is called. */
export type NameOf = (team: string) => string;

/** Names of a league's clubs: by the table of clubs, or as an administrator assigned them. */
export async function namesOfLeague(database: Queryable, sportKey: string): Promise<NameOf> {
  const rows = await database
    .select()
    .from(clubNames)
    .where(and(eq(clubNames.sportKey, sportKey), isNotNull(clubNames.club)));
  const assigned = new Map(rows.map(({ name, club }) => [clubKey(name), clubKey(club ?? name)]));
  return (team) => {
    const key = clubKey(team);
    return assigned.get(key) ?? key;
  };
}
