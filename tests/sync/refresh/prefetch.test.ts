import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { tipstersDocument } from '#sync/refresh/document-names.ts';
import {
  maxPrefetchedGames,
  maxPrefetchedProfiles,
  prefetchRows,
  prefetchAgeMs,
} from '#sync/refresh/prefetch.ts';
import { idOf, tip, tipster } from '../../testing/engine/a-list-reader.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { aPage } from '../../testing/engine/a-page.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { competition, fullRecord } from '../../testing/engine/records.ts';
import { memberId, otherMemberId, profile, tokenOf } from '../../testing/engine/samples.ts';
import { virtualClock } from '../../testing/clock/virtual-clock.ts';

const ok = (body: unknown): Reply => ({ status: 200, body });
const hour = 3_600_000;

function game(id: string, kickOff: number, status = 'scheduled') {
  const kickOffText = new Date(kickOff).toISOString();
  const teams = { home: 'Arsenal', away: 'Chelsea' };
  return { id, sportKey: 'soccer_epl', ...teams, kickOff: kickOffText, status };
}

// One time for all games and prefetches, so that the day never changes between them.
const today = new Date();

/** Noon, this many days from today, in milliseconds. */
function noonIn(days: number): number {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, 12).getTime();
}

const epl = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: '' };

type Site = { games: ReturnType<typeof game>[]; tipped: string[]; followed: string[] };

/** A tipster with a number as the id; a higher number means a later post. */
const tipsterOf = (number: number) => tipster(number, { tips: [tip(number)] });

const leaguePage = {
  sportKey: epl.key,
  month: '2026-11',
  minimum: 5,
  fixtures: [],
  results: [],
  rows: [],
};

/** Returns the responses of a site with these games and tipsters. */
function answersOf({ games, tipped, followed }: Site): (request: Received) => Reply {
  const page = {
    cursor: 1,
    serverTime: new Date().toISOString(),
    more: false,
    profile: profile({ isTipster: true }),
    tips: [],
    removed: [],
    follows: followed.map((tipsterId) => ({ tipsterId, following: true })),
    operations: [],
  };
  const answers: Record<string, unknown> = {
    '/api/ping': { name: 'touchline', serverTime: new Date().toISOString() },
    '/api/sync': page,
    '/api/competitions': competition(),
    [`/api/competitions/${epl.key}`]: leaguePage,
    '/api/fixtures': { leagues: [epl], fixtures: games, pricedAt: null },
    '/api/stats': {
      activeTips: 1,
      tipsByFixture: Object.fromEntries(tipped.map((id) => [id, 1])),
    },
    '/api/following': followed.map((id) => tipsterOf(Number(id.slice(-12)))),
    [`/api/tipsters/${memberId}`]: tipster(0, { id: memberId }),
  };
  return ({ path }) => ok(answers[path] ?? (path.endsWith('/record') ? fullRecord() : []));
}

type DeviceParts = { indexedDB?: IDBFactory; owner?: string };

/** A member's page on a site; `prefetches` returns the requests of one run. */
async function aPrefetchingPage(site: Partial<Site> = {}, parts: DeviceParts = {}) {
  const { owner = memberId, indexedDB = new IDBFactory() } = parts;
  const server = await anHttpServer(answersOf({ games: [], tipped: [], followed: [], ...site }));
  const { publicStore, store } = databases(owner, indexedDB);
  const { engine } = aPage(server, {
    indexedDB,
    memberId: owner,
    memberStore: store,
    token: () => tokenOf(owner),
    clock: virtualClock(Date.now()),
  });
  return {
    publicStore,
    indexedDB,
    async prefetches(canContinue = async () => true): Promise<string[]> {
      server.requests.length = 0;
      await prefetchRows({
        publicStore,
        memberStore: store,
        memberId: owner,
        backend: () => touchlineBackend,
        hasSeparateLeagues: () => false,
        refresh: engine.refresh,
        now: () => today,
        canContinue,
      });
      const requests = server.requests.filter(({ path }) => path !== '/api/ping');
      return requests.map(({ path, query }) => {
        const parameter = query.get('fixtureId') ?? query.get('state');
        return parameter === null ? path : `${path} ${parameter}`;
      });
    },
    [Symbol.asyncDispose]: async () => {
      await engine.stop();
      await server[Symbol.asyncDispose]();
    },
  };
}

const lists = [
  '/api/feed',
  '/api/following/tips',
  '/api/competitions',
  '/api/fixtures',
  '/api/stats',
  `/api/competitions/${epl.key}`,
  '/api/tipsters',
];
const profileOf = (id: string) => [
  `/api/tipsters/${id}/record`,
  `/api/tipsters/${id}/tips open`,
  `/api/tipsters/${id}/tips settled`,
];
const ownProfile = [`/api/tipsters/${memberId}`, `/api/tipsters/${memberId}/record`];

