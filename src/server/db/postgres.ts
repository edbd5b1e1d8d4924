import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

import { messageOf, StartRefused } from '../start-refused.ts';
import { isDatabaseAway } from './failures.ts';
import { type Binaries, binariesFor } from './postgres/binaries.ts';
import { claim, clearTheWay } from './postgres/claim.ts';
import { clusterOwner, openCluster } from './postgres/cluster.ts';
import { type Home, homeIn, openHome } from './postgres/home.ts';
import {
  type OwnPostmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postgres/postmaster.ts';

/** The PostgreSQL that comes with the product, for as long as this process lives. */
export type Postgres = { url: string; stop: () => Promise<void> };

type Options = {
  dataDir: string;
  say: (line: string) => void;
  /** Called when it is gone for good; the server cannot go on. */
  onLost: (reason: Error) => void;
};

type Cluster = { dataDir: string; home: Home; binaries: Binaries; data: string };

type Running = { postmaster: OwnPostmaster; owner: Client };

const databaseName = 'touchline';
/** How often two starts at the same moment may get in each other's way. */
const meetings = 5;
const restarts = 40;

export async function startPostgres({ dataDir, say, onLost }: Options): Promise<Postgres> {
  forgetSettingsOfShell();
  const home = await openHome(dataDir);
  const binaries = await binariesFor(home.account);
  const data = await openCluster(home, binaries, say);
  const cluster = { dataDir, home, binaries, data };
  let running = await start(cluster);
  const { port } = running.postmaster;
  await makeDatabase(port, home.password);

  let stopping = false;
  async function keepRunning(): Promise<void> {
    for (;;) {
      await endOf(running);
      if (stopping) return;
      say('PostgreSQL stopped by itself or was stopped; starting it again.');
      running = await startAgain(cluster, port);
      if (stopping) await stopPostmaster(running.postmaster.pid, data);
    }
  }
  const kept = keepRunning().catch((error: unknown) => {
    onLost(error instanceof Error ? error : new Error(String(error)));
  });

  return {
    url: urlOf(port, home.password),
    async stop() {
      stopping = true;
      await stopPostmaster(running.postmaster.pid, data);
      await kept;
    },
  };
}

async function start({ dataDir, home, binaries, data }: Cluster, port?: number): Promise<Running> {
  const inUse = `${dataDir} is in use by another Touchline that is still running. Stop that one first, or give this one a DATA_DIR of its own.`;
  let refusal: unknown;
  for (let left = meetings; left > 0; left -= 1) {
    if (!(await clearTheWay(data, home.password))) break;
    const postmaster = await startPostmaster(home, binaries, data, port);
    if (!postmaster) continue;
    try {
      // Of two starts at the same moment one opens the cluster, and one holds the lock. Whoever lacks
      // either looks again: the other may have cleared this PostgreSQL away before its lock was taken.
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

/** Settings that a shell has for other databases (PGSSLMODE, PGOPTIONS) are none for this one. */
function forgetSettingsOfShell(): void {
  for (const name of Object.keys(process.env)) {
    if (/^PG[A-Z]+$/.test(name)) Reflect.deleteProperty(process.env, name);
  }
}

async function startAgain(cluster: Cluster, port: number): Promise<Running> {
  for (let left = restarts; ; left -= 1) {
    try {
      // The same port: the pool reconnects by itself and nobody has to be told.
      return await start(cluster, port);
    } catch (error) {
      // What is left of a killed PostgreSQL holds its memory for a moment.
      if (left === 0) throw error;
      await wait(250);
    }
  }
}

/** Ends when PostgreSQL does, or when the connection that proves our ownership is cut. */
async function endOf({ postmaster, owner }: Running): Promise<void> {
  await Promise.race([postmaster.ended, new Promise<void>((cut) => owner.once('end', cut))]);
}

async function makeDatabase(port: number, password: string): Promise<void> {
  const client = new Client(urlOf(port, password, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, password: string, name = databaseName): string {
  return `postgres://${clusterOwner}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * The product's own PostgreSQL for a command of a moment: that of the server which is running, else
 * one that lives as long as the command.
 */
export async function postgresAtHand(
  dataDir: string,
  say: (line: string) => void,
): Promise<Postgres> {
  forgetSettingsOfShell();
  const home = await openHome(dataDir);
  const running = await runningPostmaster(join(home.path, 'data'));
  if (running?.status === 'ready') {
    return { url: urlOf(running.port, home.password), stop: async () => undefined };
  }
  return startPostgres({
    dataDir,
    say,
    onLost(reason) {
      say(`PostgreSQL is gone: ${reason.message}`);
      process.exit(1);
    },
  });
}

/** Whether a server has the product's own PostgreSQL of this folder open. */
export async function isPostgresAtWork(dataDir: string): Promise<boolean> {
  const running = await runningPostmaster(join(await homeIn(dataDir), 'data'));
  return running?.status === 'ready';
}
