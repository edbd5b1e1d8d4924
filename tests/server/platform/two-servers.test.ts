import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { TipHistory } from '#contract/proof/calls.ts';
import { findHistoryFlaws } from '#contract/proof/check.ts';
import { limits } from '#server/db/auth-tables.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { checkpoints, proofLeaves } from '#server/db/proof-tables.ts';
import { operations, sessions } from '#server/db/schema.ts';
import { removeOutdatedRows } from '#server/jobs/retention.ts';
import { createCheckpoint } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { type Api, testSettings, theApi } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { eventually } from '../../testing/clock/eventually.ts';
import { aClock, day, hour, minute } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { mailsTo } from '../../testing/outside/mail.ts';
import { aMember, logIn, register } from '../../testing/people/members.ts';
import { aCommunity, aKey } from '../../testing/tips/tips.ts';

/** Two servers with equal settings on one database, each with its own connection pool. */
async function twoServers(choices: Parameters<typeof theApi>[0] = {}): Promise<[Api, Api]> {
  const settings = await testSettings();
  const { database, url } = await aDatabase();
  const second = openDatabase({ url, connections: 6 });
  atTheEnd(async () => closeDatabase(second));
  const usual = { clock: aClock(), ...choices, settings: { ...settings, ...choices.settings } };
  return [await theApi({ ...usual, database }), await theApi({ ...usual, database: second })];
}

describe('two servers on one database', () => {
  test('count the requests of a member together', async () => {
    const servers = await twoServers({ limits: { requestsPerMember: 4 } });
    const [one, other] = servers;
    const { token } = await aMember(one);
    const calls = [one, other, one, other, one, other];

    const statuses = [];
    for (const { get } of calls) statuses.push((await get('/api/sync', { token })).status);

    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('count concurrent requests', async () => {
    const servers = await twoServers({ limits: { requestsPerNetwork: 10 } });
    // A server that waits too long for a connection counts alone, so all are open beforehand.
    for (const { database } of servers) {
      const sleep = () => database.execute(sql`select pg_sleep(0.1)`);
      await Promise.all(Array.from({ length: 6 }, async () => eventually(sleep)));
    }

    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) =>
        servers[n % 2 === 0 ? 0 : 1].get('/api/docs/json'),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  test('count wrong passwords together', async () => {
    const [one, other] = await twoServers();
    const { email, password } = await register(one);
    const wrong = { email, password: 'a wrong one' };

    for (let n = 0; n < 5; n += 1) for (const api of [one, other]) await logIn(api, wrong);

    expect((await logIn(one, { email, password })).status).toBe(429);
    expect((await logIn(other, { email, password })).status).toBe(429);
  });

  test('send one address no more mails than one server would', async () => {
    const clock = aClock();
    const servers = await twoServers({ clock });
    const { email } = await aMember(servers[0]);
    clock.passes(minute);

    for (let n = 0; n < 3; n += 1) {
      for (const api of servers) await api.post('/api/auth/forgotPassword', { body: { email } });
    }

    expect(await mailsTo(servers[0], email)).toHaveLength(2);
  });

  test('count the keys of a member together, also concurrent ones', async () => {
    const servers = await twoServers({ limits: { keysPerDay: 5 } });
    const { token } = await aMember(servers[0]);
    const { id } = await aMember(servers[0]);
    const path = `/api/users/followOrUnfollow?Id=${id}&isFollow=true`;

    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) =>
        servers[n % 2 === 0 ? 0 : 1].put(path, { token, headers: aKey() }),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(await servers[0].database.$count(operations)).toBe(5);
  });

  test('give equal and valid receipts of a tip', async () => {
    const community = await aCommunity();
    const { api, clock, settings } = { ...community, settings: community.api.settings };
    const second = await theApi({ ...community.services, settings });
    const { id } = await community.aTip();
    await createCheckpoint(api.database, settings.proofSecret, clock());

    const [one, other] = await Promise.all(
      [api, second].map(async ({ get }) =>
        z.parse(TipHistory, (await get(`/api/tips/${id}/history`)).body),
      ),
    );

    expect(one).toEqual(other);
    expect(one?.receipts).toHaveLength(1);
    expect(one && (await findHistoryFlaws(one, id))).toEqual([undefined]);
  });

  test('make one checkpoint an hour, and never two', async () => {
    const clock = aClock();
    const servers = await twoServers({ clock });
    const { database, settings } = servers[0];
    const write = () =>
      sql`insert into audit (at, action, subject) values (${clock()}, 'noted', 'thing:1')`;

    for (let n = 0; n < 5; n += 1) {
      await database.execute(write());
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await Promise.all(
          servers.map(async (api) => createCheckpoint(api.database, settings.proofSecret, clock())),
        );
        clock.passes(hour / 4);
      }
    }

    expect(await database.$count(checkpoints)).toBe(5);
    expect(await database.$count(proofLeaves)).toBe(5);
    expect((await verifyDatabase(database)).problems).toEqual([]);
  });

  test('remove old data and old counters concurrently', async () => {
    const [one, other] = await twoServers();
    const { id } = await aMember(one);
    await one.database.delete(sessions);
    for (const days of [-31, -29]) {
      const at = new Date(Date.now() + days * day);
      const used = { createdAt: at, startedAt: at, lastUsedAt: at };
      const row = { id: randomUUID(), memberId: id, expiresAt: at, ...used };
      await one.database.insert(sessions).values(row);
    }
    await one.get('/api/docs/json');
    const later = new Date(Date.now() + hour);

    await Promise.all(
      [one, other].map(async ({ database }) => removeOutdatedRows(database, later)),
    );

    expect(await one.database.$count(limits)).toBe(0);
    expect(await one.database.$count(sessions)).toBe(1);
  });
});

test('counters contain neither member nor address', async () => {
  const [api] = await twoServers();
  const { email, password } = await register(api);
  await logIn(api, { email, password });

  const kept = JSON.stringify(await api.database.select().from(limits));

  expect(kept).toContain('login');
  expect(kept).not.toContain(email);
  expect(kept).not.toContain('127.0.0.1');
});
