import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod/mini';

import { withClient } from '../db/hosts.ts';
import { findSqlState } from '../db/failures.ts';
import { readDatabaseLoginRole } from '../db/login.ts';
import { migrateDatabase } from '../db/migrate.ts';
import * as schema from '../db/schema.ts';
import { readSchemaDigest } from '../db/schema-version.ts';
import { jobs } from '../jobs/jobs.ts';
import { createQueues } from '../jobs/worker.ts';
import { OperatorError } from '../platform/error-reports.ts';
import { countLines, copySettingsSql, type CopyCounts } from './backup.ts';
import {
  TableHeader,
  verifyBackupFile,
  createDamagedFileError,
  TableFooter,
  BackupHeader,
  openBackupFile,
  type BackupReader,
} from './file.ts';
import {
  toCopyTarget,
  findNonEmptyTable,
  quoteName,
  type BackupTable,
  readTables,
} from './tables.ts';

/** Fills a database without rows from a file, in one transaction. */
export async function restoreDatabase(url: string, path: string): Promise<CopyCounts> {
  await verifyBackupFile(path);
  return withClient({ name: 'restore', connectionString: url }, async (client) => {
    await refuseNonEmptyDatabase(client);
    if ((await migrateDatabase(url)) === 'read-only') {
      throw new OperatorError(
        'This database takes no writes. Nothing was changed: name the primary.',
      );
    }
    const { name, excess } = await readDatabaseLoginRole(client);
    if (excess.length === 0) {
      throw new OperatorError(
        `${name} may not restore, since it owns no tables. Nothing was changed: name the owner in ` +
          'DATABASE_OWNER_URL.',
      );
    }
    await createQueues(drizzle(client, { schema }), jobs);
    await client.query(`${copySettingsSql}; set lock_timeout = '5s'`);
    const counts = await runInClientTransaction(client, async () => loadBackup(client, path));
    await client.query('analyze');
    return counts;
  });
}

async function runInClientTransaction<Result>(
  client: Client,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw toRestoreError(error);
  }
}

function toRestoreError(error: unknown): unknown {
  // SQLSTATE class 23: rows violate a constraint.
  if (!(error instanceof Error) || !findSqlState(error)?.startsWith('23')) return error;
  return new OperatorError(
    `What is in this backup does not go together (${error.message}). Nothing was kept of it, and the ` +
      `database is empty. Take an older backup, and keep this file.`,
    { cause: error },
  );
}

async function refuseNonEmptyDatabase(client: Client): Promise<void> {
  const name = await findNonEmptyTable(client);
  if (name === undefined) return;
  throw new OperatorError(
    `This database is not empty: the table ${name} has rows. Nothing was changed. Make a new one ` +
      `(createdb, or an empty DATA_DIR), name it in the settings, and restore before the first start.`,
  );
}

async function loadBackup(client: Client, path: string): Promise<CopyCounts> {
  const tables = await readTables(client);
  // With these locks, a starting server waits, and nobody can write rows before the restore.
  await client.query(`lock table ${tables.map(({ name }) => quoteName(name)).join()}`);
  await refuseNonEmptyDatabase(client);
  const reader = await openBackupFile(path);
  const header = z.parse(BackupHeader, JSON.parse((await reader.readLine()) ?? 'null'));
  const expected = await readSchemaDigest(client);
  if (header.schema !== expected) {
    throw new OperatorError(
      `${path} is of Touchline ${header.version} with the schema ${header.schema}, and this one has ` +
        `${expected}. Nothing was kept of it. Restore it with the version that wrote it, then upgrade.`,
    );
  }
  // Pending deferred constraints of the job queue would prevent ALTER TABLE below.
  await client.query('set constraints all immediate');
  let rows = 0;
  for (let remaining = header.tables; remaining > 0; remaining -= 1) {
    rows += await loadTable(client, reader, path);
  }
  await raiseSequences(client);
  return { tables: header.tables, rows };
}

/** Loads a table without triggers, whose effects the rows contain; foreign keys are checked. */
async function loadTable(client: Client, reader: BackupReader, path: string): Promise<number> {
  const { table: name, columns } = z.parse(
    TableHeader,
    JSON.parse((await reader.readLine()) ?? 'null'),
  );
  const table: BackupTable = { name, columns };
  const hash = createHash('sha256');
  let rows = 0;
  await client.query(`alter table ${quoteName(name)} disable trigger user`);
  await pipeline(
    reader.readTableRows,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        rows += countLines(piece);
        yield piece;
      }
    },
    client.query(copyFrom(`copy ${toCopyTarget(table)} from stdin`)),
  );
  await client.query(`alter table ${quoteName(name)} enable trigger user`);
  const end = z.parse(TableFooter, JSON.parse((await reader.readLine()) ?? 'null'));
  if (end.rows !== rows || end.sha256 !== hash.digest('hex')) throw createDamagedFileError(path);
  return rows;
}

/** Sets each sequence to the largest restored value. */
async function raiseSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select format('%I.%I', s.schemaname, s.sequencename) as sequence,
      format('%I', c.relname) as table, format('%I', a.attname) as column
    from pg_sequences s
    join pg_depend d on d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
      and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where s.schemaname = 'public'`);
  for (const { sequence, table, column } of rows) {
    await client.query(
      `select setval('${sequence}', coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    );
  }
}
