import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';

import { openDatabase, closeDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { migrationsFolder } from '#server/db/schema-version.ts';
import { type Job, defineScheduledJob } from '#server/jobs/job.ts';
import { jobs } from '#server/jobs/jobs.ts';
import { createQueues, startJobs } from '#server/jobs/worker.ts';
import { readQueueLengths } from '#server/metrics/gauges.ts';
import { queueMail } from '#server/mail/queue.ts';

import { theApi } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aClock, second } from '../../testing/clock/clock.ts';
import { aDatabase, anEmptyDatabase } from '../../testing/database/database.ts';
import { aJobRunner, waitingJobs } from '../../testing/server/jobs.ts';
import { aDataDir } from '../../testing/server/server-process.ts';

async function aRunner() {
  const { database } = await aDatabase();
  const clock = aClock();
  return { database, clock, runner: await aJobRunner({ database, clock }) };
}

describe('a scheduled job', () => {
  const scheduled = jobs.filter(({ schedule }) => schedule !== undefined);

  test.each(scheduled)('$name is added once while a round waits or runs', async ({ name }) => {
    const { runner } = await aRunner();

    expect(await runner.boss.send(name, {})).not.toBeNull();
    expect(await runner.boss.send(name, {}), 'one waits').toBeNull();
    const [round] = await runner.boss.fetch(name);
    expect(await runner.boss.send(name, {}), 'one runs').toBeNull();
    await runner.boss.complete(name, round?.id ?? '');
    expect(await runner.boss.send(name, {})).not.toBeNull();
  });

  test('fails with its server, so that the next round runs', async () => {
    const { runner, clock } = await aRunner();
    await runner.setTime();
    await runner.boss.send('sources', {});
    await runner.takeAndDie('sources');

    clock.passes(31 * second);
    await runner.giveBack();

    expect(await runner.boss.send('sources', {})).not.toBeNull();
  });
});

describe('a server', () => {
  /** A server that runs one job, which never ends. */
  async function aServerAtWork() {
    const api = await theApi();
    const started = vi.fn<() => void>();
    const hangs: Job = defineScheduledJob('hangs', '0 0 1 1 *', async () => {
      started();
      await new Promise(() => undefined);
    });
    const mail = { deliver: async () => undefined, close: () => undefined };
    const tools = { ...api, mail, fetch, log: api.app.log };
    await createQueues(api.database, [hangs]);
    await api.database.execute(
      sql`insert into pgboss.job (name, policy, retry_limit) values ('hangs', 'exclusive', 1)`,
    );
    const working = startJobs([hangs], tools);
    await expect.poll(() => started).toHaveBeenCalled();
    return { api, working };
  }

  test('releases its running job when it stops', async () => {
    const { api, working } = await aServerAtWork();

    await working.stop();

    const { rows } = await api.database.execute(
      sql`select name, state from pgboss.job where name = 'hangs'`,
    );
    expect(rows).toEqual([{ name: 'hangs', state: 'retry' }]);
  });
});

test('a job that has used all attempts goes to the dead letters', async () => {
  const { runner, database, clock } = await aRunner();
  await database.transaction(async (tx) => {
    const letter = { recipient: 'ada@example.org', subject: 'x', body: 'x', askedFrom: 'x' };
    await queueMail(tx, letter, clock());
  });
  await database.execute(sql`update pgboss.job set retry_limit = 0`);

  // The job fails, because there is no mail transport.
  await runner.run();

  expect(await readQueueLengths(database, clock())).toEqual(
    expect.arrayContaining([
      { queue: 'mails', length: '0', oldest: null },
      { queue: 'dead-letters', length: '1', oldest: 0 },
    ]),
  );
});

/** Returns a folder with the migrations before the job queue was introduced. */
async function migrationsBeforeJobs(): Promise<string> {
  const folder = await aDataDir();
  await cp(migrationsFolder, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const at = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_jobs'));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, at) }));
  return folder;
}

test('mails, pushes and notices of an earlier version become jobs', async () => {
  const url = await anEmptyDatabase();
  const client = new Client(url);
  await client.connect();
  await migrate(drizzle(client), { migrationsFolder: await migrationsBeforeJobs() });
  const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`;
  await client.query(`
    insert into members (id, email, user_name, password_hash, created_at)
      values ('${id(1)}', 'ada@example.org', 'Ada', '', now());
    insert into sessions (id, member_id, created_at, started_at, last_used_at, expires_at)
      values ('${id(2)}', '${id(1)}', now(), now(), now(), now());
    insert into tips (id, owner_id, created_at, expires_at, last_kick_off, stake, total_odds, record_odds, cursor, wire)
      values ('${id(3)}', '${id(1)}', now(), now(), now(), 1, 2, 2, 1, '{}');
    insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, created_at)
      values ('${id(4)}', '${id(1)}', '${id(2)}', 'https://push.example', '', '', now());
    insert into notices (id, at, kind, tip_id, tipster_id, outcome, spread_at) values
      ('${id(5)}', now(), 'posted', '${id(3)}', '${id(1)}', 'open', now()),
      ('${id(6)}', now(), 'priced', '${id(3)}', '${id(1)}', 'open', null);
    insert into pushes (subscription_id, notice_id, next_at, expires_at)
      values ('${id(4)}', '${id(5)}', '2026-08-01T12:00:00Z', '2026-08-01T13:00:00Z');
    insert into mails (id, recipient, subject, body, created_at, next_at, expires_at, sent_at) values
      ('${id(7)}', 'ada@example.org', 'x', 'x', now(), '2026-08-01T12:00:00Z', now(), null),
      ('${id(8)}', 'ada@example.org', 'x', '', now(), now(), now(), now())`);
  await client.end();

  await migrateDatabase(url);

  const database = openDatabase({ url, connections: 2 });
  atTheEnd(async () => closeDatabase(database));
  const startAfter = new Date('2026-08-01T12:00:00Z');
  expect(await waitingJobs({ database }, 'mails')).toEqual([
    { data: { mailId: id(7) }, startAfter },
  ]);
  expect(await waitingJobs({ database }, 'pushes')).toEqual([
    {
      data: {
        noticeId: id(5),
        subscriptionId: id(4),
        expiresAt: expect.stringContaining('2026-08-01T13:00:00'),
      },
      startAfter,
    },
  ]);
  expect(await waitingJobs({ database }, 'notices')).toMatchObject([{ data: { noticeId: id(6) } }]);
});
