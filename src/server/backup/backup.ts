import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import { withClient } from '../db/hosts.ts';
import { expectNoPooler } from '../db/pooler.ts';
import { schemaOf } from '../db/schema-version.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { version } from '../platform/version.ts';
import {
  type TableBegin,
  type TableEnd,
  endOfRows,
  type Header,
  isThereAlready,
  maxLineBytes,
  writeFile,
} from './file.ts';
import { backedUpRows, quoted, type Table, tablesOf } from './tables.ts';

/** Counts of the saved or restored tables and rows. */
export type CopyCounts = { tables: number; rows: number };

/** Session settings that make COPY write and read values the same way on every database. */
export const copySettings = `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Writes a snapshot of a database into a file while it stays in use. */
export async function backUp(url: string, path: string, now: Date): Promise<CopyCounts> {
  if (existsSync(path)) throw isThereAlready(path);
  return withClient({ name: 'backup', connectionString: url }, async (client) => {
    await expectNoPooler(client);
    await client.query(copySettings);
    const schema = await schemaOf(client);
    if (schema === '') {
      throw new StartRefused('This database holds no Touchline. Nothing was written.');
    }
    const counts = { tables: 0, rows: 0 };
    await writeFile(path, contentsOf(client, { schema, now }, counts));
    return counts;
  });
}

async function* contentsOf(
  client: Client,
  { schema, now }: { schema: string; now: Date },
  counts: CopyCounts,
): AsyncGenerator<Buffer> {
  await client.query('begin isolation level repeatable read read only');
  const tables = await tablesOf(client);
  // Locks out changes of the schema until the tables are read; rows can still be written.
  await client.query(
    `lock table ${tables.map(({ name }) => quoted(name)).join()} in access share mode`,
  );
  const header: Header = {
    touchline: 'backup',
    version,
    schema,
    at: now.toISOString(),
    tables: tables.length,
  };
  yield line(header);
  for (const table of tables) {
    const { rows, sha256 } = yield* rowsOf(client, table);
    counts.tables += 1;
    counts.rows += rows;
    yield line({ rows, sha256 } satisfies TableEnd);
  }
  await client.query('commit');
}

async function* rowsOf(client: Client, table: Table): AsyncGenerator<Buffer, TableEnd> {
  yield line({ table: table.name, columns: table.columns } satisfies TableBegin);
  const hash = createHash('sha256');
  let rows = 0;
  let openLength = 0;
  const contents: AsyncIterable<Buffer> = client.query(
    copyTo(`copy (${backedUpRows(table)}) to stdout`),
  );
  for await (const chunk of contents) {
    hash.update(chunk);
    rows += linesIn(chunk);
    if (openLength + chunk.indexOf('\n') > maxLineBytes) throw rowTooLong(table);
    openLength = chunk.includes('\n')
      ? chunk.length - chunk.lastIndexOf('\n') - 1
      : openLength + chunk.length;
    yield chunk;
  }
  yield Buffer.from(`${endOfRows}\n`);
  return { rows, sha256: hash.digest('hex') };
}

/** A restore would refuse the row. */
function rowTooLong({ name }: Table): StartRefused {
  return new StartRefused(
    `A row of the table ${name} is longer than ${maxLineBytes / 1024 / 1024} MB. No backup was written.`,
  );
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/**
 * Counts the rows in a chunk: COPY escapes line breaks inside values, so each line break ends a
 * row.
 */
export function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
