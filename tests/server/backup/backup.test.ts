import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, open, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';

import { backUpDatabase } from '#server/backup/backup.ts';
import {
  verifyBackupFile,
  maxLineBytes,
  writeBackupFile as writeBackup,
} from '#server/backup/file.ts';
import { restoreDatabase } from '#server/backup/restore.ts';
import {
  closeDatabase,
  type Database,
  openDatabase,
  runInTransaction,
} from '#server/db/database.ts';
import { findOrStartPostgres } from '#server/db/postgres.ts';
import { computeSchemaDigest } from '#server/db/schema-version.ts';
import { seedDemoSeason } from '#server/demo/season.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { createQueues } from '#server/jobs/worker.ts';
import { queueMail } from '#server/mail/queue.ts';
import type { Mail } from '#server/mail/transports.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { anAccount } from '../../testing/database/database-accounts.ts';
import { aDatabase, anEmptyDatabase } from '../../testing/database/database.ts';
import { digestOf } from '../../testing/database/database-digest.ts';
import { aJobRunner, waitingJobs } from '../../testing/server/jobs.ts';
import { aDataDir } from '../../testing/server/server-process.ts';
import { aCommunity } from '../../testing/tips/tips.ts';
import { refusalOf } from '../../testing/server/refusal.ts';

const season = { clock: () => new Date(), hashPassword: async () => 'none' };

/** A database with some members' data, optionally with the demo season, and an unused file name. */
async function aFilledDatabase({ hasSeason = false } = {}) {
  const { database, url } = await aDatabase();
  if (hasSeason) await seedDemoSeason(database, season);
  const community = await aCommunity({ database });
  await community.aTip();
  await community.api.database.execute(
    sql`insert into pictures values ('p', '\\x5c2e0a5c2e', now())`,
  );
  return { database, url, community, file: join(await aDataDir(), 'backup') };
}

async function opened(url: string): Promise<Database> {
  const database = openDatabase({ url, connections: 4 });
  atTheEnd(async () => closeDatabase(database));
  return database;
}

/** Returns the number of tables in a database. */
async function tablesIn(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.end();
  return rowCount ?? 0;
}

describe('a database that is lost', () => {
  test('is restored with every row, and continues', async () => {
    const { database, url, file } = await aFilledDatabase({ hasSeason: true });
    const before = await digestOf(database);
    const counts = await backUpDatabase(url, file, new Date());
    const target = await anEmptyDatabase();

    const back = await restoreDatabase(target, file);

    const again = await opened(target);
    expect(back).toEqual(counts);
    expect(counts.rows).toBeGreaterThan(1000);
    expect(await digestOf(again)).toEqual(before);
    const { aTip } = await aCommunity({ database: again });
    expect(await aTip()).toMatchObject({ version: 1 });
    expect((await verifyDatabase(again)).problems).toEqual([]);
  });

  test('is restored with queued mails, which are then sent', async () => {
    const { database, url, file } = await aFilledDatabase();
    const clock = () => new Date();
    await createQueues(database, jobs);
    await database.execute(
      sql`insert into pgboss.job (name, policy) values ('sources', 'exclusive')`,
    );
    await runInTransaction(database, async (tx) => {
      const letter = { recipient: 'ada@example.org', subject: 'x', body: 'x', askedFrom: 'x' };
      await queueMail(tx, letter, clock());
    });
    await backUpDatabase(url, file, new Date());
    const target = await anEmptyDatabase();

    await restoreDatabase(target, file);

    const again = await opened(target);
    const sent: string[] = [];
    const mail = { deliver: async ({ recipient }: Mail) => void sent.push(recipient), close() {} };
    await (await aJobRunner({ database: again, clock, mail })).run();
    expect(sent).toEqual(['ada@example.org']);
    expect(await waitingJobs({ database: again }, 'sources')).toEqual([]);
  });

  test('is restored as of one moment, whatever was written during the backup', async () => {
    const { database, url, file, community } = await aFilledDatabase({ hasSeason: true });
    const { tipster, other } = community;
    const writing = new AbortController();
    const backup = backUpDatabase(url, file, new Date()).finally(() => writing.abort());
    for (let by = tipster; !writing.signal.aborted; by = by === tipster ? other : tipster) {
      await community.aTip({ by });
    }
    await backup;
    const target = await anEmptyDatabase();

    await restoreDatabase(target, file);

    const again = await opened(target);
    expect((await verifyDatabase(again)).problems).toEqual([]);
    expect((await verifyDatabase(database)).problems).toEqual([]);
    expect(await digestOf(again)).not.toEqual(await digestOf(database));
  });
});

