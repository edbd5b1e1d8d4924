import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

import { messageOf, StartRefused } from '../platform/start-refused.ts';
import { isDatabaseAway } from './failures.ts';
import { withClient } from './hosts.ts';
import { type Binaries, binariesFor } from './postgres/binaries.ts';
import { claim, stopOrphan } from './postgres/claim.ts';
import { clusterOwner, openCluster } from './postgres/cluster.ts';
import { type Home, homeIn, openHome } from './postgres/home.ts';
import {
  type OwnPostmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postgres/postmaster.ts';

/** The bundled PostgreSQL, running as long as this process. */
export type Postgres = { url: string; stop: () => Promise<void> };

type Options = {
  dataDir: string;
  report: (line: string) => void;
  /** Called when it has ended for good and the server cannot continue. */
  onLost: (reason: Error) => void;
};

type Cluster = { dataDir: string; home: Home; binaries: Binaries; data: string };

type Running = { postmaster: OwnPostmaster; owner: Client };

const databaseName = 'touchline';
/** Maximum retries of concurrent starts, and of restarting PostgreSQL. */
const maxStartRetries = 5;
const restarts = 40;

export async function startPostgres({ dataDir, report, onLost }: Options): Promise<Postgres> {
  forgetSettingsOfShell();
  const home = await openHome(dataDir);
  const binaries = await binariesFor(home.account);
  const data = await openCluster(home, binaries, report);
  const cluster = { dataDir, home, binaries, data };
  let running = await start(cluster);
  const { port } = running.postmaster;
  await makeDatabase(port, home.password);

  let stopping = false;
  async function superviseUntilStopped(): Promise<void> {
    for (;;) {
      await endOf(running);
      if (stopping) return;
      report('PostgreSQL stopped by itself or was stopped; starting it again.');
      running = await startAgain(cluster, port);
      if (stopping) await stopPostmaster(running.postmaster.pid, data);
    }
  }
  const supervision = superviseUntilStopped().catch((error: unknown) => {
    onLost(error instanceof Error ? error : new Error(String(error)));
  });

  return {
    url: urlOf(port, home.password),
    async stop() {
      stopping = true;
      await stopPostmaster(running.postmaster.pid, data);
      await supervision;
    },
  };
}

async function start({ dataDir, home, binaries, data }: Cluster, port?: number): Promise<Running> {
  const inUse = `${dataDir} is in use by another Touchline that is still running. Stop that one first, or give this one a DATA_DIR of its own.`;
  let refusal: unknown;
  for (let remaining = maxStartRetries; remaining > 0; remaining -= 1) {
    if (!(await stopOrphan(data, home.password))) break;
    const postmaster = await startPostmaster(home, binaries, data, port);
    if (!postmaster) continue;
    try {
      // Of two concurrent starts one opens the cluster and one gets the lock. A start that lacks
      // either retries: the other one may have stopped this PostgreSQL before its lock was
      // acquired.
      const owner = await claim(postmaster.port, home.password);
      if (owner) return { postmaster, owner };
    } catch (error) {
      refusal = error;
      if (isDatabaseAway(error)) continue;
      // Another start would be refused as well.
      await stopPostmaster(postmaster.pid, data);
      break;
    }
  }
  throw new StartRefused(
    refusal === undefined
      ? inUse
      : `PostgreSQL in ${data} runs, but does not let this server in: ${messageOf(refusal)}. ` +
          'Put back its file "password", or set DATABASE_URL.',
  );
}

/**
 * Variables that a shell sets for other databases (PGSSLMODE, PGOPTIONS) must not apply to this
 * one.
 */
function forgetSettingsOfShell(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PG[A-Z]+$/.test(name)) Reflect.deleteProperty(process.env, name);
  }
}

async function startAgain(cluster: Cluster, port: number): Promise<Running> {
  for (let remaining = restarts; ; remaining -= 1) {
    try {
      // The port stays the same, so the pool reconnects by itself.
      return await start(cluster, port);
    } catch (error) {
      // The memory of a killed PostgreSQL is freed after a moment.
      if (remaining === 0) throw error;
      await wait(250);
    }
  }
}

/** Resolves when PostgreSQL ends or when the connection with the ownership lock is cut. */
async function endOf({ postmaster, owner }: Running): Promise<void> {
  await Promise.race([postmaster.ended, new Promise<void>((cut) => owner.once('end', cut))]);
}

async function makeDatabase(port: number, password: string): Promise<void> {
  const connectionString = urlOf(port, password, 'postgres');
  await withClient({ name: 'owner', connectionString }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  });
}

function urlOf(port: number, password: string, name = databaseName): string {
  return `postgres://${clusterOwner}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * The bundled PostgreSQL for a command: that of the running server, else one that stops with the
 * command.
 */
export async function postgresAtHand(
  dataDir: string,
  report: (line: string) => void,
): Promise<Postgres> {
  forgetSettingsOfShell();
  const home = await openHome(dataDir);
  const running = await runningPostmaster(join(home.path, 'data'));
  if (running?.status === 'ready') {
    return { url: urlOf(running.port, home.password), stop: async () => undefined };
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

/** True if a server has the bundled PostgreSQL of this folder open. */
export async function isPostgresAtWork(dataDir: string): Promise<boolean> {
  const running = await runningPostmaster(join(await homeIn(dataDir), 'data'));
  return running?.status === 'ready';
}
