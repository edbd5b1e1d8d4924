import { describe, expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import type { Caller } from '#server/admission/callers.ts';
import { callPolicy, entryPolicy } from '#server/admission/permit-policy.ts';
import type { PermitRequest } from '#server/admission/permit-queue.ts';
import { createPermits, type Permit } from '#server/admission/permits.ts';

const member = (key: string): Caller => ({ key, isMember: true });
const stranger = (key: string): Caller => ({ key, isMember: false });
const change = (key: string): PermitRequest => ({ caller: member(key), changes: true });
const read = (key: string): PermitRequest => ({ caller: member(key), changes: false });
const readFrom = (network: string): PermitRequest => ({
  caller: stranger(network),
  changes: false,
});
const changeFrom = (network: string): PermitRequest => ({
  caller: stranger(network),
  changes: true,
});

/** Forty permits with a fixed clock and a fixed random number. */
function fortyPermits({ random = 0, max = 40, policy = callPolicy } = {}) {
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const permits = createPermits(max, {
    policy,
    now: () => time,
    random: () => random,
    after(seconds, run) {
      const timer = { at: time + seconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  return {
    inUse: permits.inUse,
    queued: () => timers.size,
    passes: (seconds: number) => {
      time += seconds;
      for (const timer of timers) {
        if (timer.at > time) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    /**
     * Lets requests arrive in order; returns the started ones and the problems of the refused ones.
     */
    arrive: async (requests: readonly PermitRequest[]) => {
      const started: { request: PermitRequest; permit: Permit }[] = [];
      const refused: ApiProblem[] = [];
      for (const request of requests) {
        void permits.acquire(request).then(
          (permit) => started.push({ request, permit }),
          (error: unknown) => {
            if (!(error instanceof ApiProblem)) throw error;
            refused.push(error);
          },
        );
      }
      await settled();
      return {
        started,
        refused,
        codes: () => refused.map(({ code }) => code),
        pauses: () => refused.map(({ details }) => details.retryAfterSeconds),
      };
    },
  };
}

const settled = async () => new Promise((done) => setImmediate(done));

const many = (count: number, requestOf: (key: string) => PermitRequest) =>
  Array.from({ length: count }, (_, n) => requestOf(`caller ${n}`));

describe('permits', () => {
  test('are given until all are in use, and to the next in the queue once one is released', async () => {
    const { arrive, queued } = fortyPermits();
    const { started } = await arrive([...many(20, change), ...many(30, read)]);
    expect([started.length, queued()]).toEqual([40, 10]);

    started[0]?.permit.release();
    started[0]?.permit.release();
    await settled();

    expect([started.length, queued()]).toEqual([41, 9]);
  });

  test('remain for reads while all others change something, and for changes while all others read', async () => {
    expect((await fortyPermits().arrive(many(100, change))).started).toHaveLength(30);
    expect((await fortyPermits().arrive(many(100, read))).started).toHaveLength(30);
  });

  test('are half for strangers', async () => {
    const strangers = [...many(50, readFrom), ...many(50, changeFrom)];
    expect((await fortyPermits().arrive(strangers)).started).toHaveLength(20);
  });

  test('go to other members while one has two hundred requests', async () => {
    const { arrive } = fortyPermits();

    const one = await arrive(Array.from({ length: 200 }, () => change('one')));
    const others = await arrive(many(10, change));

    expect(one.started.length).toBeLessThan(15);
    expect(others.started).toHaveLength(10);
  });

  test('are refused to a member who is still sending as many requests as there are permits', async () => {
    const { arrive } = fortyPermits();
    const codes: string[] = [];

    for (let sent = 0; sent < 50; sent += 1) {
      const one = await arrive([change('one')]);
      for (const { permit } of one.started) permit.suspend();
      codes.push(...one.codes());
    }

    expect(codes).toEqual(Array(10).fill('rate-limited'));
    expect((await arrive(many(10, change))).started).toHaveLength(10);
  });

  test('are four of one member even when few are free; the fifth request waits', async () => {
    const { arrive, queued } = fortyPermits();
    await arrive([...many(18, change), ...many(17, read)]);

    const { started } = await arrive(Array.from({ length: 5 }, () => read('one')));

    expect([started.length, queued()]).toEqual([4, 1]);
  });

  test('are free while a request is still being sent, and in use again once it is there', async () => {
    const { arrive, inUse } = fortyPermits();
    const { started } = await arrive(many(30, change));
    for (const { permit } of started) permit.suspend();
    expect(inUse()).toBe(0);

    const others = await arrive(many(30, change));
    expect(others.started).toHaveLength(30);
    for (const { permit } of started) void permit.reacquire();
    expect(inUse()).toBe(30);
    for (const { permit } of others.started) permit.release();
    await settled();

    expect(inUse()).toBe(30);
    for (const { permit } of started) permit.release();
    expect(inUse()).toBe(0);
    for (const { permit } of started) void permit.reacquire();
    expect(inUse()).toBe(0);
  });

  test('are waited for in the queue by a request that was sent slowly', async () => {
    const { arrive, passes, queued } = fortyPermits();
    const { started } = await arrive([change('slow')]);
    started[0]?.permit.suspend();
    await arrive(many(30, change));

    const resumed = started[0]?.permit.reacquire();
    expect(queued()).toBe(1);
    passes(1);

    await expect(resumed).rejects.toThrow(new ApiProblem('unavailable').message);
  });

  test('are free again when a caller hangs up in the queue with a request that was sent slowly', async () => {
    const { arrive, inUse } = fortyPermits();
    const { started } = await arrive([change('slow')]);
    started[0]?.permit.suspend();
    const others = await arrive(many(30, change));
    void started[0]?.permit.reacquire();

    started[0]?.permit.release();
    others.started[0]?.permit.release();
    await settled();

    expect(inUse()).toBe(29);
  });
});

describe('the queue', () => {
  test('starts reads before changes that came earlier', async () => {
    const { arrive } = fortyPermits();
    const { started } = await arrive([...many(20, change), ...many(20, read)]);
    const waiting = await arrive([change('early'), read('late')]);

    started[0]?.permit.release();
    await settled();

    expect(waiting.started.map(({ request }) => request)).toEqual([read('late')]);
  });

  test('passes over callers who can have no permit yet', async () => {
    const { arrive } = fortyPermits();
    const strangers = await arrive(many(20, readFrom));
    const members = await arrive(many(20, change));
    const waiting = await arrive([readFrom('late'), read('member')]);

    members.started[0]?.permit.release();
    await settled();
    expect(waiting.started.map(({ request }) => request)).toEqual([read('member')]);
    strangers.started[0]?.permit.release();
    await settled();

    expect(waiting.started.map(({ request }) => request)).toEqual([
      read('member'),
      readFrom('late'),
    ]);
  });

  test.each([
    { of: 'a network', request: readFrom('one'), displaced: 6 },
    // Anonymous callers have half of the queue, regardless of members' calls.
    { of: 'a member', request: read('one'), displaced: 0 },
  ])(
    'gives callers with one request room beside $of with sixty',
    async ({ request, displaced }) => {
      const { arrive } = fortyPermits({ max: 12 });
      await arrive(many(9, change));
      const flood = await arrive(Array.from({ length: 60 }, () => request));
      expect([flood.started.length, flood.refused.length]).toEqual([3, 45]);

      const others = await arrive(many(6, (key) => readFrom(`other ${key}`)));
      for (const { permit } of flood.started) permit.release();
      await settled();

      // The third permit goes to the flood, which then has none in use and waited longer.
      expect([others.refused.length, others.started.length]).toEqual([0, 2]);
      expect(flood.refused).toHaveLength(45 + displaced);
    },
  );

  test('starts the request of a caller with fewer permits first', async () => {
    const { arrive } = fortyPermits({ max: 12 });
    const members = await arrive(many(9, read));
    const waiting = await arrive([read('caller 0'), read('other')]);

    members.started.at(-1)?.permit.release();
    await settled();

    expect(waiting.started.map(({ request }) => request)).toEqual([read('other')]);
  });

  test('refuses a request after a second, with the seconds to wait', async () => {
    const { arrive, passes, queued, inUse } = fortyPermits();
    const { started } = await arrive(many(30, change));
    const waiting = await arrive([change('late')]);

    passes(0.99);
    await settled();
    expect(waiting.refused).toEqual([]);
    passes(0.01);
    await settled();

    expect(waiting.codes()).toEqual(['unavailable']);
    expect(waiting.pauses()).toEqual([1]);
    started[0]?.permit.release();
    await settled();
    expect([queued(), inUse()]).toEqual([0, 29]);
  });

  test('holds as many changes as there are permits, and twice as many reads', async () => {
    const { arrive, queued } = fortyPermits();

    const changes = await arrive(many(1_000, change));
    expect([queued(), changes.refused.length]).toEqual([40, 930]);
    const reads = await arrive(many(1_000, read));

    expect([queued(), reads.refused.length]).toEqual([120, 910]);
  });

  test('has room for other members, whatever one caller or all strangers ask for', async () => {
    const floods = [Array.from({ length: 100 }, () => change('one')), many(100, changeFrom)];
    for (const flood of floods) {
      const { arrive, queued } = fortyPermits();
      await arrive([...many(20, change), ...many(20, read)]);

      const same = await arrive(flood);
      const other = await arrive([change('other')]);

      expect(other.refused).toEqual([]);
      expect(queued()).toBe(101 - same.refused.length);
    }
  });
});

describe('a refused caller', () => {
  test('waits longer the more were refused before, up to twenty seconds', async () => {
    const { arrive } = fortyPermits();

    const { codes, pauses } = await arrive(many(9_070, change));

    // Forty permits and a tenth of a second each: four hundred a second.
    expect(new Set(codes())).toEqual(new Set(['unavailable']));
    const reported = pauses();
    expect([reported[0], reported[399], reported[400], reported[2000]]).toEqual([1, 1, 2, 6]);
    expect(Math.max(...reported.map(Number))).toBe(20);
  });

  test('waits less once those before had time to come back', async () => {
    const { arrive, passes } = fortyPermits();
    await arrive(many(2_070, change));

    passes(4);
    await arrive(many(40, change));

    expect((await arrive([change('late')])).pauses()).toEqual([2]);
  });

  test('waits longer for a server whose calls take longer', async () => {
    const { arrive, passes } = fortyPermits();
    for (let n = 0; n < 100; n += 1) {
      const { started } = await arrive([change('slow')]);
      passes(1);
      started[0]?.permit.release();
    }

    // Forty a second; thirty of a kind in use, forty in the queue.
    expect((await arrive(many(470, change))).pauses().at(-1)).toBe(10);
  });

  test('does not come back together with the other callers', async () => {
    const early = (await fortyPermits({ random: 0 }).arrive(many(1_070, change))).pauses();
    const late = (await fortyPermits({ random: 0.999 }).arrive(many(1_070, change))).pauses();

    expect([early[0], late[0]]).toEqual([1, 3]);
    expect([early.at(-1), late.at(-1)]).toEqual([3, 6]);
  });
});

test('permits to get in are all for strangers, and at most half of a queue is for one network', async () => {
  const { arrive, queued } = fortyPermits({ max: 6, policy: entryPolicy });

  const one = await arrive(Array.from({ length: 60 }, () => changeFrom('one')));
  expect([one.started.length, queued()]).toEqual([3, 12]);
  const others = await arrive(many(3, changeFrom));

  expect(others.started).toHaveLength(3);
});