describe('a backup', () => {
  test('is readable by its owner only, and replaces no file', async () => {
    const { url, file } = await aFilledDatabase();
    await backUpDatabase(url, file, new Date());

    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(file))).toEqual(['backup']);
    expect(await refusalOf(backUpDatabase(url, file, new Date()))).toContain('is there already');
    const empty = await anEmptyDatabase();
    expect(await refusalOf(backUpDatabase(empty, `${file}2`, new Date()))).toContain(
      'holds no Touchline',
    );
  });

  test('fails if another backup with its file name was completed first', async () => {
    const file = join(await aDataDir(), 'backup');
    const first = Promise.withResolvers<void>();
    const isBegun = Promise.withResolvers<void>();
    const refusal = refusalOf(
      writeBackup(
        file,
        (async function* () {
          yield randomBytes(100_000);
          yield randomBytes(100_000);
          isBegun.resolve();
          await first.promise;
          yield randomBytes(100_000);
        })(),
      ),
    );
    await isBegun.promise;

    await writeBackup(file, Readable.from([Buffer.from('all of it')]));
    first.resolve();

    expect(await refusal).toContain('is there already');
    await expect(verifyBackupFile(file)).resolves.toBeUndefined();
    expect(await readdir(dirname(file))).toEqual(['backup']);
  });

  test('is refused if any byte differs, and leaves no rows', async () => {
    const { url, file } = await aFilledDatabase();
    await backUpDatabase(url, file, new Date());
    const { size } = await stat(file);
    const target = await anEmptyDatabase();

    for (const at of [0, 5, Math.floor(size / 3), size - 40, size - 1]) {
      await copyFile(file, `${file}-bent`);
      await flip(`${file}-bent`, at);
      expect(await refusalOf(restoreDatabase(target, `${file}-bent`))).toContain('is damaged');
    }
    for (const length of [0, 20, size - 1]) {
      await copyFile(file, `${file}-cut`);
      await truncate(`${file}-cut`, length);
      expect(await refusalOf(restoreDatabase(target, `${file}-cut`))).toContain('is damaged');
    }
    expect(await refusalOf(restoreDatabase(target, `${file}-none`))).toContain('There is no file');
    expect(await tablesIn(target)).toBe(0);
  });

  test('with inconsistent rows is refused, and leaves no rows', async () => {
    const { database, url, file } = await aFilledDatabase();
    await database.execute(sql`alter table tips drop constraint tips_owner_id_members_id_fk`);
    await database.execute(sql`update tips set owner_id = gen_random_uuid()
      where id = (select id from tips limit 1)`);
    await backUpDatabase(url, file, new Date());
    const target = await anEmptyDatabase();

    expect(await refusalOf(restoreDatabase(target, file))).toContain('does not go together');

    const { rows } = await (await opened(target)).execute(sql`select from members`);
    expect(rows).toEqual([]);
  });

  test.each(['header', 'row'])(
    'with an unterminated %s is refused, and leaves no rows',
    async (part) => {
      const file = join(await aDataDir(), 'backup');
      const header = { touchline: 'backup', version: '0', schema: computeSchemaDigest(), at: '' };
      const beginning = [
        `${JSON.stringify({ ...header, tables: 1 })}\n`,
        `${JSON.stringify({ table: 'pictures', columns: ['hash', 'bytes', 'created_at'] })}\n`,
        'whole\t\\\\x00\t2026-11-26\n',
      ];
      async function* contents() {
        yield Buffer.from(part === 'row' ? beginning.join('') : '');
        const piece = Buffer.alloc(1024 * 1024, '0');
        for (let left = maxLineBytes; left >= 0; left -= piece.length) yield piece;
      }
      await writeBackup(file, contents());
      const target = await anEmptyDatabase();

      expect(await refusalOf(restoreDatabase(target, file))).toContain(
        'has a line of more than 16 MB',
      );

      const { rows } = await (await opened(target)).execute(sql`select from pictures`);
      expect(rows).toEqual([]);
    },
  );

  test('of another schema is refused, and names the version that wrote it', async () => {
    const { database, url, file } = await aFilledDatabase();
    await database.execute(sql`update drizzle.__drizzle_migrations set hash = 'another'`);
    await backUpDatabase(url, file, new Date());
    const target = await anEmptyDatabase();

    const words = await refusalOf(restoreDatabase(target, file));

    expect(words).toContain('is of Touchline 0.1.0 with the schema');
    expect(words).toContain('Restore it with the version that wrote it, then upgrade');
    expect((await (await opened(target)).execute(sql`select from members`)).rows).toEqual([]);
  });

  test('is not written if a row is too long for a restore', async () => {
    const { database, url } = await aDatabase();
    await database.execute(sql`insert into pictures
      values ('p', decode(repeat('00', ${maxLineBytes}), 'hex'), now())`);
    const file = join(await aDataDir(), 'backup');

    const words = await refusalOf(backUpDatabase(url, file, new Date()));

    expect(words).toContain('A row of the table pictures is longer than 16 MB');
    expect(await readdir(dirname(file))).toEqual([]);
  });

  test('is not restored into a database with rows', async () => {
    const { database, url, file } = await aFilledDatabase();
    await backUpDatabase(url, file, new Date());
    const before = await digestOf(database);

    expect(await refusalOf(restoreDatabase(url, file))).toContain('is not empty');

    expect(await digestOf(database)).toEqual(before);
  });

  test('is also written with the servers’ login, and restored by the owner only', async () => {
    const { url, file } = await aFilledDatabase();
    const { url: target } = await aDatabase();
    const { at } = await anAccount('in role touchline_app');

    const counts = await backUpDatabase(at(url), file, new Date());

    expect(await refusalOf(restoreDatabase(at(target), file))).toContain(
      'name the owner in DATABASE_OWNER',
    );
    expect(await restoreDatabase(target, file)).toEqual(counts);
  });

  test('is written and restored by commands', async () => {
    const { database, url, file } = await aFilledDatabase();
    const target = await anEmptyDatabase();
    const run = async (command: string, DATABASE_URL: string, ...words: string[]) => {
      const script = join(import.meta.dirname, `../../../src/server/backup/${command}-command.ts`);
      const env = { ...process.env, DATABASE_URL, DATA_DIR: dirname(file) };
      return promisify(execFile)(process.execPath, [script, ...words], { env });
    };

    const { stdout: counts } = await run('backup', url, file);
    const { stdout: back } = await run('restore', target, file);

    const names = (address: string, output: string) => {
      const { host, pathname, password } = new URL(address);
      expect(output).toContain(`The database is ${pathname.slice(1)} on ${host}.`);
      expect(output).not.toContain(`:${password}`);
    };
    names(url, counts);
    names(target, back);
    expect(counts).toMatch(/holds \d+ rows of \d+ tables/);
    expect(back).toMatch(/\d+ rows of \d+ tables are back/);
    expect(await digestOf(await opened(target))).toEqual(await digestOf(database));
    await expect(run('restore', target, file)).rejects.toMatchObject({ code: 1 });
    await expect(run('backup', url)).rejects.toThrow('npm run backup -- FILE');
  });
});

