import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { operations, sessions, tips } from '#server/db/schema.ts';

import { aCommunity, aKey, type Game, problemOf, tipOf } from '../../testing/tips/tips.ts';

// The number of round trips determines the cost of frequent calls. The statements also show the
// lock order: the key first, a member before fixtures.

describe('the round trips to the database', () => {
  test('of a post are three: reads, writes and commit', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const options = [{ fixtureId: (await aGame()).id, oddName: '1X2 - 1' }];
    const trips = tripsOn(api.database);

    const answer = await api.post('/api/tips', {
      token: tipster.token,
      headers: aKey(),
      body: { options },
    });

    expect(answer.status).toBe(201);
    expect(trips()).toEqual([
      ['member_of_session'],
      ['begin', 'claim_operation', 'post_of_day', 'held_fixtures', 'standing_tips'],
      ['insert_tip', 'answer_operation'],
      ['commit'],
    ]);
  });

  test('of a booking are three', async () => {
    const { api, tipster, aTip } = await aCommunity();
    const { id } = await aTip();
    const trips = tripsOn(api.database);

    const path = `/api/tips/bookTicket/${id}`;
    const answer = await api.put(path, { token: tipster.token, headers: aKey() });

    expect(tipOf(answer).IsBooked).toBe(true);
    expect(trips()).toEqual([
      ['member_of_session'],
      ['begin', 'claim_operation', 'tip_with_id'],
      ['write_booking', 'answer_operation'],
      ['commit'],
    ]);
  });

  test.each(['a post', 'a booking'])('of %s write nothing if the beginning fails', async (what) => {
    const { api, tipster, aGame, aTip } = await aCommunity();
    const [{ id }, { id: fixtureId }] = [await aTip(), await aGame()];
    const init = { token: tipster.token, headers: aKey() };
    const body = { options: [{ fixtureId, oddName: '1X2 - 1' }] };
    const sends = async () =>
      what === 'a post'
        ? api.post('/api/tips', { ...init, body })
        : api.put(`/api/tips/bookTicket/${id}`, init);
    const [tipsBefore] = await everything(api.database);
    losesTheNext('begin', api.database);

    const lost = await sends();

    expect(problemOf(lost)).toBe('503 unavailable');
    expect(await everything(api.database)).toEqual([tipsBefore, []]);
    expect((await sends()).status).toBe(what === 'a post' ? 201 : 200);
  });

  test('of a repeated request read only the texts that the stored response leaves out', async () => {
    const { api, tipster, aTip } = await aCommunity();
    const { id } = await aTip();
    const init = { token: tipster.token, headers: aKey() };
    const path = `/api/tips/bookTicket/${id}`;
    const first = await api.put(path, init);
    const trips = tripsOn(api.database);

    const again = await api.put(path, init);

    expect(again.body).toEqual(first.body);
    expect(trips().slice(2)).toEqual([
      ['rollback'],
      [expect.stringMatching(/^select "analysis", "analysis_removed_by" from "tips"/)],
    ]);
  });

  test('of a slip with thirty named games are as many as of a slip with two', async () => {
    const { api, tipster, aGame } = await aCommunity();
    const games: Game[] = [];
    while (games.length < 30) games.push(await aGame());
    const trips = tripsOn(api.database);
    const statementsOf = async (named: readonly Game[]) => {
      const before = trips().flat().length;
      const options = named.map(({ game }) => ({ game, oddName: '1X2 - 1' }));
      const answer = await api.post('/api/tips', { token: tipster.token, body: { options } });
      expect(answer.status).toBe(201);
      return trips().flat().length - before;
    };

    expect(await statementsOf(games)).toBe(await statementsOf(games.slice(0, 2)));
  });

  test('of own tips are one, including the session check', async () => {
    const { api, tipster, aTip } = await aCommunity();
    await aTip();
    const trips = tripsOn(api.database);

    await api.get('/api/tips', { token: tipster.token });

    expect(trips()).toEqual([['session_and_tips']]);
  });
});

describe('own tips', () => {
  test('are refused as soon as the session has ended', async () => {
    const { api, clock, tipster, aTip } = await aCommunity();
    await aTip();
    await api.database
      .update(sessions)
      .set({ revokedAt: clock() })
      .where(eq(sessions.memberId, tipster.id));

    const answer = await api.get('/api/tips', { token: tipster.token });

    expect(problemOf(answer)).toBe('401 session-ended');
  });

  test('are validated only after the caller is known', async () => {
    const { api, tipster } = await aCommunity();

    const stranger = await api.get('/api/tips?limit=many');
    const member = await api.get('/api/tips?limit=many', { token: tipster.token });

    expect(problemOf(stranger)).toBe('401 not-signed-in');
    expect(problemOf(member)).toBe('400 invalid-input');
  });
});

/** Returns all tips and all stored responses. */
async function everything(database: Database) {
  return [await database.select().from(tips), await database.select().from(operations)] as const;
}

/** The next statement with this name fails before it reaches the database. */
function losesTheNext(text: string, database: Database): void {
  let isLost = false;
  ofEveryConnection(database, (name, original) => {
    if (isLost || name !== text) return original();
    isLost = true;
    return Promise.reject(new Error('Connection terminated unexpectedly'));
  });
}

/** Records statements, grouped by round trip; leaves out those of rate limits. */
function tripsOn(database: Database): () => string[][] {
  const trips: string[][] = [];
  let underWay = 0;
  const answered = () => {
    underWay -= 1;
  };
  ofEveryConnection(database, (name, original) => {
    const answer = original();
    if (name.startsWith('limits:')) return answer;
    if (underWay === 0) trips.push([]);
    trips.at(-1)?.push(name);
    // Statements with a callback are the pool's own, which it sends one at a time.
    if (!(answer instanceof Promise)) return answer;
    underWay += 1;
    void answer.then(answered, answered);
    return answer;
  });
  return () => trips;
}

function ofEveryConnection(
  { $client: pool }: Database,
  around: (name: string, original: () => unknown) => unknown,
): void {
  pool.on('acquire', (client) => {
    if (Object.hasOwn(client, 'query')) return;
    const query: unknown = Reflect.get(client, 'query');
    if (typeof query !== 'function') throw new TypeError('a connection that cannot be asked');
    const asking = (...init: unknown[]): unknown =>
      around(nameOf(init[0]), () => Reflect.apply(query, client, init));
    Object.defineProperty(client, 'query', { configurable: true, value: asking });
  });
}

function nameOf(init: unknown): string {
  const { name, text } = Object(init);
  return String(name ?? text ?? init);
}
