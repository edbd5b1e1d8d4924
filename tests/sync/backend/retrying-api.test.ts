import { describe, expect, test } from 'vitest';
import { stats } from '#contract/fixtures/fixtures.ts';
import { createApi } from '#sync/backend/api.ts';
import { createRetryingApi } from '#sync/backend/retrying-api.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { aPage, soon } from '../../testing/engine/a-page.ts';
import { problem } from '../../testing/engine/samples.ts';
import { virtualClock } from '../../testing/clock/virtual-clock.ts';

type Refusal = { status?: 429 | 503; retryAfter?: string };

/** A server that refuses this many reads before it answers, and a client that reads from it. */
async function aBusyServer(refusals: number, { status = 503, retryAfter }: Refusal) {
  let remaining = refusals;
  const server = await anHttpServer(({ path }) => {
    if (path === '/api/ping') {
      return { status: 200, body: { name: 'touchline', serverTime: '2026-03-01T12:00:00Z' } };
    }
    remaining -= 1;
    if (remaining < 0) return { status: 200, body: { activeTips: 3, tipsByFixture: {} } };
    const type = { 'content-type': 'application/problem+json' };
    const headers = retryAfter === undefined ? type : { ...type, 'retry-after': retryAfter };
    return { status, headers, body: problem(status === 429 ? 'rate-limited' : 'unavailable') };
  });
  const clock = virtualClock();
  const leaving = new AbortController();
  let answers = 0;
  const api = createApi({
    baseUrl: server.url,
    origin: server.url,
    fetch: async (...request) => fetch(...request),
    token: () => undefined,
    clock,
    onAnswer: () => {
      answers += 1;
    },
  });
  const reads = createRetryingApi({ api, clock, signal: leaving.signal });
  return {
    url: server.url,
    clock,
    leaves: () => leaving.abort(),
    read: async () => (await reads.call(stats)).kind,
    answers: () => answers,
    /** Waits until this many responses have arrived and the client's timer for a retry is running. */
    waitsAfter: async (count: number) =>
      soon(() => expect([answers, clock.waiting()]).toEqual([count, 1])),
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

describe('a read that a busy server refused', () => {
  test.for([429, 503] as const)('is repeated at the requested time (%i)', async (status) => {
    await using server = await aBusyServer(2, { status, retryAfter: '3' });

    const read = server.read();
    await server.waitsAfter(1);
    server.clock.passes(2_999);
    await server.waitsAfter(1);
    server.clock.passes(1);
    await server.waitsAfter(2);
    server.clock.passes(3_000);

    expect(await read).toBe('ok');
    expect(server.answers()).toBe(3);
  });

  test.for([{ retryAfter: '21' }, {}])(
    'is given up if the server names no time within twenty seconds (%o)',
    async (refusal) => {
      await using server = await aBusyServer(1, refusal);

      expect(await server.read()).toBe('refused');
      expect(server.answers()).toBe(1);
    },
  );

  test.for([
    { clock: 'is right', by: 0 },
    { clock: 'is put back by an hour meanwhile', by: -3_600_000 },
    { clock: 'is put forward by an hour meanwhile', by: 3_600_000 },
  ])(
    'is given up if all waits together would be longer, while the clock $clock',
    async ({ by }) => {
      await using server = await aBusyServer(9, { retryAfter: '8' });

      const read = server.read();
      for (const count of [1, 2]) {
        await server.waitsAfter(count);
        server.clock.corrects(by);
        server.clock.passes(8_000);
      }

      expect(await read).toBe('refused');
      expect(server.answers()).toBe(3);
    },
  );

  test.for(['0', 'Sun, 01 Mar 2026 11:00:00 GMT'])(
    'is repeated after a second if the server names no wait (%s)',
    async (retryAfter) => {
      await using server = await aBusyServer(1, { retryAfter });

      const read = server.read();
      await server.waitsAfter(1);
      server.clock.passes(999);
      await server.waitsAfter(1);
      server.clock.passes(1);

      expect(await read).toBe('ok');
    },
  );

  test('is not repeated for a page that was left during the request', async () => {
    await using server = await aBusyServer(1, { retryAfter: '3' });

    server.leaves();

    expect(await server.read()).toBe('refused');
    expect([server.answers(), server.clock.waiting()]).toEqual([1, 0]);
  });

  test('is not sent for a page that was left', async () => {
    await using server = await aBusyServer(1, { retryAfter: '3' });

    const read = server.read();
    await server.waitsAfter(1);
    server.leaves();

    expect(await read).toBe('refused');
    expect([server.answers(), server.clock.waiting()]).toEqual([1, 0]);
  });
});

test('a page requests rows again that a busy server refused', async () => {
  await using server = await aBusyServer(1, { retryAfter: '1' });
  await using page = aPage(server);

  let freshness: string | undefined;
  void page.engine.refresh('stats').then((answer) => {
    freshness = answer;
  });

  await soon(() => {
    page.clock.passes(10);
    expect(freshness).toBe('fresh');
  });
});
