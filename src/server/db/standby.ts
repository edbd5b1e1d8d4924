import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { type Database, type Queryable, runInTransaction } from './database.ts';
import { members } from './schema.ts';

/** A standby database that serves lists to relieve the primary. */
export type Standby = {
  database: Database;
  /** Maximum accepted lag in seconds. */
  maxLagSeconds: number;
  /** The standby is not used before this value of `performance.now()`, after a failure or lag. */
  pausedUntil: number;
  /** True if the last read from the standby failed. */
  hasReadFailed: boolean;
  log?: Pick<FastifyBaseLogger, 'warn'>;
};

type StandbyDependencies = { database: Database; standby?: Standby };

export function createStandby(database: Database, maxLagSeconds = 5): Standby {
  return { database, maxLagSeconds, pausedUntil: 0, hasReadFailed: false };
}

/**
 * Reads from the standby if it has all changes of the caller. Otherwise, or if a row is missing
 * there, reads from the primary.
 */
export async function readFromStandby<Result>(
  { database, standby }: StandbyDependencies,
  member: { id: string } | undefined,
  read: (database: Queryable) => Promise<Result>,
): Promise<Result> {
  if (!standby || performance.now() < standby.pausedUntil) return read(database);
  const own = member && { id: member.id, cursor: await readCursor(database, member.id) };
  try {
    const result = await runInTransaction(
      standby.database,
      async (tx) => {
        await assertStandbyIsCurrent(tx, own, standby.maxLagSeconds);
        return read(tx);
      },
      { isSnapshot: true },
    );
    if (standby.hasReadFailed) standby.log?.warn('the standby can be read again');
    standby.hasReadFailed = false;
    return result;
  } catch (error) {
    pauseStandby(standby, error);
    return read(database);
  }
}

/** The standby's lag is unknown or too long. */
class StandbyLagError extends Error {
  override readonly name = 'Behind';
}

/** The standby lacks a change of this caller, but other callers can use it. */
class MissingChangeError extends Error {
  override readonly name = 'MissesChange';
}

const standbyPauseMs = { behind: 1_000, failed: 5_000 };

/** Logs the first failure of the standby and stops using it for a while. */
function pauseStandby(standby: Standby, error: unknown): void {
  if (error instanceof ApiProblem || error instanceof MissingChangeError) return;
  const isBehind = error instanceof StandbyLagError;
  standby.pausedUntil =
    performance.now() + (isBehind ? standbyPauseMs.behind : standbyPauseMs.failed);
  if (isBehind || standby.hasReadFailed) return;
  standby.hasReadFailed = true;
  standby.log?.warn({ err: error }, 'the standby cannot be read, and the primary answers');
}

/**
 * Throws unless the standby is current for a caller. Every change of a member raises their cursor,
 * so an equal cursor proves that all changes are there. A standby that replayed nothing recently
 * may be cut off, so it is not used.
 */
async function assertStandbyIsCurrent(
  database: Queryable,
  own: { id: string; cursor: number } | undefined,
  maxLagSeconds: number,
): Promise<void> {
  const { rows } = await database.execute<{ recent: boolean | null }>(
    sql`select pg_last_xact_replay_timestamp() > now() - make_interval(secs => ${maxLagSeconds}) as recent`,
  );
  if (!rows[0]?.recent) throw new StandbyLagError();
  if (own && (await readCursor(database, own.id)) < own.cursor) throw new MissingChangeError();
}

async function readCursor(database: Queryable, memberId: string): Promise<number> {
  const [row] = await database
    .select({ cursor: members.cursor })
    .from(members)
    .where(eq(members.id, memberId));
  return row?.cursor ?? -1;
}
