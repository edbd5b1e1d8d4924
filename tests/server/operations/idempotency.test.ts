import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { fixtures, members, operations, tips } from '#server/db/schema.ts';
import { computeFingerprint } from '#server/operations/idempotency.ts';

import { theApi } from '../../testing/server/api.ts';
import { day, hour, minute } from '../../testing/clock/clock.ts';
import { loseNextCommitReply, oneEffect } from '../../testing/tips/operations.ts';
import { aCommunity, aKey, type Community, problemOf, tipOf } from '../../testing/tips/tips.ts';

/** A slip of one game, to be posted repeatedly. */
async function aSlip({ aGame }: Community, startsIn = 2 * hour) {
  const game = await aGame({ startsIn });
  return { game, body: { options: [{ fixtureId: game.id, oddName: '1X2 - 1' }] } };
}

async function tipsOf({ api }: Community): Promise<number> {
  return api.database.$count(tips);
}

describe('an operation that is sent again', () => {
  test('is executed once, with equal responses', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const { body } = await aSlip(community);
    const headers = aKey();

    const first = await api.post('/api/tips', { token: tipster.token, headers, body });
    const again = await api.post('/api/tips', { token: tipster.token, headers, body });

    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect([first, again].map((answer) => answer.headers['x-op-id'])).toEqual([
      headers['idempotency-key'],
      headers['idempotency-key'],
    ]);
    expect(await tipsOf(community)).toBe(1);
  });

  test('is executed once for twenty concurrent requests to each of two servers', async () => {
    const community = await aCommunity();
    const { api, clock, tipster } = community;
    const { body } = await aSlip(community);
    const headers = aKey();
    const database = openDatabase({ url: String(api.database.$client.options.connectionString) });
    const beside = await theApi({ clock, database, settings: api.settings });

    const answers = await Promise.all(
      [api, beside].flatMap((server) =>
        Array.from({ length: 20 }, async () =>
          server.post('/api/tips', { token: tipster.token, headers, body }),
        ),
      ),
    );
    await closeDatabase(database);

    const posted = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(await tipsOf(community)).toBe(1);
    expect(new Set(posted.map((answer) => tipOf(answer, 201).id)).size).toBe(1);
    for (const answer of others) expect(['409', '503']).toContain(String(answer.status));
    for (const { headers: message } of others)
      expect(Number(message['retry-after'])).toBeGreaterThan(0);
  });

  test('is recognised by its content, not by its formatting', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const { game } = await aSlip(community);
    const headers = aKey();
    const leg = `{"fixtureId":"${game.id}","oddName":"1X2 - 1"}`;
    const turned = `{"oddName" : "1X2 - 1",\n"fixtureId":"${game.id}"}`;
    const post = async (body: string) =>
      api.post('/api/tips', {
        token: tipster.token,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });

    const first = await post(`{"options":[${leg}],"stake":2}`);
    const again = await post(`{ "stake": 2.0, "options": [ ${turned} ] }`);

    expect(again.body).toEqual(first.body);
    expect(await tipsOf(community)).toBe(1);
  });

  test('is recognised sixty days later', async () => {
    const community = await aCommunity();
    const { api, clock, tipster, returns } = community;
    const { body } = await aSlip(community);
    const headers = aKey();
    const first = await api.post('/api/tips', { token: tipster.token, headers, body });

    clock.passes(60 * day);
    const { token } = await returns(tipster);
    const again = await api.post('/api/tips', { token, headers, body });

    expect(again.body).toEqual(first.body);
    expect(await tipsOf(community)).toBe(1);
  });

  test('gets its first response, although the state has changed', async () => {
    const community = await aCommunity();
    const { api, tipster, aTip } = community;
    const { id } = await aTip();
    const headers = aKey();
    const path = `/api/tips/bookTicket/${id}`;
    const first = await api.put(path, { token: tipster.token, headers });
    await api.database.update(tips).set({ version: 9 }).where(eq(tips.id, id));

    const again = await api.put(path, { token: tipster.token, headers });

    expect(again).toMatchObject({ status: 200, body: first.body });
  });
});

describe('a key', () => {
  test('is refused for another operation', async () => {
    const community = await aCommunity();
    const { api, tipster, aTip } = community;
    const { body } = await aSlip(community);
    const headers = aKey();
    await api.post('/api/tips', { token: tipster.token, headers, body });
    const { id } = await aTip();

    const otherBody = { ...body, stake: 1 };
    const otherPath = `/api/tips/bookTicket/${id}`;
    const answers = [
      await api.post('/api/tips', { token: tipster.token, headers, body: otherBody }),
      await api.put(otherPath, { token: tipster.token, headers }),
      await api.delete(`/api/tips/${id}`, { token: tipster.token, headers }),
    ];

    expect(answers.map(problemOf)).toEqual(Array(3).fill('422 key-reused'));
    expect(await tipsOf(community)).toBe(2);
    expect(await community.tip(id)).toMatchObject({ IsBooked: false, version: 1 });
  });

  test('belongs to one member: another’s equal key is another operation', async () => {
    const community = await aCommunity();
    const { api, tipster, other } = community;
    const { body } = await aSlip(community);
    const headers = aKey();

    const mine = await api.post('/api/tips', { token: tipster.token, headers, body });
    const theirs = await api.post('/api/tips', { token: other.token, headers, body });

    expect(tipOf(mine, 201).tipsterId).toBe(tipster.id);
    expect(tipOf(theirs, 201).tipsterId).toBe(other.id);
  });

  test('is optional: without it every request is executed', async () => {
    const community = await aCommunity();
    const { api, tipster, other, aTip } = community;
    const { game, body } = await aSlip(community);
    const { id: copiedFrom } = await aTip({ by: other, games: [game] });
    const copies = async () =>
      api.post('/api/tips', { token: tipster.token, body: { ...body, copiedFrom } });

    await copies();
    const again = await copies();

    expect(again.headers['x-op-id']).toBeUndefined();
    expect(await tipsOf(community)).toBe(3);
    expect(await api.database.$count(operations)).toBe(0);
  });

  test.each([
    { key: 'a'.repeat(255), status: 201 },
    { key: 'a'.repeat(256), status: 400 },
  ])('of $key.length characters ("$key") gets status $status', async ({ key, status }) => {
    const community = await aCommunity();
    const { body } = await aSlip(community);

    const answer = await community.api.post('/api/tips', {
      token: community.tipster.token,
      headers: aKey(key),
      body,
    });

    expect(answer.status).toBe(status);
    expect(await tipsOf(community)).toBe(status === 201 ? 1 : 0);
  });
});

