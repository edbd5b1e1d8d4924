import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Pool, type PoolClient } from 'pg';

import { connectionsTo } from './hosts.ts';
import type { Lock } from './locks.ts';
import { isDatabaseAway, isReadOnly, isWorthRepeating, sqlStateOf } from './failures.ts';
import * as schema from './schema.ts';

/** The database outside a transaction. */
export type Database = NodePgDatabase<typeof schema> & { $client: Pool };

/** The database inside a transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Either of them: what a query takes that does not care. */
export type Queryable = NodePgDatabase<typeof schema> | Transaction;

/** Nothing waits without end: a request that cannot be served soon gets its 503 while it matters. */
const patience = {
  connectionTimeoutMillis: 1_500,
  lock_timeout: 1_500,
  statement_timeout: 5_000,
  // A little longer than a query, for a server that does not even answer.
  query_timeout: 7_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** The role of the server at work, which can add to what is append-only and not change it. */
export const appRole = 'touchline_app';

export function openDatabase({
  url,
  connections = 20,
  role,
}: {
  url: string;
  connections?: number;
  /** What it works as; usually as whoever the address names. */
  role?: string;
}): Database {
  const pool = new Pool({
    ...connectionsTo(url),
    max: connections,
    // What is asked without waiting for what was asked before goes out at once, in that order.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'touchline',
    // Pages lie in memory or on flash, where one by one costs little more than one after the other.
    options: ['random_page_cost=1.1', ...(role ? [`role=${role}`] : [])]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    ...patience,
  });
  // Without a listener one broken idle connection would end the process; the pool opens another.
  pool.on('error', () => undefined);
  // The pool listens only while a connection is idle. One that breaks at work fails its query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return drizzle(pool, { schema, casing: 'snake_case' });
}

/** Waits for the queries that are running, then closes every connection. */
export async function closeDatabase(database: Database): Promise<void> {
  if (!database.$client.ended) await database.$client.end();
}

const attempts = 3;

/** With `ahead` the work begins before the transaction has, and awaits `hasBegun` before it writes. */
type TransactionConfig = PgTransactionConfig & { ahead?: boolean };

/**
 * Does all of the work or none of it. Where PostgreSQL had to end it so that others could go on (a
 * deadlock, a serialization failure), the work is done again from its start, so it must have no
 * effect but on the database.
 */
export async function transaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  config?: TransactionConfig,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onOneConnection(database, work, config);
    } catch (error) {
      if (attempt === attempts || !isWorthRepeating(error)) throw error;
      // Apart by chance, or the same two meet again.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

/**
 * The library's own transaction keeps a connection for ever when its `begin` fails, which after a
 * few cuts would be all of them. Here it comes back whatever happens, and a broken one is let go.
 */
async function onOneConnection<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
  { ahead = false, ...config }: TransactionConfig = {},
): Promise<Result> {
  const client = await database.$client.connect();
  let broken: Error | undefined;
  try {
    const session = sessionOn(client);
    // Nothing of the session but who it is: what is known of a transaction goes by that.
    const tx: Transaction = Object.create(session);
    connections.set(tx, session);
    const begun = client.query(beginWith(config));
    beginnings.set(tx, begun);
    if (!ahead) await begun;
    const [, result] = await together([begun, work(tx)]);
    const { command } = await client.query('commit');
    // PostgreSQL does not commit what failed, and calls that no error.
    if (command !== 'COMMIT') throw new Error('a transaction went on after it had failed');
    return result;
  } catch (error) {
    // What PostgreSQL says itself, such as that a lock was not to be had, breaks no connection.
    const unheard = isDatabaseAway(error) && sqlStateOf(error) === undefined;
    // Another connection may lead to the new primary.
    if ((unheard || isReadOnly(error)) && error instanceof Error) broken = error;
    else broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

const beginnings = new WeakMap<Transaction, Promise<unknown>>();

/** Fails where a transaction could not begin: what was asked in it stands alone then. */
export async function hasBegun(tx: Transaction): Promise<void> {
  await beginnings.get(tx);
}

/** Gives back why a connection cannot be used again. */
async function rollBack(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function beginWith({ isolationLevel, accessMode }: PgTransactionConfig): string {
  return ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    .filter(Boolean)
    .join(' ');
}

/**
 * The answers to what was asked at once, when all of them are there. Of several failures the first in
 * this order is told, which is to be the order of asking: the others may only follow from it.
 */
export async function together<const All extends readonly Promise<unknown>[]>(
  all: All,
): Promise<{ -readonly [Index in keyof All]: Awaited<All[Index]> }> {
  await Promise.allSettled(all);
  return Promise.all(all);
}

/** Whether nobody else holds this lock; nobody will until the transaction ends. */
export async function takeLock(tx: Transaction, lock: Lock): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lock}) as mine`,
  );
  return rows[0]?.mine ?? false;
}

type Connection = NodePgDatabase<typeof schema>;

const sessions = new WeakMap<PoolClient, Connection>();

function sessionOn(client: PoolClient): Connection {
  const session = sessions.get(client) ?? drizzle(client, { schema, casing: 'snake_case' });
  sessions.set(client, session);
  return session;
}

/** The connection that a transaction runs on, which outlives it. */
const connections = new WeakMap<object, Connection>();

/**
 * A query of the hot paths: `prepare` writes it once for each connection, where PostgreSQL keeps its
 * plan under the name it is prepared with.
 */
export function prepared<Query>(prepare: (database: Queryable) => Query) {
  const queries = new WeakMap<object, Query>();
  return (database: Queryable): Query => {
    const connection = connections.get(database) ?? database;
    const query = queries.get(connection) ?? prepare(connection);
    queries.set(connection, query);
    return query;
  };
}
