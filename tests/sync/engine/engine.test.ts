import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aPage, soon } from '../../testing/engine/a-page.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { memberId, profile, tipPayload, tipsterId, tokenOf } from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

const follow = { tipsterId, following: true };

describe('a page that is opened', () => {
  test('pings the backend, and pulls the member’s rows', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    backend.servesProfile(profile());

    device.engine.start();

    await soon(async () => expect(await device.store.documents.get('profile')).toBeDefined());
    expect(backend.requests.map(({ path }) => path)).toEqual(['/api/ping', '/api/sync']);
    expect(device.engine.backend.get()).toBe(touchlineBackend);
    expect(device.engine.reachability.get()).toBe('online');
    expect(device.engine.session.get()).toBe('signed-in');
  });

  test('stores the kind of backend, and counts another response as offline', async () => {
    const indexedDB = new IDBFactory();
    await using backend = await aBackend();
    let away = false;
    const fetchWithFault: typeof fetch = async (input, init) => {
      if (!away) return fetch(input, init);
      return new Response('<html>Not found</html>', { status: 404 });
    };
    await using first = aPage(backend, { indexedDB, fetch: fetchWithFault });
    first.engine.start();
    await soon(() => expect(first.engine.backend.get()).toBe(touchlineBackend));
    await first.engine.stop();

    away = true;
    await using second = aPage(backend, { indexedDB, fetch: fetchWithFault });
    second.engine.start();

    await soon(() => expect(second.engine.reachability.get()).toBe('offline'));
    expect(second.engine.backend.get()).toBe(touchlineBackend);
  });

  test('fetches no rows and sends nothing without a login', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend, { token: () => undefined });
    await device.does('follow.set', follow);

    device.engine.start();

    expect(await device.engine.refresh('own')).toBe('failed');
    expect(await device.states()).toEqual(['pending']);
    expect(device.engine.session.get()).toBe('none');
  });
});

describe('an operation that a member queues', () => {
  test('is sent at once, and its outcome is reported with the server’s reply', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    const payload = tipPayload();
    device.engine.start();

    await device.does('tip.post', payload);
    device.engine.sendPending();

    await soon(() => expect(device.outcomes).toHaveLength(1));
    expect(device.outcomes).toMatchObject([
      { operation: { kind: 'tip.post', state: 'acked' }, reply: { id: payload.id } },
    ]);
    await soon(async () => expect(await device.states()).toEqual([]));
  });

  test('is retried by its own timer without any other event', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    device.engine.start();
    await soon(() => expect(device.engine.backend.get()).toBe(touchlineBackend));
    backend.faults.push('unavailable');
    await device.does('follow.set', follow);
    device.engine.sendPending();
    // In milliseconds; less than the interval of the engine's regular check.
    let passed = 0;
    await soon(() => {
      if (passed < 20_000) device.clock.passes(100);
      passed += 100;
      expect(backend.effects).toHaveLength(1);
    });
  });

  test('is sent once although the page gets all events in one tick', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    await device.does('follow.set', follow);
    device.engine.start();

    for (const name of ['online', 'focus', 'pageshow', 'visibilitychange']) device.receives(name);

    await soon(async () => expect(await device.states()).toEqual([]));
    expect(backend.changesSent()).toHaveLength(1);
  });

  test('releases its lock when its page is hidden, and the response still counts', async () => {
    await using backend = await aBackend();
    const requested = Promise.withResolvers<void>();
    const answering = Promise.withResolvers<void>();
    let acquired = 0;
    const locks = {
      async request<Result>(_name: string, _options: object, run: () => Promise<Result>) {
        acquired += 1;
        return run().finally(() => (acquired -= 1));
      },
    };
    await using device = aPage(backend, {
      locks,
      async fetch(...request) {
        const answer = await fetch(...request);
        if (backend.changesSent().length === 0) return answer;
        requested.resolve();
        await answering.promise;
        return answer;
      },
    });
    await device.does('follow.set', follow);
    device.engine.start();
    await requested.promise;
    expect(acquired).toBe(1);

    device.receives('pagehide');
    await soon(() => expect(acquired).toBe(0));
    answering.resolve();

    await soon(async () => expect(await device.states()).toEqual(['acked']));
    expect(backend.changesSent()).toHaveLength(1);
  });

  test('waits while the device reports no network, but not forever', async () => {
    await using backend = await aBackend();
    let drains = 0;
    const locks = {
      async request<Result>(_name: string, _options: object, run: () => Promise<Result>) {
        drains += 1;
        return run();
      },
    };
    await using device = aPage(backend, { locks });
    device.engine.start();
    await soon(() => expect(drains).toBe(1));
    await soon(() => expect(device.clock.waiting()).toBe(2));
    device.page.online = false;
    await device.does('follow.set', follow);
    const before = drains;

    device.engine.sendPending();
    expect(drains).toBe(before);

    device.clock.passes(30_000);
    await soon(() => expect(backend.effects).toHaveLength(1));
  });

  test('has its response stored before the engine is stopped', async () => {
    await using backend = await aBackend();
    const requested = Promise.withResolvers<void>();
    const answers = Promise.withResolvers<void>();
    const slow: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'PUT') return response;
      requested.resolve();
      await answers.promise;
      return response;
    };
    await using device = aPage(backend, { fetch: slow });
    await device.does('follow.set', follow);
    device.engine.start();
    await requested.promise;

    const stopping = device.engine.stop();
    answers.resolve();
    await stopping;

    expect(await device.states()).toEqual(['acked']);
  });

  test('is not sent after the engine was stopped', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    device.engine.start();
    await soon(() => expect(device.engine.backend.get()).toBe(touchlineBackend));

    await device.engine.stop();
    await device.does('follow.set', follow);
    device.engine.sendPending();
    device.receives('online');
    device.clock.passes(60_000);

    expect(device.clock.waiting()).toBe(0);
    expect(backend.changesSent()).toEqual([]);
  });
});

