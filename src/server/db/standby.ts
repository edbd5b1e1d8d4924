import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';

import { ApiProblem } from '#contract/problem.ts';

import { type Database, type Queryable, runInTransaction } from './database.ts';
import { members } from './schema.ts';

/** A standby for lists, which relieves the primary. */
export type Standby = {
  database: Database;
  /** Maximum lag in seconds. */
  maxLagSeconds: number;
  /** It failed or lags, and is not used until then (`performance.now()`). */
  pausedUntil: number;
  /** True if the last read of it failed. */
  hasReadFailed: boolean;
  log?: Pick<FastifyBaseLogger, 'warn'>;
};

type StandbyDependencies = { database: Database; standby?: Standby };

/** A standby with a maximum lag in seconds. */
export function createStandby(database: Database, maxLagSeconds = 5): Standby {
  return { database, maxLagSeconds, pausedUntil: 0, hasReadFailed: false };
}

/**
 * Reads from the standby if it has all changes of the caller; else, and if a row is missing there,
 * from the primary.
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
        await expectCurrentStandby(tx, own, standby.maxLagSeconds);
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

/** The standby lacks a change of this caller; others can use it. */
class MissingChangeError extends Error {
  override readonly name = 'MissesChange';
}

const standbyPauseMs = { behind: 1_000, failed: 5_000 };

/** Logs a failure of the standby once and stops using it for a while. */
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
 * Every change of a member raises their cursor, so a standby with the same cursor has all of them.
 * If it replayed nothing lately it is cut off or nothing happened; the primary decides in both
 * cases.
 */
async function expectCurrentStandby(
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
