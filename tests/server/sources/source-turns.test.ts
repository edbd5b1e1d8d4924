import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { type Database, runInTransaction } from '#server/db/database.ts';
import { lockIds } from '#server/db/locks.ts';
import { fixtures } from '#server/db/schema.ts';
import { healthRoutes } from '#server/platform/health.ts';
import { startupTasks } from '#server/startup-tasks.ts';
import { sources } from '#server/db/source-tables.ts';
import { routes } from '#server/routes.ts';
import { computeEvenPause, operatorReservedRequests } from '#server/sources/source-rounds.ts';

import type { Reply } from '../../testing/server/an-http-server.ts';
import { hour, minute } from '../../testing/clock/clock.ts';
import { theApi } from '../../testing/server/api.ts';
import { unlimited } from '../../testing/server/limits.ts';
import { servedRoutes } from '../../testing/server/served-routes.ts';
import {
  aSource,
  sourceKey,
  remainingHeader,
  v4Answer,
  v4Game,
} from '../../testing/outside/sources.ts';
import { aCommunity, type Community } from '../../testing/tips/tips.ts';

/** A version 4 source with one game; `remaining` is the number of requests in its header. */
async function aSourceOfOdds({ remaining = () => 18_000 }: { remaining?: () => number } = {}) {
  const community = await aCommunity();
  const kickOff = new Date(community.clock().getTime() + 48 * hour);
  const answers: Reply[] = [];
  const usual = v4Answer(
    () => [v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff })],
    () => remainingHeader(remaining()),
  );
  const source = await aSource('v4', (request) => answers.shift() ?? usual(request));
  return {
    community,
    source,
    /** Responses that are used before the normal one. */
    answers,
    asks: async () => source.takeOdds(community.services),
    /** Runs the job once a minute for this number of minutes; returns the number of requests. */
    minutes: async (many: number) => {
      const before = source.requests.length;
      for (let each = 0; each < many; each += 1) {
        community.clock.passes(minute);
        await source.takeOdds(community.services);
      }
      return source.requests.length - before;
    },
  };
}

async function rowOf({ api }: Community) {
  const [row] = await api.database.select().from(sources);
  return row;
}

describe('an odds source', () => {
  test('gets requests with its key, for the specification’s region, in decimal odds', async () => {
    const { source, asks } = await aSourceOfOdds();

    await asks();

    expect(source.requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      `/v4/sports?apiKey=${sourceKey}`,
      `/v4/sports/soccer_epl/odds?apiKey=${sourceKey}` +
        '&regions=uk&markets=h2h%2Ctotals&oddsFormat=decimal&dateFormat=iso',
    ]);
  });

  test('gets requests for each league every ten minutes while many requests remain', async () => {
    const { source, community, asks, minutes } = await aSourceOfOdds();
    await source.takeOdds(community.services, ['soccer_epl', 'soccer_italy_serie_a']);
    expect(source.paths()).toHaveLength(3);

    await asks();

    expect(await minutes(9)).toBe(0);
    expect(await minutes(1)).toBe(1);
  });

  test('without a league gets requests for the others', async () => {
    const { source, community, answers } = await aSourceOfOdds();
    answers.push({ status: 200, body: [] }, { status: 404, body: { message: 'Unknown sport' } });

    await source.takeOdds(community.services, ['soccer_italy_serie_a', 'soccer_epl']);

    expect(source.paths()).toHaveLength(3);
    expect(source.lines[0]).toMatchObject({
      about: { request: expect.stringContaining('soccer_italy_serie_a') },
      sentence: 'a source does not know what it was asked',
    });
    expect(await rowOf(community)).toMatchObject({ failures: 0, restUntil: null });
  });
});

describe('the remaining requests', () => {
  test('are spread until the end of the month', () => {
    const now = new Date('2026-03-16T00:00:00Z');
    const pause = computeEvenPause(
      { remaining: operatorReservedRequests + 64, round: 2, pause: 10 * minute },
      now,
    );
    expect(pause).toBe(12 * hour);
    expect(computeEvenPause({ remaining: 100_000, round: 2, pause: 10 * minute }, now)).toBe(
      10 * minute,
    );
  });

  test('are spread evenly if there are few, which is logged', async () => {
    let remaining = 500;
    const { source, asks, minutes } = await aSourceOfOdds({ remaining: () => remaining });
    await asks();
    remaining = 498;

    expect(source.lines).toMatchObject([
      { level: 'info', about: { remaining: 500, minutes: 147 } },
    ]);
    expect(await minutes(146)).toBe(0);
    expect(await minutes(2)).toBe(1);
  });

  test('are not used below a reserve, which is logged; new ones are noticed', async () => {
    let remaining = operatorReservedRequests + 1;
    const { source, asks, minutes, community } = await aSourceOfOdds({
      remaining: () => remaining,
    });

    await asks();
    expect(source.paths()).toEqual(['/v4/sports']);
    expect(source.warnings()).toEqual([
      'a source has too few requests left and is not asked until it has more',
    ]);

    // The free request, which shows the remaining number, is sent every hour.
    expect(await minutes(120)).toBe(2);
    expect(new Set(source.paths())).toEqual(new Set(['/v4/sports']));

    remaining = 20_000;
    community.clock.passes(hour);
    await asks();
    expect(source.paths().at(-1)).toBe('/v4/sports/soccer_epl/odds');
  });

  test.each<{ what: string; answer: Reply }>([
    {
      what: '401 and a code',
      answer: {
        status: 401,
        body: { message: 'Usage quota has been reached.', error_code: 'OUT_OF_USAGE_CREDITS' },
      },
    },
    {
      what: '429 and a number',
      answer: { status: 429, headers: remainingHeader(0), body: { success: false, msg: 'quota' } },
    },
  ])('without any left, reported with $what, allow no request for an hour', async ({ answer }) => {
    const { source, asks, minutes, community, answers } = await aSourceOfOdds();
    answers.push({ status: 200, body: [] }, answer);

    await asks();

    expect(await rowOf(community)).toMatchObject({ remaining: 0 });
    expect(source.warnings()).toEqual(['a source failed and rests']);
    expect(await minutes(59)).toBe(0);
    expect(await minutes(1)).toBe(2);
  });
});

