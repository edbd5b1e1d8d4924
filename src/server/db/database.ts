import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';

import { createPoolOptions } from './hosts.ts';
import type { LockId } from './locks.ts';
import { isDatabaseUnavailable, isReadOnlyError, isRetryable, findSqlState } from './failures.ts';
import * as schema from './schema.ts';

/** The database outside a transaction. */
export type Database = NodePgDatabase<typeof schema> & { $client: Pool };

/** The database inside a transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Accepted by queries that run inside or outside a transaction. */
export type Queryable = NodePgDatabase<typeof schema> | Transaction;

/** Timeouts in milliseconds, short enough to answer a call with 503 before its caller gives up. */
const timeouts = {
  connectionTimeoutMillis: 1_500,
  lock_timeout: 1_500,
  statement_timeout: 5_000,
  // Slightly longer than the server's statement timeout, for a PostgreSQL that does not respond.
  query_timeout: 7_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * The database role of the server, which may insert into append-only tables but not update them.
 */
export const appRole = 'touchline_app';

export function openDatabase({
  url,
  connections = 20,
  role,
}: {
  url: string;
  connections?: number;
  /** The role of all connections; by default the login's own role. */
  role?: string;
}): Database {
  const pool = new Pool({
    ...createPoolOptions(url),
    max: connections,
    // Queries that are sent without awaiting each other run in this order on one connection.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'touchline',
    // Pages are in memory or on flash, so random reads cost little more than sequential reads.
    options: ['random_page_cost=1.1', ...(role ? [`role=${role}`] : [])]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    ...timeouts,
  });
  // Without a listener an error on an idle connection would end the process.
  pool.on('error', () => undefined);
  // The pool listens only to idle connections. On a busy connection, the error rejects the query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return drizzle(pool, { schema, casing: 'snake_case' });
}

/** Waits for running queries, then closes all connections. */
export async function closeDatabase(database: Database): Promise<void> {
  if (!database.$client.ended) await database.$client.end();
}

const maxTransactionAttempts = 3;

type TransactionOptions = {
  /** Starts the work before `begin` has returned; the work awaits `awaitBegin` before it writes. */
  pipelined?: boolean;
  /** Reads from one snapshot of the database; the work must not write. */
  isSnapshot?: boolean;
};

/**
 * Runs work in a transaction. The work runs again after a deadlock or serialization failure, so it
 * must have no effects outside the database.
 */
export async function runInTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  options?: TransactionOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnOneConnection(database, work, options);
    } catch (error) {
      if (attempt === maxTransactionAttempts || !isRetryable(error)) throw error;
      // A random pause prevents that the same two transactions collide again.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/**
 * Runs work in a transaction on one connection, which is always released; a broken connection is
 * closed. Drizzle's own transaction would leak the connection if `begin` fails.
 */
async function runOnOneConnection<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  { pipelined = false, isSnapshot = false }: TransactionOptions = {},
): Promise<Result> {
  const client = await database.$client.connect();
  let broken: Error | undefined;
  try {
    const session = toConnection(client);
    // A new object per transaction, as weak maps store data of each transaction by this object.
    const tx: Transaction = Object.create(session);
    connectionsByTransaction.set(tx, session);
    const mode = isSnapshot ? ' isolation level repeatable read read only' : '';
    const begun = client.query(`begin${mode}`);
    pendingBegins.set(tx, begun);
    if (!pipelined) await begun;
    const [, result] = await awaitPipelined([begun, work(tx)]);
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and without an error.
    if (command !== 'COMMIT') throw new Error('a transaction went on after it had failed');
    return result;
  } catch (error) {
    // Errors that PostgreSQL reports, such as a lock timeout, do not break the connection.
    const isLost = isDatabaseUnavailable(error) && findSqlState(error) === undefined;
    // A read-only error closes the connection: a new connection may reach the new primary.
    if ((isLost || isReadOnlyError(error)) && error instanceof Error) broken = error;
    else broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

const pendingBegins = new WeakMap<Transaction, Promise<unknown>>();

/** Rejects if `begin` failed, in which case the pipelined queries ran outside a transaction. */
export async function awaitBegin(tx: Transaction): Promise<void> {
  await pendingBegins.get(tx);
}

/** Rolls back; returns an error if the connection is unusable. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Awaits pipelined queries, given in the order in which they were sent. If several fail, throws the
 * first error, because later errors may only be consequences.
 */
export async function awaitPipelined<const All extends readonly Promise<unknown>[]>(
  all: All,
): Promise<{ -readonly [Index in keyof All]: Awaited<All[Index]> }> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** Acquires an advisory lock until the end of the transaction; false if the lock is not free. */
export async function tryAdvisoryLock(tx: Transaction, lock: LockId): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as mine`,
  );
  return rows[0]?.mine ?? false;
}

type Connection = NodePgDatabase<typeof schema>;

const connectionsByClient = new WeakMap<PoolClient, Connection>();

function toConnection(client: PoolClient): Connection {
  const session =
    connectionsByClient.get(client) ?? drizzle(client, { schema, casing: 'snake_case' });
  connectionsByClient.set(client, session);
  return session;
}

/** The connection of each transaction; its prepared queries outlive the transaction. */
const connectionsByTransaction = new WeakMap<object, Connection>();

/**
 * Returns a prepared query for frequent calls. `prepare` builds the query once per connection,
 * where PostgreSQL caches its plan by name.
 */
export function createPreparedQuery<Query>(prepare: (database: Queryable) => Query) {
  const queries = new WeakMap<object, Query>();
  return (database: Queryable): Query => {
    const connection = connectionsByTransaction.get(database) ?? database;
    const query = queries.get(connection) ?? prepare(connection);
    queries.set(connection, query);
    return query;
  };
}

/** Rows per INSERT, so that each ends within 5 s on a slow machine: a trigger hashes audit rows. */
const batchSize = 100;

/** Inserts rows in the given order by several short statements. */
export async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    await insert(rows.slice(from, from + batchSize));
  }
}
