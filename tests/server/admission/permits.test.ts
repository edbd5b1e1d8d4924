import { beforeEach, describe, expect, test, vi } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import type { Caller } from '#server/admission/callers.ts';
import {
  callPolicy,
  createPermitIssuer,
  entryPolicy,
  type Permit,
  type PermitRequest,
} from '#server/admission/permits.ts';

const member = (key: string): Caller => ({ key, isMember: true });
const stranger = (key: string): Caller => ({ key, isMember: false });
const change = (key: string): PermitRequest => ({ caller: member(key), isChange: true });
const read = (key: string): PermitRequest => ({ caller: member(key), isChange: false });
const readFrom = (network: string): PermitRequest => ({
  caller: stranger(network),
  isChange: false,
});
const changeFrom = (network: string): PermitRequest => ({
  caller: stranger(network),
  isChange: true,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

/** Creates permits, and a function that sends requests in order. */
function aServerWith(max: number, policy = callPolicy) {
  const requestPermit = createPermitIssuer(max, policy, 1_000);
  return async (requests: readonly PermitRequest[]) => {
    const started: { request: PermitRequest; permit: Permit }[] = [];
    const refused: ApiProblem[] = [];
    const permits = requests.map((request) => {
      const permit = requestPermit(request);
      permit.granted.then(
        () => started.push({ request, permit }),
        (error: unknown) => {
          if (!(error instanceof ApiProblem)) throw error;
          refused.push(error);
        },
      );
      return permit;
    });
    await settled();
    return {
      permits,
      started,
      startedRequests: () => started.map(({ request }) => request),
      codes: () => refused.map(({ code }) => code),
      pauses: () => refused.map(({ details }) => details.retryAfterSeconds),
      /** Ends the first running calls. */
      end: async (count = started.length) => {
        for (const { permit } of started.slice(0, count)) permit.release();
        await settled();
      },
    };
  };
}

const settled = async () => new Promise((done) => setImmediate(done));

async function passes(seconds: number): Promise<void> {
  vi.advanceTimersByTime(seconds * 1000);
  await settled();
}

const many = (count: number, requestOf: (key: string) => PermitRequest) =>
  Array.from({ length: count }, (_, n) => requestOf(`caller ${n}`));
const times = (count: number, request: PermitRequest) =>
  Array.from({ length: count }, () => request);

describe('permits', () => {
  test('are granted until all are in use, and a released permit goes to the next in the queue', async () => {
    const arrive = aServerWith(12);
    const { started, permits } = await arrive([...many(6, change), ...many(9, read)]);
    expect(started).toHaveLength(12);

    permits[0]?.release();
    permits[0]?.release();
    await settled();

    expect(started).toHaveLength(13);
  });

  test.each([
    { of: 'changes', requestOf: change, other: read('other') },
    { of: 'reads', requestOf: read, other: change('other') },
  ])('remain available to other calls during a crowd of $of', async ({ requestOf, other }) => {
    const arrive = aServerWith(12);

    expect((await arrive(many(100, requestOf))).started).toHaveLength(9);
    expect((await arrive([other])).started).toHaveLength(1);
  });

  test('are at most half for anonymous callers', async () => {
    const strangers = [...many(50, readFrom), ...many(50, changeFrom)];
    expect((await aServerWith(12)(strangers)).started).toHaveLength(6);
  });

  test.each([
    { of: 'member', request: change('one'), code: 'rate-limited' },
    { of: 'network', request: changeFrom('one'), code: 'unavailable' },
  ])(
    'are at most four for one $of, and twelve further calls are queued',
    async ({ request, code }) => {
      const arrive = aServerWith(12);

      const one = await arrive(times(200, request));

      expect(one.started).toHaveLength(4);
      expect(one.codes()).toEqual(times(184, request).map(() => code));
      expect((await arrive(many(2, change))).started).toHaveLength(2);
      await one.end();
      expect(one.started).toHaveLength(8);
    },
  );

  test('are at most three of six for the logins of one network, and all for several networks', async () => {
    const arrive = aServerWith(6, entryPolicy);

    expect((await arrive(times(60, changeFrom('one')))).started).toHaveLength(3);
    expect((await arrive(many(3, changeFrom))).started).toHaveLength(3);
  });
});

describe('the queue', () => {
  test('starts reads before changes that arrived earlier', async () => {
    const arrive = aServerWith(12);
    const { end } = await arrive([...many(6, change), ...many(6, read)]);
    const waiting = await arrive([change('early'), read('late')]);

    await end(1);

    expect(waiting.startedRequests()).toEqual([read('late')]);
  });

  test('holds 24 anonymous entry calls', async () => {
    const { started, codes } = await aServerWith(6, entryPolicy)(many(60, changeFrom));

    expect(started).toHaveLength(6);
    expect(codes()).toHaveLength(30);
  });

  test('skips callers who have reached their share', async () => {
    const arrive = aServerWith(12);
    const strangers = await arrive(many(6, readFrom));
    const members = await arrive(many(6, change));
    const waiting = await arrive([readFrom('late'), read('member')]);

    await members.end(1);
    expect(waiting.startedRequests()).toEqual([read('member')]);
    await strangers.end(1);

    expect(waiting.startedRequests()).toEqual([read('member'), readFrom('late')]);
  });

  test.each([
    { of: 'a network', flood: readFrom('one') },
    { of: 'a member', flood: read('one') },
  ])('has room for callers with one request beside $of with sixty requests', async ({ flood }) => {
    const arrive = aServerWith(12);
    await arrive(many(9, change));
    const one = await arrive(times(60, flood));

    const others = await arrive(many(6, (key) => readFrom(`other ${key}`)));
    expect(others.codes()).toEqual([]);
    await one.end();

    expect(others.started.length).toBeGreaterThanOrEqual(2);
  });

  test('refuses a request after a second, with the seconds to wait', async () => {
    const arrive = aServerWith(12);
    const running = await arrive(many(9, change));
    const waiting = await arrive([change('late')]);

    await passes(0.99);
    expect(waiting.codes()).toEqual([]);
    await passes(0.01);

    expect(waiting.codes()).toEqual(['unavailable']);
    expect(waiting.pauses()).toEqual([1]);
    await running.end();
    expect(waiting.started).toEqual([]);
  });

  test('holds as many changes as there are permits, and twice as many reads', async () => {
    const arrive = aServerWith(12);

    expect((await arrive(many(100, change))).codes()).toHaveLength(79);
    expect((await arrive(many(100, read))).codes()).toHaveLength(67);
  });

  test('drops a request whose caller disconnects', async () => {
    const arrive = aServerWith(12);
    const running = await arrive(many(9, change));
    const waiting = await arrive([change('gone'), change('late')]);

    waiting.permits[0]?.release();
    await running.end(1);

    expect(waiting.startedRequests()).toEqual([change('late')]);
  });
});

describe('a refused caller', () => {
  // Four permits and a tenth of a second per call make forty calls a second.
  test('gets a longer wait the more callers were refused before, up to twenty seconds', async () => {
    const { codes, pauses } = await aServerWith(4)(many(907, change));

    expect(new Set(codes())).toEqual(new Set(['unavailable']));
    const reported = pauses();
    expect([reported[0], reported[39], reported[40], reported[200]]).toEqual([1, 1, 2, 6]);
    expect(Math.max(...reported.map(Number))).toBe(20);
  });

  test('gets a shorter wait once earlier callers have had time to return', async () => {
    const arrive = aServerWith(4);
    await arrive(many(207, change));

    await passes(4);
    await arrive(many(4, change));

    expect((await arrive([change('late')])).pauses()).toEqual([2]);
  });

  test('gets a longer wait from a server whose calls take longer', async () => {
    const arrive = aServerWith(4);
    for (let n = 0; n < 100; n += 1) {
      const { end } = await arrive([change('slow')]);
      await passes(1);
      await end();
    }

    // Four calls a second; three calls run, and four wait in the queue.
    expect((await arrive(many(47, change))).pauses().at(-1)).toBe(10);
  });

  test('does not get a shorter wait because requests arrive slowly', async () => {
    const arrive = aServerWith(4);
    for (let n = 0; n < 100; n += 1) {
      const [arriving] = (await arrive([change('slow')])).permits;
      arriving?.suspend();
      const { end } = await arrive([change('slow')]);
      await passes(1);
      await end();
    }

    expect((await arrive(many(47, change))).pauses().at(-1)).toBe(10);
  });

  test('does not get a shorter wait because other callers disconnected in the queue', async () => {
    const arrive = aServerWith(4);
    for (let n = 0; n < 64; n += 1) {
      const { end } = await arrive([change('slow')]);
      await passes(2);
      await end();
    }
    await arrive(many(3, change));

    for (let n = 0; n < 64; n += 1) (await arrive([change('gone')])).permits[0]?.release();

    // Two calls a second; four more calls wait in the queue.
    expect((await arrive(many(14, change))).pauses()).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  test('gets a slightly different wait from other callers', async () => {
    const early = (await aServerWith(4)(many(107, change))).pauses();
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const late = (await aServerWith(4)(many(107, change))).pauses();

    expect([early[0], late[0]]).toEqual([1, 3]);
    expect([early.at(-1), late.at(-1)]).toEqual([3, 6]);
  });
});
