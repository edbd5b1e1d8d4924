import { describe, expect, test } from 'vitest';
import type { Locks } from '#sync/drain/drain.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { aBackend, portal } from '../../testing/engine/a-backend.ts';
import { aClosedApp } from '../../testing/engine/a-closed-app.ts';
import { soon } from '../../testing/engine/a-page.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import {
  otherMemberId,
  profile,
  row,
  tipPayload,
  tipsterId,
  tokenOf,
} from '../../testing/engine/samples.ts';

const follow = { tipsterId, following: true };
const done = `follow ${tipsterId} true`;

/** A lock manager in which another process always holds every lock. */
const heldLocks: Locks = { request: async (_name, _options, run) => run(null) };

describe('a worker that is woken while the app is closed', () => {
  test('sends what a page has not sent, and removes it', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    await phone.did('follow.set', follow);

    expect(await phone.wakes()).toBe('done');

    expect(backend.effects).toEqual([done]);
    expect(await phone.states()).toEqual([]);
    expect(await phone.store.follows.count()).toBe(1);
  });

  test('sends no request if nothing is pending', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, { locks: heldLocks });

    expect(await phone.wakes()).toBe('done');

    expect(backend.requests).toEqual([]);
  });

  test('reports the outbox afterwards', async () => {
    await using backend = await aBackend();
    const reported: OperationRow['state'][][] = [];
    const phone = await aClosedApp(backend, {
      onDrained: async (operations) => void reported.push(operations.map(({ state }) => state)),
    });
    backend.faults.push('not-found');
    await phone.did('follow.set', follow);

    expect(await phone.wakes()).toBe('done');

    expect(reported).toEqual([['rejected']]);
  });

  test('retries by itself if the wait is short', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    backend.faults.push('unavailable');
    await phone.did('follow.set', follow);

    const outcome = phone.wakes();
    await soon(() => {
      phone.clock.passes(100);
      expect(backend.effects).toEqual([done]);
    });

    expect(await outcome).toBe('done');
  });
});

describe('a worker without a connection to the server', () => {
  test('reports remaining operations, and sends none', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, {
      fetch: async () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await phone.knowsThatItIsOurs();
    await phone.did('follow.set', follow);

    expect(await inTime(phone)).toBe('incomplete');

    expect(await phone.outbox()).toMatchObject([{ state: 'pending', sentEver: false }]);
  });

  test('does not accept a captive portal as the server', async () => {
    await using hotel = await anHttpServer(() => portal());
    const phone = await aClosedApp(hotel);
    await phone.did('follow.set', follow);

    expect(await inTime(phone)).toBe('incomplete');

    expect(await phone.outbox()).toMatchObject([{ state: 'pending', sentEver: false }]);
  });

  test.each([
    { who: 'the server', hangs: { fetch: async () => new Promise<Response>(() => {}) } },
    { who: 'the browser', hangs: { locks: { request: async () => new Promise<never>(() => {}) } } },
  ])('ends in time although $who never responds', async ({ hangs }) => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, hangs);
    await phone.did('follow.set', follow);
    const wokenAt = phone.clock.now();

    expect(await inTime(phone)).toBe('incomplete');

    expect(phone.clock.now() - wokenAt).toBeLessThanOrEqual(25_000);
  });

  test.each([
    { what: 'is lost', killed: false },
    { what: 'arrives after the worker was killed', killed: true },
  ])('causes one effect although the response $what', async ({ killed }) => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    await phone.did('follow.set', follow);
    const deaf: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'PUT') return response;
      return killed ? new Promise(() => {}) : Promise.reject(new TypeError('Failed to fetch'));
    };

    // A killed worker never completes its request, and the test then wakes another worker.
    if (killed) void phone.wakes({ fetch: deaf });
    else void inTime(phone, { fetch: deaf });
    await soon(() => expect(backend.effects).toEqual([done]));
    await inTime(phone);

    expect(await phone.states()).toEqual([]);
    expect(backend.effects).toEqual([done]);
    const keys = backend.changesSent().map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('a worker whose login', () => {
  test('is missing sends nothing, and requests no retry', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, { member: null });
    await phone.did('follow.set', follow);

    expect(await phone.wakes()).toBe('done');

    expect(backend.requests).toEqual([]);
    expect(await phone.states()).toEqual(['pending']);
  });

  test('belongs to another member does not touch the stored operations', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, { member: otherMemberId });
    await phone.did('follow.set', follow);

    expect(await phone.wakes()).toBe('done');

    expect(backend.requests).toEqual([]);
    expect(await phone.states()).toEqual(['pending']);
  });

  test('ends during the ping sends nothing more', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    await phone.did('follow.set', follow);
    const fetchAndChange: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      await phone.logsOut();
      return response;
    };

    await inTime(phone, { fetch: fetchAndChange });

    expect(backend.requests.map(({ path }) => path)).toEqual(['/api/ping']);
  });

  test('is refused rejects no operation, and waits for the next login', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    backend.takesOnly('another token');
    await phone.did('follow.set', follow);
    await phone.did('tip.post', tipPayload());

    expect(await phone.wakes()).toBe('done');

    expect(await phone.outbox()).toMatchObject([
      { state: 'blocked', blockedBy: 'auth' },
      { state: 'blocked', blockedBy: 'auth' },
    ]);
    expect(backend.effects).toEqual([]);
  });

  test('was renewed sends the same bytes with the newer token', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    backend.takesOnly(tokenOf(row().memberId, 'renewed'));
    await phone.did('follow.set', follow);
    const fetchAndChange: typeof fetch = async (input, init) => {
      if (init?.method === 'PUT') await phone.logsIn(row().memberId, 'renewed');
      return fetch(input, init);
    };

    expect(await inTime(phone, { fetch: fetchAndChange })).toBe('done');

    expect(backend.effects).toEqual([done]);
  });
});

