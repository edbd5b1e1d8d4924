import { execFile } from 'node:child_process';
import { appendFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';

import { atTheEnd } from '../server/clean-up.ts';
import { aDataDir } from '../server/server-process.ts';

/** A PostgreSQL cluster that a test starts and stops. */
export type OwnPostgres = {
  url: string;
  stop: () => Promise<void>;
  /** Runs a statement and returns the first column of its first row. */
  queryValue: (statement: string) => Promise<unknown>;
};

/** Starts the PostgreSQL of a data folder until the test ends. */
export async function aPostgresIn(dataDir: string): Promise<OwnPostgres> {
  const postgres = await startPostgres({
    dataDir,
    report: () => undefined,
    onLost: () => undefined,
  });
  let running = true;
  const stop = async () => {
    if (running) await postgres.stop();
    running = false;
  };
  atTheEnd(stop);
  return {
    url: postgres.url,
    stop,
    async queryValue(statement) {
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      const { rows } = await client.query({ text: statement, rowMode: 'array' });
      await client.end();
      return rows[0]?.[0];
    },
  };
}

/** Copies the data of a stopped PostgreSQL, including file owners; returns the new folder. */
export async function copyData(from: string, to: string): Promise<string> {
  const home = join(from, 'postgres');
  const copy = join(to, 'postgres');
  await promisify(execFile)('cp', ['-a', await readlink(home).catch(() => home), copy]);
  return join(copy, 'data');
}

/** Copies the data of a stopped PostgreSQL so that the copy starts as a standby. */
export async function copyAsStandby(from: string, to: string): Promise<string> {
  const data = await copyData(from, to);
  await writeFile(join(data, 'standby.signal'), '');
  return data;
}

/** Starts a migrated primary and a standby that replicates it. */
export async function aFollowedPrimary(): Promise<{ primary: OwnPostgres; standby: OwnPostgres }> {
  const folders = [await aDataDir(), await aDataDir()] as const;
  const before = await aPostgresIn(folders[0]);
  await migrateDatabase(before.url);
  await before.stop();
  const data = await copyAsStandby(...folders);
  const primary = await aPostgresIn(folders[0]);
  const { hostname, port, username, password } = new URL(primary.url);
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  return { primary, standby: await aPostgresIn(folders[1]) };
}
