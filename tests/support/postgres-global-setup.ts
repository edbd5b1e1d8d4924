import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, through its maintenance database. */
    postgresUrl: string;
  }
}

export const template = 'tests_template';

/** One PostgreSQL for the whole run, with a migrated database that the others are copied from. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-tests-'));
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({
    dataDir,
    say: () => undefined,
    onLost(reason) {
      throw reason;
    },
  });
  const url = withDatabase(postgres.url, 'postgres');
  const client = new Client(url);
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrateDatabase(withDatabase(url, template));
  project.provide('postgresUrl', url);

  return async () => {
    await postgres.stop();
    const elsewhere = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
    if (elsewhere) await rm(elsewhere, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
