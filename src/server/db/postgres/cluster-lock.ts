import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

import { findSqlState } from '../failures.ts';
import { clusterOwner } from './cluster.ts';
import { type Postmaster, findRunningPostmaster, stopPostmaster } from './postmaster.ts';
import { lockIds } from '../locks.ts';

const timeoutMs = 30_000;

/** Returns a connection that has the lock on a cluster; null if another server has the lock. */
export async function acquireClusterLock(port: number, password: string): Promise<Client | null> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: clusterOwner,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 1_000,
    application_name: 'touchline: owner',
    keepAlive: true,
  });
  // If the connection breaks later, its `end` event reports that.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1) as mine',
    [lockIds.ownPostgres],
  );
  if (rows[0]?.mine) return client;
  await client.end();
  return null;
}

/** Before a start, stops a PostgreSQL whose server was killed; false if that server still runs. */
export async function stopOrphanedPostgres(data: string, password: string): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const running = await findRunningPostmaster(data);
    if (!running) return true;
    const owner = await acquireFromDeadOwner(running, password);
    if (owner === 'alive') return false;
    if (owner !== 'unknown' || Date.now() > deadline) {
      // The lock is held until PostgreSQL has stopped, so that no other process starts to use it.
      await stopPostmaster(running.pid, data);
      if (owner !== 'unknown') await owner.end();
    } else {
      await wait(50);
    }
  }
}

/** Tries to acquire the lock of a server that may have died; "unknown" if that is not possible. */
async function acquireFromDeadOwner(
  running: Postmaster,
  password: string,
): Promise<'alive' | 'unknown' | Client> {
  // PostgreSQL is starting, recovering or stopping; its status will change soon.
  if (running.status !== 'ready') return 'unknown';
  try {
    return (await acquireClusterLock(running.port, password)) ?? 'alive';
  } catch (error) {
    // SQLSTATE 53300: all connections are in use, so a server is running.
    return findSqlState(error) === '53300' ? 'alive' : 'unknown';
  }
}