describe('a refused operation', () => {
  test('stays refused when it is sent again, although it would succeed now', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const { game, body } = await aSlip(community, -minute);
    const headers = aKey();
    const first = await api.post('/api/tips', { token: tipster.token, headers, body });
    const later = { kickOff: new Date(game.kickOff.getTime() + day) };
    await api.database.update(fixtures).set(later).where(eq(fixtures.id, game.id));

    const again = await api.post('/api/tips', { token: tipster.token, headers, body });
    const anew = await api.post('/api/tips', { token: tipster.token, headers: aKey(), body });

    expect(problemOf(first)).toBe('409 fixture-started');
    const { requestId: _first, ...message } = Object(first.body);
    expect(again.body).toMatchObject(message);
    expect(again.headers['x-op-id']).toBe(headers['idempotency-key']);
    expect(anew.status).toBe(201);
  });

  test('stores nothing but its response', async () => {
    const community = await aCommunity();
    const { services, tipster } = community;
    const effect = await oneEffect(services, [
      async () => {
        throw new ApiProblem('already-booked', { extra: { since: 'yesterday' } });
      },
    ]);

    const first = await effect.calls(tipster, 'k');
    const again = await effect.calls(tipster, 'k');

    expect([first, again].map(problemOf)).toEqual(Array(2).fill('409 already-booked'));
    expect(again.body).toMatchObject({ since: 'yesterday' });
    expect(await effect.timesDone()).toBe(0);
  });
});

describe('an operation that failed in the server', () => {
  test('is repeated at once after a deadlock', async () => {
    const { services, tipster } = await aCommunity();
    const deadlock = async (tx: Pick<Database, 'execute'>) =>
      tx.execute(sql.raw(`do $$ begin raise exception using errcode = '40P01'; end $$`));
    const effect = await oneEffect(services, [deadlock, deadlock]);

    const answer = await effect.calls(tipster, 'k');

    expect(answer.status).toBe(201);
    expect(await effect.timesDone()).toBe(1);
  });

  test('is executed once if the connection fails between effect and key', async () => {
    const { services, tipster } = await aCommunity();
    const effect = await oneEffect(services, [dies]);

    const first = await effect.calls(tipster, 'k');
    const again = await effect.calls(tipster, 'k');

    expect(problemOf(first)).toBe('503 unavailable');
    expect(again.status).toBe(201);
    expect(await effect.timesDone()).toBe(1);
  });

  test('is executed once if only the response to the commit is lost', async () => {
    const { services, tipster } = await aCommunity();
    const effect = await oneEffect(services, []);
    loseNextCommitReply(services.database);

    const first = await effect.calls(tipster, 'k');
    const again = await effect.calls(tipster, 'k');

    expect(problemOf(first)).toBe('503 unavailable');
    expect(again.status).toBe(201);
    expect(await effect.timesDone()).toBe(1);
  });

  test('uses a response that another request has stored meanwhile', async () => {
    const { services, tipster } = await aCommunity();
    const theirs = { what: 'something', arrivedAt: 'earlier' };
    const meanwhile = async () =>
      services.database.insert(operations).values({
        memberId: tipster.id,
        key: 'k',
        fingerprint: computeFingerprint({
          method: 'POST',
          url: '/test/effects',
          body: { what: 'something' },
        }),
        status: 201,
        answer: theirs,
        answeredAt: services.clock(),
        cursor: 1,
      });
    const effect = await oneEffect(services, [meanwhile]);

    const answer = await effect.calls(tipster, 'k');

    expect(answer).toMatchObject({ status: 201, body: theirs });
    expect(await effect.timesDone()).toBe(0);
  });

  async function dies(tx: Pick<Database, 'execute'>) {
    return tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  }
});

describe('a member whose email is not verified', () => {
  test('can repeat a refused post after the verification', async () => {
    const community = await aCommunity();
    const { api, clock } = community;
    const newcomer = await community.aMember({ verified: false });
    const [early, late] = [await aSlip(community, hour), await aSlip(community, 3 * hour)];
    const posts = [early, late].map(({ body }) => ({
      token: newcomer.token,
      headers: aKey(),
      body,
    }));
    const postAll = async () => Promise.all(posts.map(async (post) => api.post('/api/tips', post)));

    const refused = await postAll();
    clock.passes(2 * hour);
    await api.database
      .update(members)
      .set({ emailVerifiedAt: clock() })
      .where(eq(members.id, newcomer.id));
    const [started, posted] = await postAll();

    expect(refused.map(problemOf)).toEqual(Array(2).fill('403 email-unverified'));
    expect(refused.map(({ headers }) => headers['x-op-id'])).toEqual(
      posts.map(({ headers }) => headers['idempotency-key']),
    );
    expect(started && problemOf(started)).toBe('409 fixture-started');
    expect(posted && tipOf(posted, 201).creationTime).toBe(clock().toISOString());
    expect(await tipsOf(community)).toBe(1);
  });
});
