import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { withClient } from '../db/hosts.ts';
import { expectNoPooler } from '../db/pooler.ts';
import { readSchemaDigest } from '../db/schema-version.ts';
import { OperatorError } from '../platform/error-reports.ts';
import { version } from '../platform/version.ts';
import {
  type TableHeader,
  type TableFooter,
  rowsEndMarker,
  type BackupHeader,
  createFileExistsError,
  maxLineBytes,
  writeBackupFile,
} from './file.ts';
import { createRowsQuery, quoteName, type BackupTable, readTables } from './tables.ts';

/** Numbers of saved or restored tables and rows. */
export type CopyCounts = { tables: number; rows: number };

/** Session settings with which COPY writes and reads values in one format on every database. */
export const copySettingsSql = `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Writes a snapshot of a database into a file while servers use the database. */
export async function backUpDatabase(url: string, path: string, now: Date): Promise<CopyCounts> {
  if (existsSync(path)) throw createFileExistsError(path);
  return withClient({ name: 'backup', connectionString: url }, async (client) => {
    await expectNoPooler(client);
    await client.query(copySettingsSql);
    const schema = await readSchemaDigest(client);
    if (schema === '') {
      throw new OperatorError('This database holds no Touchline. Nothing was written.');
    }
    const counts = { tables: 0, rows: 0 };
    await writeBackupFile(path, generateBackup(client, { schema, now }, counts));
    return counts;
  });
}

async function* generateBackup(
  client: Client,
  { schema, now }: { schema: string; now: Date },
  counts: CopyCounts,
): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  const tables = await readTables(client);
  // Prevents schema changes until the tables are read; rows can still be written.
  await client.query(
    `lock table ${tables.map(({ name }) => quoteName(name)).join()} in access share mode`,
  );
  const header: BackupHeader = {
    touchline: 'backup',
    version,
    schema,
    at: now.toISOString(),
    tables: tables.length,
  };
  yield toJsonLine(header);
  for (const table of tables) {
    const { rows, sha256 } = yield* generateTableRows(client, table);
    counts.tables += 1;
    counts.rows += rows;
    yield toJsonLine({ rows, sha256 } satisfies TableFooter);
  }
  await client.query('commit');
}

async function* generateTableRows(
  client: Client,
  table: BackupTable,
): AsyncGenerator<Buffer, TableFooter> {
  yield toJsonLine({ table: table.name, columns: table.columns } satisfies TableHeader);
  const hash = createHash('sha256');
  let rows = 0;
  let openLength = 0;
  const contents: AsyncIterable<Buffer> = client.query(
    copyTo(`copy (${createRowsQuery(table)}) to stdout`),
  );
  for await (const chunk of contents) {
    hash.update(chunk);
    rows += countLines(chunk);
    if (openLength + chunk.indexOf('\n') > maxLineBytes) throw createRowTooLongError(table);
    openLength = chunk.includes('\n')
      ? chunk.length - chunk.lastIndexOf('\n') - 1
      : openLength + chunk.length;
    yield chunk;
  }
  yield Buffer.from(`${rowsEndMarker}\n`);
  return { rows, sha256: hash.digest('hex') };
}

/** The error for a row that is too long to be restored. */
function createRowTooLongError({ name }: BackupTable): OperatorError {
  return new OperatorError(
    `A row of the table ${name} is longer than ${maxLineBytes / 1024 / 1024} MB. No backup was written.`,
  );
}

function toJsonLine(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/**
 * Counts the rows in a chunk. COPY escapes line breaks inside values, so each line break ends a
 * row.
 */
export function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