describe('a login that the server refuses', () => {
  test('pauses the queue, and the next login resumes it', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    backend.takesOnly(tokenOf(memberId, 'new'));
    await device.does('follow.set', follow);

    device.engine.start();
    await soon(async () => expect(await device.states()).toEqual(['blocked']));
    device.engine.sendPending('woke');
    await device.engine.refresh('own');
    expect(device.engine.session.get()).toBe('refused');
    const before = backend.changesSent().length;
    expect(before).toBeLessThanOrEqual(1);

    device.page.token = tokenOf(memberId, 'new');
    device.engine.sendPending();

    await soon(async () => expect(await device.states()).toEqual([]));
    expect(backend.effects).toHaveLength(1);
    expect(device.engine.session.get()).toBe('signed-in');
  });
});

describe('an unverified email', () => {
  test('pauses the queue until a profile says that it is verified', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    backend.servesProfile(profile({ emailVerified: false }));
    device.engine.start();
    await device.engine.refresh('own');
    backend.faults.push('email-unverified');
    await device.does('follow.set', follow);
    device.engine.sendPending();
    await soon(async () => expect(await device.states()).toEqual(['blocked']));

    backend.servesProfile(profile({ emailVerified: true }));
    await device.engine.refresh('own');

    await soon(async () => expect(await device.states()).toEqual([]));
    expect(backend.effects).toHaveLength(1);
  });
});

describe('a refusal as unverified after the email was verified', () => {
  test('pauses nothing: the profile is fetched again', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    backend.servesProfile(profile({ emailVerified: true }));
    await device.engine.refresh('own');
    backend.faults.push('email-unverified');
    await device.does('follow.set', follow);

    device.engine.sendPending();

    await soon(() => expect(backend.effects).toHaveLength(1));
    await soon(async () => expect(await device.states()).toEqual([]));
  });

  test('fetches the profile once if the server contradicts itself repeatedly', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    backend.servesProfile(profile({ emailVerified: true }));
    backend.faults.push(...Array.from({ length: 9 }, () => 'email-unverified' as const));
    await device.does('follow.set', follow);

    device.engine.start();

    await soon(() => expect(backend.changesSent()).toHaveLength(2));
    await soon(async () => expect(await device.states()).toEqual(['blocked']));
    await device.engine.stop();
    expect(backend.requests.filter(({ path }) => path === '/api/sync')).toHaveLength(1);
  });
});

describe('an operation that another page has blocked because of an unverified email', () => {
  test('is sent once a page learns that the email is verified', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    backend.servesProfile(profile({ emailVerified: true }));
    device.engine.start();
    await device.engine.refresh('own');
    await device.does('follow.set', follow);
    await device.store.operations.toCollection().modify({
      state: 'blocked',
      blockedBy: 'unverified',
      sentEver: true,
    });

    await device.engine.refresh('own');

    await soon(async () => expect(await device.states()).toEqual([]));
    expect(backend.effects).toHaveLength(1);
  });
});

describe('a refresh of rows', () => {
  const fixtures = { leagues: [], fixtures: [], pricedAt: null };

  test('sends one request for several screens at the same time', async () => {
    await using server = await anHttpServer(({ path }) => ({
      status: 200,
      body:
        path === '/api/ping' ? { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' } : fixtures,
    }));
    await using device = aPage(server);

    const all = [1, 2, 3].map(() => device.engine.refresh('fixtures'));

    expect(await Promise.all(all)).toEqual(['fresh', 'fresh', 'fresh']);
    expect(server.requests.filter(({ path }) => path === '/api/fixtures')).toHaveLength(1);
  });

  test('fetches the leagues of an odds service on another origin from that service', async () => {
    await using odds = await anHttpServer(() => ({
      status: 200,
      body: { success: true, data: [] },
    }));
    await using backend = await aBackend();
    const configuration = { apiBaseUrl: backend.url, oddsBaseUrl: odds.url, oddsApiKey: 'key-1' };
    await using device = aPage(backend, { configuration });

    await device.engine.refresh('fixtures');
    await device.engine.refresh({ what: 'league', sportKey: 'soccer_spain' });

    expect(odds.requests.map(({ path, query }) => path + (query.get('sport') ?? ''))).toEqual([
      '/v3/sports',
      '/v3/odds/soccer_epl',
      '/v3/odds/soccer_spain',
    ]);
  });
});

describe('the server’s time', () => {
  test('is computed from its responses, stored for the next start, and stable', async () => {
    const indexedDB = new IDBFactory();
    const pong = { name: 'touchline', serverTime: '2026-03-01T15:00:00Z' };
    let date = 'Sun, 01 Mar 2026 15:00:00 GMT';
    await using server = await anHttpServer(() => ({
      status: 200,
      headers: { date },
      body: { ...pong, activeTips: 0, tipsByFixture: {} },
    }));
    await using device = aPage(server, { indexedDB });
    await device.engine.refresh('stats');
    const learnt = device.engine.serverNow();
    expect(learnt.getTime() - Date.parse(date)).toBe(500);

    date = 'Sun, 01 Mar 2026 15:00:01 GMT';
    expect(await device.engine.refresh('stats')).toBe('fresh');
    expect(device.engine.serverNow()).toEqual(learnt);
    await soon(async () =>
      expect(await device.publicStore.documents.get('server-time')).toBeDefined(),
    );

    await using later = aPage({ url: 'http://127.0.0.1:1' }, { indexedDB });
    later.engine.start();
    await soon(() => expect(later.engine.serverNow()).toEqual(learnt));
  });
});
