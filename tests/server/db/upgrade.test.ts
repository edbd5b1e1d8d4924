import { appendFile, cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aDataDir, aServer, until } from '../../testing/server/server-process.ts';
import { aCommunity, type Community, oddNames } from '../../testing/tips/tips.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Copies this project as a later version that has one more migration. */
async function aLaterVersion(statements: readonly string[]): Promise<string> {
  const folder = await aDataDir();
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'src/server/db/migrations');
  await appendFile(
    join(migrations, '9999_later.sql'),
    statements.join(';--> statement-breakpoint\n'),
  );
  const journal = join(migrations, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const last = entries.at(-1);
  const later = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_later' };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, later] }));
  return folder;
}

async function aClient(url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  atTheEnd(async () => client.end());
  return client;
}

/** Members who post and read continuously; collects their responses. */
async function aCrowd({ api, aMember, aGame }: Community) {
  const { id: fixtureId } = await aGame();
  const answers = new Map<string, number>();
  const stop = new AbortController();
  const count = async (what: string, { status }: { status: number }) => {
    const word = `${what} ${status}`;
    answers.set(word, (answers.get(word) ?? 0) + 1);
  };
  atTheEnd(async () => {
    stop.abort();
    await Promise.all(busy);
  });
  const tipsAll = async ({ token }: { token: string }) => {
    for (const oddName of oddNames) {
      if (stop.signal.aborted) return;
      const body = { options: [{ fixtureId, oddName }] };
      await count('post', await api.post('/api/tips', { token, body }));
      await count('own tips', await api.get('/api/tips', { token }));
      await count('feed', await api.get('/api/feed?limit=5'));
    }
  };
  const busy = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) await tipsAll(await aMember());
  });
  return {
    answers,
    /** Waits for this number of further posts. */
    async posts(more: number) {
      const target = (answers.get('post 201') ?? 0) + more;
      await until(async () => (answers.get('post 201') ?? 0) >= target);
    },
    async goes() {
      stop.abort();
      await Promise.all(busy);
    },
  };
}

test('a later version migrates while an older version serves, and no request fails', async () => {
  const { database, url } = await aDatabase();
  const crowd = await aCrowd(await aCommunity({ database }));
  const [long, watch] = [await aClient(url), await aClient(url)];
  const migrationsWaiting = async () => {
    const { rows } = await watch.query(`select from pg_stat_activity
      where application_name = 'touchline: migrations' and datname = current_database()
        and wait_event_type = 'Lock'`);
    return rows.length;
  };

  // Operators create an index of a large table before the upgrade, as documented.
  await crowd.posts(5);
  await watch.query('create index concurrently if not exists tips_later on tips (stake)');
  // A long read that the migration of the table has to wait for.
  await long.query('begin; select from members limit 1');
  const folder = await aLaterVersion([
    'alter table members add column nickname text',
    'create index if not exists tips_later on tips (stake)',
  ]);
  const env = { DATABASE_URL: url, DATA_DIR: await aDataDir() };
  const migrate = aServer({ folder, env, script: 'src/server/db/migrate-command.ts' });
  await until(async () => (await migrationsWaiting()) === 1);
  await until(async () => (await migrationsWaiting()) === 0);
  await crowd.posts(5);
  await long.query('rollback');

  expect(await migrate.ended).toBe(0);
  await crowd.posts(20);
  await crowd.goes();

  const { rows } = await watch.query('select count(nickname)::int as named from members');
  expect(rows).toEqual([{ named: 0 }]);
  expect([...crowd.answers.keys()].toSorted()).toEqual(['feed 200', 'own tips 200', 'post 201']);
});
