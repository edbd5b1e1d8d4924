import { eq, sql } from 'drizzle-orm';

import { type Database, type Queryable, transaction } from './database.ts';
import { isDatabaseAway } from './failures.ts';
import { members } from './schema.ts';

/** A standby that answers lists, so that the primary has less to read. */
export type Standby = {
  database: Database;
  /** How many seconds it may be behind. */
  mostBehind: number;
  /** It failed, and is left alone until then (`performance.now()`). */
  restsUntil: number;
};

type Needs = { database: Database; standby?: Standby };

/** A standby that may be so many seconds behind the primary. */
export function standbyAt(database: Database, mostBehind = 5): Standby {
  return { database, mostBehind, restsUntil: 0 };
}

const rest = 5_000;

/**
 * Reads from the standby, if there is one and it knows all that whoever asks did before; else, and where
 * it has not what is asked for, from the primary.
 */
export async function readNearby<Result>(
  { database, standby }: Needs,
  member: { id: string } | undefined,
  read: (database: Queryable) => Promise<Result>,
): Promise<Result> {
  if (!standby || performance.now() < standby.restsUntil) return read(database);
  const own = member && { id: member.id, cursor: await cursorOf(database, member.id) };
  try {
    return await transaction(
      standby.database,
      async (tx) => {
        await expectKnown(tx, own, standby.mostBehind);
        return read(tx);
      },
      { accessMode: 'read only', isolationLevel: 'repeatable read' },
    );
  } catch (error) {
    if (isDatabaseAway(error)) standby.restsUntil = performance.now() + rest;
    return read(database);
  }
}

class Behind extends Error {
  override readonly name = 'Behind';
}

/**
 * Every change of a member raises their counter, so a standby with the same counter knows them all. When
 * it heard of nothing lately it may be cut off, or nothing happened: both times the primary has to say.
 */
async function expectKnown(
  database: Queryable,
  own: { id: string; cursor: number } | undefined,
  mostBehind: number,
): Promise<void> {
  const { rows } = await database.execute<{ recent: boolean | null }>(
    sql`select pg_last_xact_replay_timestamp() > now() - make_interval(secs => ${mostBehind}) as recent`,
  );
  if (!rows[0]?.recent) throw new Behind();
  if (own && (await cursorOf(database, own.id)) < own.cursor) throw new Behind();
}

async function cursorOf(database: Queryable, memberId: string): Promise<number> {
  const [row] = await database
    .select({ cursor: members.cursor })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.cursor ?? -1;
}
