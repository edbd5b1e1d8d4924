import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

import { toErrorMessage, OperatorError } from '../platform/error-reports.ts';
import { isDatabaseUnavailable } from './failures.ts';
import { withClient } from './hosts.ts';
import { type Binaries, findBinaries } from './postgres/binaries.ts';
import { acquireClusterLock, stopOrphanedPostgres } from './postgres/cluster-lock.ts';
import { clusterOwner, openCluster } from './postgres/cluster.ts';
import { type PostgresHome, resolveHomePath, openPostgresHome } from './postgres/postgres-home.ts';
import {
  type OwnPostmaster,
  findRunningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postgres/postmaster.ts';

/** The bundled PostgreSQL, which ends with this process. */
export type PostgresServer = { url: string; stop: () => Promise<void> };

type PostgresOptions = {
  dataDir: string;
  report: (line: string) => void;
  /** Called when PostgreSQL has ended and cannot be restarted. */
  onLost: (reason: Error) => void;
};

type Cluster = { dataDir: string; home: PostgresHome; binaries: Binaries; data: string };

type RunningCluster = { postmaster: OwnPostmaster; owner: Client };

const databaseName = 'touchline';
/** Maximum attempts of one start: starts that run at the same time may make each other fail. */
const maxStartRetries = 5;
const maxRestarts = 40;

export async function startPostgres({
  dataDir,
  report,
  onLost,
}: PostgresOptions): Promise<PostgresServer> {
  removePostgresVariables();
  const home = await openPostgresHome(dataDir);
  const binaries = await findBinaries(home.account);
  const data = await openCluster(home, binaries, report);
  const cluster = { dataDir, home, binaries, data };
  let running = await startCluster(cluster);
  const { port } = running.postmaster;
  await createMissingDatabase(port, home.password);

  let stopping = false;
  async function superviseUntilStopped(): Promise<void> {
    for (;;) {
      await waitForClusterEnd(running);
      if (stopping) return;
      report('PostgreSQL stopped by itself or was stopped; starting it again.');
      running = await restartCluster(cluster, port);
      if (stopping) await stopPostmaster(running.postmaster.pid, data);
    }
  }
  const supervision = superviseUntilStopped().catch((error: unknown) => {
    onLost(error instanceof Error ? error : new Error(String(error)));
  });

  return {
    url: createDatabaseUrl(port, home.password),
    async stop() {
      stopping = true;
      await stopPostmaster(running.postmaster.pid, data);
      await supervision;
    },
  };
}

async function startCluster(
  { dataDir, home, binaries, data }: Cluster,
  port?: number,
): Promise<RunningCluster> {
  const inUse = `${dataDir} is in use by another Touchline that is still running. Stop that one first, or give this one a DATA_DIR of its own.`;
  let refusal: unknown;
  for (let remaining = maxStartRetries; remaining > 0; remaining -= 1) {
    if (!(await stopOrphanedPostgres(data, home.password))) break;
    const postmaster = await startPostmaster(home, binaries, data, port);
    if (!postmaster) continue;
    try {
      // Of two concurrent starts, one may open the cluster and the other may get the lock. A start
      // without both retries, as the other start may have stopped this PostgreSQL first.
      const owner = await acquireClusterLock(postmaster.port, home.password);
      if (owner) return { postmaster, owner };
    } catch (error) {
      refusal = error;
      if (isDatabaseUnavailable(error)) continue;
      // A further attempt would be refused, too, for example because of a wrong password.
      await stopPostmaster(postmaster.pid, data);
      break;
    }
  }
  throw new OperatorError(
    refusal === undefined
      ? inUse
      : `PostgreSQL in ${data} runs, but does not let this server in: ${toErrorMessage(refusal)}. ` +
          'Put back its file "password", or set DATABASE_URL.',
  );
}

/** Removes variables meant for other databases, such as PGSSLMODE, from the environment. */
function removePostgresVariables(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PG[A-Z]+$/.test(name)) Reflect.deleteProperty(process.env, name);
  }
}

async function restartCluster(cluster: Cluster, port: number): Promise<RunningCluster> {
  for (let remaining = maxRestarts; ; remaining -= 1) {
    try {
      // The port does not change, so that the pool can reconnect.
      return await startCluster(cluster, port);
    } catch (error) {
      // The memory of a killed PostgreSQL is freed with a delay.
      if (remaining === 0) throw error;
      await wait(250);
    }
  }
}

/** Resolves when PostgreSQL ends or the connection with the cluster lock closes. */
async function waitForClusterEnd({ postmaster, owner }: RunningCluster): Promise<void> {
  await Promise.race([postmaster.ended, new Promise<void>((cut) => owner.once('end', cut))]);
}

async function createMissingDatabase(port: number, password: string): Promise<void> {
  const connectionString = createDatabaseUrl(port, password, 'postgres');
  await withClient({ name: 'owner', connectionString }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  });
}

function createDatabaseUrl(port: number, password: string, name = databaseName): string {
  return `postgres://${clusterOwner}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * Returns the bundled PostgreSQL for a command: that of a running server, else a new instance that
 * stops with the command.
 */
export async function findOrStartPostgres(
  dataDir: string,
  report: (line: string) => void,
): Promise<PostgresServer> {
  removePostgresVariables();
  const home = await openPostgresHome(dataDir);
  const running = await findRunningPostmaster(join(home.path, 'data'));
  if (running?.status === 'ready') {
    return { url: createDatabaseUrl(running.port, home.password), stop: async () => undefined };
  }
  return startPostgres({
    dataDir,
    report,
    onLost(reason) {
      report(`PostgreSQL is gone: ${reason.message}`);
      process.exit(1);
    },
  });
}

/** True if a server is running on the bundled PostgreSQL of this folder. */
export async function isPostgresRunning(dataDir: string): Promise<boolean> {
  const running = await findRunningPostmaster(join(await resolveHomePath(dataDir), 'data'));
  return running?.status === 'ready';
}