/** Returns the number of connections that wait for the end of an import. */
async function waiting(database: Database): Promise<number> {
  const { rowCount } = await database.execute(
    sql`select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`,
  );
  return rowCount ?? 0;
}

describe('a response that cost requests', () => {
  test('waits while a season is imported', async () => {
    const { asks, community } = await aSourceOfOdds();
    const { database } = community.api;

    const asking = await runInTransaction(database, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockIds.seasonImport})`);
      const asked = { done: asks() };
      await expect.poll(async () => waiting(database)).toBe(1);
      return asked;
    });
    await asking.done;

    expect((await community.api.get('/api/fixtures')).body).toMatchObject({
      fixtures: [{ home: 'Arsenal' }],
    });
  });

  test('that could not be stored is requested again after a minute, and counted', async () => {
    const { source, asks, minutes, community } = await aSourceOfOdds({ remaining: () => 478 });
    const { database } = community.api;

    await runInTransaction(database, async (tx) => {
      await tx.execute(sql`lock table ${fixtures}`);
      await expect(asks()).rejects.toThrow('Failed query');
    });
    expect(await rowOf(community)).toMatchObject({ remaining: 478, failures: 1 });

    expect(await minutes(1)).toBe(1);
    expect(source.paths().at(-1)).toBe('/v4/sports/soccer_epl/odds');
    expect(await rowOf(community)).toMatchObject({ failures: 0, restUntil: null });
    expect(await minutes(60)).toBe(0);
  });
});

describe('a failing source', () => {
  const failures: { what: string; answer: Reply }[] = [
    { what: 'responds with 500', answer: { status: 500, text: 'oops' } },
    { what: 'breaks off', answer: 'break' },
    { what: 'is too slow', answer: 'never' },
    { what: 'sends an incomplete text', answer: { status: 200, text: '[{"id":"4ab8","home_te' } },
    { what: 'sends a page', answer: { status: 200, text: '<html>Maintenance</html>' } },
    { what: 'sends another shape', answer: { status: 200, body: { games: [] } } },
    { what: 'sends without end', answer: { status: 200, text: `[${' '.repeat(8_000_000)}]` } },
  ];

  test.each(failures)(
    'gets a pause because it $what, and its games remain visible',
    async ({ answer }) => {
      const { source, asks, minutes, community, answers } = await aSourceOfOdds();
      await asks();
      const before = (await community.api.get('/api/fixtures')).body;
      expect(before).toMatchObject({ fixtures: [{ home: 'Arsenal', prices: { home: 2.1 } }] });
      community.clock.passes(9 * minute);
      answers.push(answer, answer);
      if (answer === 'never') source.timeouts.within = 100;

      expect(await minutes(1)).toBe(1);

      expect(source.warnings()).toEqual(['a source failed and rests']);
      expect(await rowOf(community)).toMatchObject({ failures: 1 });
      expect((await community.api.get('/api/fixtures')).body).toEqual(before);
    },
  );

  test('with a redirect gets a pause, and the key is not sent elsewhere', async () => {
    const { source, asks, answers } = await aSourceOfOdds();
    const elsewhere = await aSource('v4', () => ({ status: 200, body: [] }));
    answers.push({ status: 302, headers: { location: `http://${elsewhere.host}/v4/sports` } });

    await asks();

    expect(source.warnings()).toEqual(['a source failed and rests']);
    expect(elsewhere.requests).toEqual([]);
  });

  test('gets doubled pauses, and normal ones once it responds', async () => {
    const { source, minutes, community, answers } = await aSourceOfOdds();
    answers.push(...Array.from({ length: 4 }, (): Reply => ({ status: 503 })));

    // Pauses of 1, 2, 4 and 8 minutes.
    expect(await minutes(1)).toBe(1);
    expect(await minutes(1)).toBe(1);
    expect(await minutes(1)).toBe(0);
    expect(await minutes(1)).toBe(1);
    expect(await minutes(3)).toBe(0);
    expect(await minutes(1)).toBe(1);
    expect(await minutes(7)).toBe(0);
    expect(await minutes(1)).toBe(2);
    expect(await rowOf(community)).toMatchObject({ failures: 0, restUntil: null });
    expect(source.warnings()).toHaveLength(4);
  });

  test('gets pauses of at most six hours', async () => {
    const { asks, minutes, community, answers } = await aSourceOfOdds();
    await asks();
    await community.api.database.update(sources).set({ failures: 4_000 });
    answers.push({ status: 500 });
    community.clock.passes(10 * minute);

    await asks();

    const restUntil = new Date(community.clock().getTime() + 6 * hour);
    expect(await rowOf(community)).toMatchObject({ failures: 4_001, restUntil });
    expect(await minutes(6 * 60 - 1)).toBe(0);
    expect(await minutes(1)).toBe(2);
  });

  test.each([
    { 'retry-after': '1800' },
    { date: 'Sat, 07 Mar 2026 11:00:00 GMT', 'retry-after': 'Sat, 07 Mar 2026 11:30:00 GMT' },
  ])('gets the pause that it demands: %j', async (headers) => {
    const { minutes, answers } = await aSourceOfOdds();
    answers.push({ status: 429, headers });

    expect(await minutes(1)).toBe(1);
    expect(await minutes(29)).toBe(0);
    expect(await minutes(1)).toBe(2);
  });

  test('that refuses the key gets a pause of an hour', async () => {
    const { source, minutes, answers } = await aSourceOfOdds();
    answers.push({ status: 401, body: { error_code: 'INVALID_KEY', message: sourceKey } });

    expect(await minutes(60)).toBe(1);
    expect(await minutes(1)).toBe(2);
    expect(source.lines[0]?.about).toMatchObject({
      reason: `${source.host} answered 401: it does not take the key`,
    });
  });
});

