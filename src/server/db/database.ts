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

/** Timeouts in milliseconds: a request that cannot be served soon gets its 503 in time. */
const timeouts = {
  connectionTimeoutMillis: 1_500,
  lock_timeout: 1_500,
  statement_timeout: 5_000,
  // A little longer than a query's own timeout, for a server that does not respond.
  query_timeout: 7_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * The database role of the server, which can insert into append-only tables and not change them.
 */
export const appRole = 'touchline_app';

export function openDatabase({
  url,
  connections = 20,
  role,
}: {
  url: string;
  connections?: number;
  /** The role of its connections; by default that of the address's login. */
  role?: string;
}): Database {
  const pool = new Pool({
    ...createPoolOptions(url),
    max: connections,
    // Queries that are sent without waiting for each other run in that order on one connection.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'touchline',
    // Pages are in memory or on flash, where random reads cost little more than sequential ones.
    options: ['random_page_cost=1.1', ...(role ? [`role=${role}`] : [])]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    ...timeouts,
  });
  // Without a listener a broken idle connection would end the process; the pool opens another.
  pool.on('error', () => undefined);
  // The pool listens only to idle connections. A busy one that breaks fails its query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return drizzle(pool, { schema, casing: 'snake_case' });
}

/** Waits for the running queries, then closes every connection. */
export async function closeDatabase(database: Database): Promise<void> {
  if (!database.$client.ended) await database.$client.end();
}

const maxTransactionAttempts = 3;

type TransactionOptions = {
  /** Starts the work before the transaction has begun; it awaits `awaitBegin` before it writes. */
  pipelined?: boolean;
  /** Reads one snapshot of the database, and writes nothing. */
  isSnapshot?: boolean;
};

/**
 * Runs work in a transaction. After a deadlock or serialization failure the work runs again from
 * its start, so it must have no effects outside the database.
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
      // A random pause, or the same two would meet again.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/**
 * The library's own transaction leaks its connection if `begin` fails, which after a few failures
 * would be all of them. Here it is always returned, and a broken one is closed.
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
    // A new object per transaction, because weak maps store data of the transaction by it.
    const tx: Transaction = Object.create(session);
    connectionsByTransaction.set(tx, session);
    const mode = isSnapshot ? ' isolation level repeatable read read only' : '';
    const begun = client.query(`begin${mode}`);
    pendingBegins.set(tx, begun);
    if (!pipelined) await begun;
    const [, result] = await awaitPipelined([begun, work(tx)]);
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT') throw new Error('a transaction went on after it had failed');
    return result;
  } catch (error) {
    // Errors that PostgreSQL reports, such as a lock timeout, break no connection.
    const isLost = isDatabaseUnavailable(error) && findSqlState(error) === undefined;
    // A new connection may reach the new primary.
    if ((isLost || isReadOnlyError(error)) && error instanceof Error) broken = error;
    else broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

const pendingBegins = new WeakMap<Transaction, Promise<unknown>>();

/** Rejects if the transaction could not begin: its pipelined queries then ran outside of one. */
export async function awaitBegin(tx: Transaction): Promise<void> {
  await pendingBegins.get(tx);
}

/** Returns the reason if the connection cannot be used again. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/**
 * Awaits pipelined queries. Of several failures it throws the first in the given order, which must
 * be that of sending: later ones may only follow from it.
 */
export async function awaitPipelined<const All extends readonly Promise<unknown>[]>(
  all: All,
): Promise<{ -readonly [Index in keyof All]: Awaited<All[Index]> }> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** Acquires a lock until the end of the transaction; false if another one has it. */
export async function tryLock(tx: Transaction, lock: LockId): Promise<boolean> {
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

/** The connection of a transaction, which outlives it. */
const connectionsByTransaction = new WeakMap<object, Connection>();

/**
 * A prepared query of the hot paths: `prepare` builds it once per connection, where PostgreSQL
 * keeps its plan by name.
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

/** Rows of one statement: PostgreSQL accepts 65,535 parameters, and a slow machine has 5 s for it. */
const batchSize = 500;

/** Inserts rows in their order by several short statements. */
export async function insertInBatches<Row>(
  rows: readonly Row[],
  insert: (batch: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    await insert(rows.slice(from, from + batchSize));
  }
}