describe('without a setting for the database', () => {
  /** Returns the output of a command in a folder without settings, as in a cron job. */
  async function outputOf(folder: string, command: string): Promise<string> {
    const script = join(import.meta.dirname, `../../../src/server/backup/${command}-command.ts`);
    const env = { PATH: process.env['PATH'] };
    const run = promisify(execFile)(process.execPath, [script, 'file'], { cwd: folder, env });
    return run.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  }

  test.each(['backup', 'restore'])('%s is refused and creates no database', async (command) => {
    const folder = await aDataDir();

    expect(await outputOf(folder, command)).toMatch(/^No database is named\. Set DATABASE_URL/);

    expect(await readdir(folder)).toEqual([]);
  });

  test('the folder’s file .env can name the database', async () => {
    const folder = await aDataDir();
    for (const name of ['package.json', 'src']) {
      await symlink(join(import.meta.dirname, '../../..', name), join(folder, name));
    }
    const url = await anEmptyDatabase();
    await writeFile(join(folder, '.env'), `DATABASE_URL=${url}\n`);
    const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };

    const run = promisify(execFile)('npm', ['run', 'backup', '--', 'file'], { cwd: folder, env });

    await expect(run).rejects.toMatchObject({
      stdout: expect.stringContaining(`The database is ${new URL(url).pathname.slice(1)} on `),
      stderr: expect.stringContaining('holds no Touchline'),
    });
  });

  test('a backup reads the bundled PostgreSQL that a running server has open', async () => {
    const folder = await aDataDir();
    const dataDir = join(folder, '.data');
    const postgres = await findOrStartPostgres(dataDir, () => undefined);
    atTheEnd(postgres.stop);

    const output = await outputOf(folder, 'backup');

    expect(output).toContain(`The database is the built-in one in ${dataDir}.`);
    expect(output).toContain('holds no Touchline');
  });
});

async function flip(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, at);
  await file.write(Buffer.of((byte[0] ?? 0) ^ 1), 0, 1, at);
  await file.close();
}