describe('a prefetch', () => {
  test('requests lists, then tips of the next two days, then profiles of followed tipsters', async () => {
    const games = [
      game('after', noonIn(2)),
      game('tomorrow', noonIn(1)),
      game('untipped', noonIn(1) + hour),
      game('over', noonIn(0) - hour, 'finished'),
      game('in play', noonIn(0), 'in-play'),
    ];
    const followed = [idOf(1)];
    const tipped = ['tomorrow', 'after', 'over'];
    await using page = await aPrefetchingPage({ games, tipped, followed });

    expect(await page.prefetches()).toEqual([
      '/api/sync',
      ...lists,
      '/api/feed in play',
      '/api/feed tomorrow',
      '/api/following',
      ...profileOf(idOf(1)),
      ...ownProfile,
    ]);
  });

  test('requests only old documents', async () => {
    await using page = await aPrefetchingPage({ followed: [idOf(1)] });
    await page.prefetches();

    expect(await page.prefetches()).toEqual([]);

    const old = { fetchedAt: today.getTime() - prefetchAgeMs };
    await page.publicStore.documents.where('name').anyOf('feed', 'fixtures').modify(old);
    expect(await page.prefetches()).toEqual(['/api/feed', '/api/fixtures']);
    // A 304 response also makes a document fresh.
    expect(await page.prefetches()).toEqual([]);
  });

  test('requests after another login only what belongs to that member', async () => {
    await using first = await aPrefetchingPage({ followed: [idOf(1)] });
    await first.prefetches();

    const { indexedDB } = first;
    await using second = await aPrefetchingPage(
      { followed: [idOf(1), idOf(2)] },
      { indexedDB, owner: otherMemberId },
    );

    expect(await second.prefetches()).toEqual([
      '/api/sync',
      '/api/following/tips',
      '/api/following',
      ...profileOf(idOf(2)),
      `/api/tipsters/${otherMemberId}`,
      `/api/tipsters/${otherMemberId}/record`,
    ]);
  });

  test('requests a list again that was incomplete in the page', async () => {
    await using page = await aPrefetchingPage();
    await page.prefetches();
    const fetchedAt = today.getTime();

    await page.publicStore.documents.bulkPut([
      { name: tipstersDocument(0), value: { ids: [], next: null }, fetchedAt },
      { name: 'fixtures', value: { until: new Date(noonIn(1)).toISOString() }, fetchedAt },
    ]);

    expect(await page.prefetches()).toEqual(['/api/fixtures', '/api/tipsters']);
  });

  test('requests the tips of a limited number of games, the next to kick off first', async () => {
    const games = Array.from({ length: maxPrefetchedGames + 5 }, (_, index) =>
      game(`game ${index}`, noonIn(1) + index * 60_000),
    );
    await using page = await aPrefetchingPage({ games, tipped: games.map(({ id }) => id) });

    const requests = await page.prefetches();

    const tips = requests.filter((request) => request.startsWith('/api/feed '));
    expect(tips).toEqual(games.slice(0, maxPrefetchedGames).map(({ id }) => `/api/feed ${id}`));
  });

  test('requests a limited number of profiles, those with the newest posts first', async () => {
    const numbers = Array.from({ length: maxPrefetchedProfiles + 5 }, (_, index) => index + 1);
    await using page = await aPrefetchingPage({ followed: numbers.map(idOf) });

    const requests = await page.prefetches();

    const records = requests.filter((request) => request.endsWith('/record')).slice(0, -1);
    const lastToPost = numbers.toReversed().slice(0, maxPrefetchedProfiles);
    expect(records).toEqual(lastToPost.map((number) => `/api/tipsters/${idOf(number)}/record`));
  });

  test('sends one request at a time, and none once it may not continue', async () => {
    await using page = await aPrefetchingPage();
    let allowed = 2;

    expect(await page.prefetches(async () => (allowed -= 1) >= 0)).toEqual([
      '/api/sync',
      '/api/feed',
    ]);
  });

  test('stops after three failures of the server', async () => {
    await using server = await anHttpServer(({ path }) =>
      path === '/api/ping'
        ? ok({ name: 'touchline', serverTime: new Date().toISOString() })
        : { status: 500 },
    );
    await using page = aPage(server);

    await prefetchRows({
      publicStore: page.publicStore,
      memberStore: page.store,
      memberId,
      backend: () => touchlineBackend,
      hasSeparateLeagues: () => false,
      refresh: page.engine.refresh,
      now: () => today,
      canContinue: async () => true,
    });

    const requests = server.requests.map(({ path }) => path).filter((path) => path !== '/api/ping');
    expect(requests).toEqual(['/api/sync', '/api/feed', '/api/following/tips']);
  });
});
