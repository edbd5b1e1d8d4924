import { describe, expect, onTestFinished, test } from 'vitest';
import { aBackend, portal } from '../../testing/engine/a-backend.ts';
import { aPage, soon, neverReleasedLocks } from '../../testing/engine/a-page.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import {
  leg,
  otherMemberId,
  profile,
  row,
  tipId,
  tipsterId,
  tokenOf,
} from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const follow = { tipsterId, following: true };

describe('reachability', () => {
  test('depends only on verified responses', async () => {
    let answer: 'portal' | 'ping' = 'portal';
    await using server = await anHttpServer(() =>
      answer === 'portal'
        ? portal()
        : { status: 200, body: { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' } },
    );
    await using device = aPage(server);

    expect(await device.engine.refresh('fixtures')).toBe('failed');
    expect(device.engine.reachability.get()).toBe('offline');
    expect(device.engine.backend.get()).toBeUndefined();

    answer = 'ping';
    await device.engine.refresh('stats');
    expect(device.engine.backend.get()).toBe(touchlineBackend);
  });
});

describe('a page that opens with a queue', () => {
  test('sends the queue before it fetches rows, and removes operations that the rows contain', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    await device.does('follow.set', follow);

    device.engine.start();

    await soon(async () => expect(await device.states()).toEqual([]));
    const requests = backend.requests.map(({ method, path }) => `${method} ${path}`);
    expect(requests).toEqual(['GET /api/ping', expect.stringMatching(/^PUT /), 'GET /api/sync']);
    expect(backend.effects).toEqual([`follow ${tipsterId} true`]);
    expect(await device.store.follows.count()).toBe(1);
  });

  test('fetches rows a second later if nothing can be sent', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend, { locks: neverReleasedLocks });
    await device.does('follow.set', follow);
    device.engine.start();
    await soon(() => expect(device.clock.waiting()).toBe(3));

    device.clock.passes(1000);

    await soon(async () => expect(await device.store.documents.get('cursor')).toBeDefined());
    expect(await device.states()).toEqual(['pending']);
  });
});

describe('a decision on a ticket that is in no list any more', () => {
  const decided = row({
    kind: 'leg.settle',
    payload: {
      tipId,
      legs: [leg()],
      change: { fixtureId: leg().fixtureId, game: leg().game, result: 'won' },
    },
    state: 'acked',
    sentEver: true,
    ack: { status: 200, at: 0, version: 2 },
  });

  test('is removed when a page opens and fetches the ticket', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    await device.store.operations.add(decided);

    device.engine.start();

    await soon(async () => expect(await device.states()).toEqual([]));
    expect(backend.requests.map(({ path }) => path)).toContain(`/api/tips/${tipId}`);
  });
});

describe('a device that reports no network', () => {
  test('counts as offline until the next response', async () => {
    await using backend = await aBackend();
    await using device = aPage(backend);
    device.engine.start();
    await soon(() => expect(device.engine.reachability.get()).toBe('online'));

    device.receives('offline');
    expect(device.engine.reachability.get()).toBe('offline');

    expect(await device.engine.refresh('own')).not.toBe('failed');
    expect(device.engine.reachability.get()).toBe('online');
  });

  test('pings the server before it sends', async () => {
    await using backend = await aBackend();
    let reaches = true;
    const fetchWithFault: typeof fetch = async (input, init) => {
      if (!reaches) throw new TypeError('Failed to fetch');
      return fetch(input, init);
    };
    await using device = aPage(backend, { fetch: fetchWithFault });
    device.engine.start();
    await soon(() => expect(device.engine.reachability.get()).toBe('online'));
    reaches = false;
    device.receives('offline');
    await device.does('follow.set', follow);

    device.engine.sendPending();

    await soon(() => expect(device.clock.waiting()).toBe(3));
    expect(await device.states()).toEqual(['pending']);

    reaches = true;
    device.receives('online');
    await soon(() => expect(backend.effects).toHaveLength(1));
  });
});

describe('a foreign response instead of the backend’s', () => {
  test('does not determine the kind of backend forever', async () => {
    let portalDown = false;
    await using backend = await aBackend();
    const fetchWithFault: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const url = input instanceof Request ? input.url : String(input);
      if (portalDown) return answer;
      const inJson = url.includes('/api/tipsters');
      const body = inJson ? '[]' : '<html>Not found</html>';
      const type = inJson ? 'application/json' : 'text/html';
      const stand = new Response(body, {
        status: inJson ? 200 : 404,
        headers: { 'content-type': type },
      });
      Object.defineProperty(stand, 'url', { value: url });
      return stand;
    };
    await using device = aPage(backend, { fetch: fetchWithFault });
    device.engine.start();
    await soon(() => expect(device.engine.backend.get()).toBe(specBackend));

    portalDown = true;
    device.receives('focus');

    await soon(() => expect(device.engine.backend.get()).toBe(touchlineBackend));
  });
});

test('no rows are requested after another tab has changed the login', async () => {
  await using backend = await aBackend();
  await using device = aPage(backend, {
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      device.page.token = tokenOf(otherMemberId);
      return answer;
    },
  });
  backend.servesProfile(profile());

  expect(await device.engine.refresh('own')).toBe('failed');

  expect(backend.requests.map(({ path }) => path)).toEqual(['/api/ping']);
  expect(await device.store.documents.get('profile')).toBeUndefined();
});

test('a refresh of own rows with a closed database fails without an unhandled error', async () => {
  await using backend = await aBackend();
  await using device = aPage(backend);
  const failures: unknown[] = [];
  const note = (reason: unknown) => failures.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  device.store.close();

  device.engine.start();

  await soon(() => expect(device.engine.reachability.get()).toBe('online'));
  expect(await device.engine.refresh('own')).toBe('failed');
  expect(failures).toEqual([]);
});
