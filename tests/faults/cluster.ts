import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';

import { keepBooks } from './world/bookkeeping.ts';

/** One PostgreSQL for a whole run. */
export type Cluster = {
  /** A new database with every table, which keeps books about itself. */
  database: () => Promise<string>;
  dataDir: string;
  stop: () => Promise<void>;
};

const template = 'faults_template';

export async function startCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-faults-'));
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({
    dataDir,
    say: () => undefined,
    onLost(reason) {
      throw reason;
    },
  });
  const address = (name: string) => {
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  };

  async function onTheCluster(...statements: string[]): Promise<void> {
    const client = new Client(address('postgres'));
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  await onTheCluster(`create database ${template}`);
  await migrateDatabase(address(template));
  const prepared = openDatabase({ url: address(template), connections: 1 });
  await keepBooks(prepared);
  await closeDatabase(prepared);

  let databases = 0;
  return {
    dataDir,
    async database() {
      databases += 1;
      const name = `faults_${databases}`;
      // What a power cut would take is not what this is about.
      await onTheCluster(
        `create database ${name} template ${template}`,
        `alter database ${name} set synchronous_commit = off`,
      );
      return address(name);
    },
    async stop() {
      await postgres.stop();
      const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
      if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
