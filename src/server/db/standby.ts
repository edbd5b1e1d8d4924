import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { type Database, type Queryable, transaction } from './database.ts';
import { members } from './schema.ts';

/** A standby that answers lists, so that the primary has less to read. */
export type Standby = {
  database: Database;
  /** How many seconds it may be behind. */
  mostBehind: number;
  /** It failed or is behind, and is left alone until then (`performance.now()`). */
  restsUntil: number;
  /** Whether the last that could be said of it is that it cannot be read. */
  failed: boolean;
  log?: Pick<FastifyBaseLogger, 'warn'>;
};

type Needs = { database: Database; standby?: Standby };

/** A standby that may be so many seconds behind the primary. */
export function standbyAt(database: Database, mostBehind = 5): Standby {
  return { database, mostBehind, restsUntil: 0, failed: false };
}

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
    const result = await transaction(
      standby.database,
      async (tx) => {
        await expectKnown(tx, own, standby.mostBehind);
        return read(tx);
      },
      { accessMode: 'read only', isolationLevel: 'repeatable read' },
    );
    if (standby.failed) standby.log?.warn('the standby can be read again');
    standby.failed = false;
    return result;
  } catch (error) {
    leaveAlone(standby, error);
    return read(database);
  }
}

/** It heard of nothing lately, so nobody can rely on it. */
class Behind extends Error {
  override readonly name = 'Behind';
}

/** It does not know a change of whoever asks yet; for others it is good. */
class MissesChange extends Error {
  override readonly name = 'MissesChange';
}

const rest = { behind: 1_000, failed: 5_000 };

/** Whatever is wrong with a standby is said once, and not asked for by every reader again. */
function leaveAlone(standby: Standby, error: unknown): void {
  if (error instanceof ApiProblem || error instanceof MissesChange) return;
  const isBehind = error instanceof Behind;
  standby.restsUntil = performance.now() + (isBehind ? rest.behind : rest.failed);
  if (isBehind || standby.failed) return;
  standby.failed = true;
  standby.log?.warn({ err: error }, 'the standby cannot be read, and the primary answers');
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
  if (own && (await cursorOf(database, own.id)) < own.cursor) throw new MissesChange();
}

async function cursorOf(database: Queryable, memberId: string): Promise<number> {
  const [row] = await database
    .select({ cursor: members.cursor })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.cursor ?? -1;
}
