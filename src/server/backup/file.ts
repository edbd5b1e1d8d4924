import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';

import { OperatorError } from '../platform/error-reports.ts';

// File format: a gzip stream and its SHA-256. The stream has a JSON line and, per table, a JSON
// line, the rows in COPY format, a line `\.` and a JSON line with count and digest.

/** The first line of a backup file. */
export const BackupHeader = z.object({
  touchline: z.literal('backup'),
  version: z.string(),
  schema: z.string(),
  at: z.string(),
  tables: z.number(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** The line before a table's rows. */
export const TableHeader = z.object({ table: z.string(), columns: z.array(z.string()) });
export type TableHeader = z.infer<typeof TableHeader>;
export const TableFooter = z.object({ rows: z.number(), sha256: z.string() });
export type TableFooter = z.infer<typeof TableFooter>;

/** The line after the rows of a table. */
export const rowsEndMarker = String.raw`\.`;

const digestBytes = 32;

/** Maximum bytes of a line; Touchline writes no row of this length. */
export const maxLineBytes = 16 * 1024 * 1024;

/** Chunk size of the unpacked stream, so large that a long row consists of few chunks. */
const chunkBytes = 1024 * 1024;

/**
 * Writes a file that only its owner may read. The file appears only when it is complete; an
 * existing file is never replaced.
 */
export async function writeBackupFile(
  path: string,
  contents: AsyncIterable<Buffer>,
): Promise<void> {
  // The name is unique, because two writers to one file would mix their contents.
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(
      contents,
      createGzip(),
      appendDigest,
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    );
    await link(draft, path).catch((error: unknown) => {
      throw existsSync(path) ? createFileExistsError(path) : error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** The error for an output file that already exists. */
export function createFileExistsError(path: string): OperatorError {
  return new OperatorError(`${path} is there already. It stays as it is: name another file.`);
}

async function* appendDigest(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

/** Refuses a file whose digest does not match. */
export async function verifyBackupFile(path: string): Promise<void> {
  const length = await readContentLength(path);
  const hash = createHash('sha256');
  if (length > 0) {
    const contents: AsyncIterable<Buffer> = createReadStream(path, { end: length - 1 });
    for await (const chunk of contents) hash.update(chunk);
  }
  const digest = Buffer.alloc(digestBytes);
  const file = await open(path);
  try {
    await file.read(digest, 0, digestBytes, length);
  } finally {
    await file.close();
  }
  if (!hash.digest().equals(digest)) throw createDamagedFileError(path);
}

async function readContentLength(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new OperatorError(`There is no file ${path}.`);
  return Math.max(0, found.size - digestBytes);
}

export function createDamagedFileError(path: string): OperatorError {
  return new OperatorError(
    `${path} is damaged, cut off, or no backup of Touchline: its digest is another one. Nothing in the ` +
      `database was changed. Copy it again from where it is kept, or take an older backup.`,
  );
}

function createLineTooLongError(path: string): OperatorError {
  return new OperatorError(
    `${path} has a line of more than ${maxLineBytes / 1024 ** 2} MB, which no backup of Touchline has. ` +
      'Nothing was kept of it, and the database is empty. Take another backup.',
  );
}

/** Opens a verified file, which is read line by line and table by table. */
export async function openBackupFile(path: string): Promise<BackupReader> {
  const length = await readContentLength(path);
  const file = createReadStream(path, { end: length - 1 });
  const contents = createGunzip({ chunkSize: chunkBytes });
  file.on('error', (error) => contents.destroy(error));
  return createBackupReader(file.pipe(contents), path);
}

export type BackupReader = {
  /** Returns the next line; undefined at the end. */
  readLine: () => Promise<string | undefined>;
  /** Yields the current table's rows in chunks of whole rows; consumes the end marker. */
  readTableRows: () => AsyncGenerator<Buffer>;
};

function createBackupReader(contents: AsyncIterable<Buffer>, path: string): BackupReader {
  const pieces = contents[Symbol.asyncIterator]();
  const closing = Buffer.from(`${rowsEndMarker}\n`);
  let rest = Buffer.alloc(0);

  /** Reads the next chunk; false at the end of the file. */
  async function more(): Promise<boolean> {
    if (rest.length > maxLineBytes) throw createLineTooLongError(path);
    const piece = await pieces.next();
    if (piece.done) return false;
    rest = Buffer.concat([rest, piece.value]);
    return true;
  }

  function consume(length: number): Buffer {
    const consumed = rest.subarray(0, length);
    rest = rest.subarray(length);
    return consumed;
  }

  return {
    async readLine() {
      for (;;) {
        const end = rest.indexOf('\n');
        if (end !== -1) return consume(end + 1).toString('utf8', 0, end);
        if (!(await more())) return undefined;
      }
    },
    async *readTableRows() {
      for (;;) {
        const isClosed = rest.subarray(0, closing.length).equals(closing);
        const end = isClosed ? 0 : rest.indexOf(`\n${rowsEndMarker}\n`) + 1;
        if (isClosed || end > 0) {
          yield consume(end);
          consume(closing.length);
          return;
        }
        yield consume(rest.lastIndexOf('\n') + 1);
        if (!(await more())) throw new Error('a table has no end');
      }
    },
  };
}