describe('a new key', () => {
  async function aRefusedKey() {
    const asked = await aSourceOfOdds();
    asked.answers.push({ status: 401, body: { error_code: 'INVALID_KEY' } });
    await asked.asks();
    return asked;
  }

  test('is tried at once, regardless of earlier refusals', async () => {
    const { source, community, minutes } = await aRefusedKey();

    await source.takeOdds(community.services, ['soccer_epl'], { key: 'n3w-key' });

    expect(source.requests.map(({ query }) => query.get('apiKey'))).toEqual([
      sourceKey,
      'n3w-key',
      'n3w-key',
    ]);
    expect(await minutes(59), 'the old one still rests').toBe(0);
  });

  test('ends the warning that a server with the refused key logs at its start', async () => {
    const { source, community } = await aRefusedKey();
    const messageWith = async (key: string) => {
      const asked = { source: { ...source.source, key } };
      const settings = { ...community.services.settings, demo: false, results: asked };
      const message: string[] = [];
      for (const task of startupTasks) {
        await task({ ...community.services, settings }, (line) => message.push(line));
      }
      return message;
    };

    const until = new Date(community.clock().getTime() + hour).toISOString();
    expect(await messageWith(sourceKey)).toEqual([
      `${source.host} failed and rests until ${until}; with a new key it does not.`,
    ]);
    expect(await messageWith('n3w-key')).toEqual([]);
  });
});

test('the key is in no log, row, response or page of the server', async () => {
  const { source, answers, asks, minutes, community } = await aSourceOfOdds();
  const mirror: Reply = { status: 500, text: `bad apiKey=${sourceKey}` };
  answers.push(mirror, { status: 200, text: `{"${sourceKey}` }, 'break');
  await minutes(4);
  await asks();

  const asked = { source: source.source };
  const { database, administrator } = { ...community.api, ...community };
  const server = await theApi({
    database,
    clock: community.clock,
    limits: unlimited,
    settings: {
      environment: 'development',
      odds: { ...asked, leagues: ['soccer_epl'], markets: ['totals'] },
      results: asked,
    },
  });
  const calls = await servedRoutes(community.services, [healthRoutes, ...routes]);
  const paths = calls.flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  const pages = ['/', '/api/docs/json', '/odds/v3/odds/?sport=soccer_epl', '/no-such-page'];
  const answered: unknown[] = [];
  for (const path of [...paths, ...pages]) {
    for (const token of [undefined, administrator.token]) {
      const answer = await server.get(path, token === undefined ? {} : { token });
      answered.push(answer.status, answer.headers, answer.body);
    }
  }
  const { rows } = await database.execute(sql`select database_to_xml(false, false, '') as all`);

  const seen = JSON.stringify([source.lines, rows, answered]);
  expect(paths.length).toBeGreaterThan(30);
  expect(seen.split(source.host).length, 'in lines and rows').toBeGreaterThan(4);
  expect(seen).not.toContain(sourceKey);
});