describe('a page that sends operations', () => {
  test('keeps the lock, and the worker sends nothing', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, { locks: heldLocks });
    await phone.did('follow.set', follow);

    expect(await phone.wakes()).toBe('incomplete');

    expect(backend.requests).toEqual([]);
  });
});

describe('a phone that the worker cannot handle', () => {
  test.each([
    { what: 'is missing', configuration: null },
    { what: 'has another shape', configuration: { apiBaseUrl: 7 } },
  ])('stays unchanged if the configuration $what', async ({ configuration }) => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, {});
    const value = configuration;
    await phone.publicStore.documents.put({ name: 'configuration', value, fetchedAt: 0 });
    await phone.did('follow.set', follow);

    expect(await phone.wakes()).toBe('incomplete');

    expect(backend.requests).toEqual([]);
    expect(await phone.states()).toEqual(['pending']);
  });

  test.each(['login', 'public', 'member'] as const)(
    'stays unchanged if a newer build has created the %s database',
    async (which) => {
      await using backend = await aBackend();
      const phone = await aClosedApp(backend);
      await phone.did('follow.set', follow);
      await phone.becomesNewer(which);

      expect(await phone.wakes()).toBe('incomplete');

      expect(backend.requests).toEqual([]);
    },
  );
});

describe('a spec-only backend', () => {
  test('gets a tip once: a tip that may have arrived waits for the person', async () => {
    await using specOnly = await anHttpServer(({ path }) =>
      path === '/api/ping'
        ? { status: 404, text: '<html>Not here</html>', headers: { 'content-type': 'text/html' } }
        : { status: 200, body: [] },
    );
    const phone = await aClosedApp(specOnly);
    const queued = await phone.did('tip.post', tipPayload());
    await phone.store.operations.update(queued?.seq ?? 0, {
      state: 'sending',
      sentEver: true,
      attempts: 1,
    });

    expect(await inTime(phone)).toBe('done');

    expect(specOnly.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(await phone.outbox()).toMatchObject([{ state: 'blocked', blockedBy: 'person' }]);
  });
});

describe('a worker that is woken to refresh', () => {
  test('fetches the member’s rows and the games', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend);
    backend.servesProfile(profile());

    await phone.refreshes();

    expect(backend.requests.map(({ path }) => path)).toEqual([
      '/api/ping',
      '/api/sync',
      '/api/notices',
      '/api/fixtures',
    ]);
    expect(await phone.store.documents.get('profile')).toMatchObject({ value: profile() });
  });

  test('fetches only the games if nobody is logged in', async () => {
    await using backend = await aBackend();
    const phone = await aClosedApp(backend, { member: null });

    await phone.refreshes();

    expect(backend.requests.map(({ path }) => path)).toEqual(['/api/ping', '/api/fixtures']);
  });
});

/** Wakes the worker and advances the clock until the worker has ended; returns its outcome. */
async function inTime(
  phone: Awaited<ReturnType<typeof aClosedApp>>,
  parts: Parameters<typeof phone.wakes>[0] = {},
) {
  let outcome: 'done' | 'incomplete' | undefined;
  void phone.wakes(parts).then((ended) => (outcome = ended));
  await soon(() => {
    if (outcome === undefined) phone.clock.passes(250);
    expect(outcome).toBeDefined();
  });
  return outcome;
}
