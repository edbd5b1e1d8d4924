import { rm } from 'node:fs/promises';

import { closeDatabase, openDatabase } from '#server/db/database.ts';

import { createDatabase, providePostgres } from '../testing/database/postgres.ts';
import { scratchFolder } from '../testing/machine/scratch-folder.ts';
import { installBookkeeping } from './world/bookkeeping.ts';

/** One PostgreSQL for a whole run. */
export type Cluster = {
  /** Creates a new migrated database with bookkeeping of its changes. */
  database: () => Promise<string>;
  dataDir: string;
  stop: () => Promise<void>;
};

export async function startCluster(): Promise<Cluster> {
  const stop = await providePostgres();
  const dataDir = await scratchFolder('faults');
  return {
    dataDir,
    database: async () => (await createDatabase('faults', prepare)).url,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function prepare(url: string): Promise<void> {
  const database = openDatabase({ url, connections: 1 });
  await installBookkeeping(database);
  await closeDatabase(database);
}
