import { describe, expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import { type Asker, type Place, places } from '#server/places.ts';

const change = (session?: string): Asker => ({ session, changes: true });
const read = (session?: string): Asker => ({ session, changes: false });

/** Forty places in a time that stands still until it is moved, and chance that is always the same. */
function fortyPlaces({ random = 0 } = {}) {
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const known = places(40, {
    now: () => time,
    random: () => random,
    after(seconds, run) {
      const timer = { at: time + seconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  return {
    underWay: known.underWay,
    /** How many stand in line. */
    inLine: () => timers.size,
    passes: (seconds: number) => {
      time += seconds;
      for (const timer of timers) {
        if (timer.at > time) continue;
        timers.delete(timer);
        timer.run();
      }
    },
    /** Askers in the order of their coming: who begins, and who is turned away with which words. */
    come: async (askers: readonly Asker[]) => {
      const begun: { asker: Asker; place: Place }[] = [];
      const refused: ApiProblem[] = [];
      for (const asker of askers) {
        void known.take(asker).then(
          (place) => begun.push({ asker, place }),
          (error: unknown) => {
            if (!(error instanceof ApiProblem)) throw error;
            refused.push(error);
          },
        );
      }
      await settled();
      return {
        begun,
        refused,
        codes: () => refused.map(({ code }) => code),
        pauses: () => refused.map(({ details }) => details.retryAfterSeconds),
      };
    },
  };
}

/** Whatever was promised and is due has come. */
const settled = async () => new Promise((done) => setImmediate(done));

const many = (count: number, asker: (token: string) => Asker) =>
  Array.from({ length: count }, (_, n) => asker(`member ${n}`));

describe('places', () => {
  test('are given until all are taken, and to the next in line once somebody left', async () => {
    const { come, inLine } = fortyPlaces();
    const { begun } = await come([...many(20, change), ...many(30, read)]);
    expect([begun.length, inLine()]).toEqual([40, 10]);

    begun[0]?.place.leave();
    begun[0]?.place.leave();
    await settled();

    expect([begun.length, inLine()]).toEqual([41, 9]);
  });

  test('are kept for reads while everybody changes something, and for changes while all read', async () => {
    expect((await fortyPlaces().come(many(100, change))).begun).toHaveLength(30);
    expect((await fortyPlaces().come(many(100, read))).begun).toHaveLength(30);
  });

  test('are half for those without a session', async () => {
    const strangers = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? read() : change()));
    expect((await fortyPlaces().come(strangers)).begun).toHaveLength(20);
  });

  test('go to others while one member has two hundred requests', async () => {
    const { come } = fortyPlaces();

    const one = await come(Array.from({ length: 200 }, () => change('one')));
    const others = await come(many(10, change));

    expect(one.begun.length).toBeLessThan(15);
    expect(others.begun).toHaveLength(10);
  });

  test('are not given to one member who is still sending as many as there are', async () => {
    const { come } = fortyPlaces();
    const codes: string[] = [];

    for (let sent = 0; sent < 50; sent += 1) {
      const one = await come([change('one')]);
      for (const { place } of one.begun) place.rest();
      codes.push(...one.codes());
    }

    expect(codes).toEqual(Array(10).fill('rate-limited'));
    expect((await come(many(10, change))).begun).toHaveLength(10);
  });

  test('are four of one member even when few are left; the fifth stands in line', async () => {
    const { come, inLine } = fortyPlaces();
    await come([...many(18, change), ...many(17, read)]);

    const { begun } = await come(Array.from({ length: 5 }, () => read('one')));

    expect([begun.length, inLine()]).toEqual([4, 1]);
  });

  test('are not held while a request is still being sent, but go on once it is there', async () => {
    const { come, underWay } = fortyPlaces();
    const { begun } = await come(many(30, change));
    for (const { place } of begun) place.rest();
    expect(underWay()).toBe(0);

    const others = await come(many(30, change));
    expect(others.begun).toHaveLength(30);
    for (const { place } of begun) void place.resume();
    expect(underWay()).toBe(30);
    for (const { place } of others.begun) place.leave();
    await settled();

    expect(underWay()).toBe(30);
    for (const { place } of begun) place.leave();
    expect(underWay()).toBe(0);
    for (const { place } of begun) void place.resume();
    expect(underWay()).toBe(0);
  });

  test('are waited for in line by what was sent slowly, like by anybody', async () => {
    const { come, passes, inLine } = fortyPlaces();
    const { begun } = await come([change('slow')]);
    begun[0]?.place.rest();
    await come(many(30, change));

    const resumed = begun[0]?.place.resume();
    expect(inLine()).toBe(1);
    passes(1);

    await expect(resumed).rejects.toThrow(new ApiProblem('unavailable').message);
  });

  test('are free again when somebody hangs up in line with what was sent slowly', async () => {
    const { come, underWay } = fortyPlaces();
    const { begun } = await come([change('slow')]);
    begun[0]?.place.rest();
    const others = await come(many(30, change));
    void begun[0]?.place.resume();

    begun[0]?.place.leave();
    others.begun[0]?.place.leave();
    await settled();

    expect(underWay()).toBe(29);
  });
});

describe('the line', () => {
  test('lets reads go first, whoever came before them', async () => {
    const { come } = fortyPlaces();
    const { begun } = await come([...many(20, change), ...many(20, read)]);
    const waiting = await come([change('early'), read('late')]);

    begun[0]?.place.leave();
    await settled();

    expect(waiting.begun.map(({ asker }) => asker)).toEqual([read('late')]);
  });

  test('passes over those who can have no place yet', async () => {
    const { come } = fortyPlaces();
    const strangers = await come(Array.from({ length: 20 }, () => read()));
    const members = await come(many(20, change));
    const waiting = await come([read(), read('member')]);

    members.begun[0]?.place.leave();
    await settled();
    expect(waiting.begun.map(({ asker }) => asker)).toEqual([read('member')]);
    strangers.begun[0]?.place.leave();
    await settled();

    expect(waiting.begun.map(({ asker }) => asker)).toEqual([read('member'), read()]);
  });

  test('is left after a second, with a moment to come back at', async () => {
    const { come, passes, inLine, underWay } = fortyPlaces();
    const { begun } = await come(many(30, change));
    const waiting = await come([change('late')]);

    passes(0.99);
    await settled();
    expect(waiting.refused).toEqual([]);
    passes(0.01);
    await settled();

    expect(waiting.codes()).toEqual(['unavailable']);
    expect(waiting.pauses()).toEqual([1]);
    begun[0]?.place.leave();
    await settled();
    expect([inLine(), underWay()]).toEqual([0, 29]);
  });

  test('is as long as there are places for changes, and twice that for reads', async () => {
    const { come, inLine } = fortyPlaces();

    const changes = await come(many(1_000, change));
    expect([inLine(), changes.refused.length]).toEqual([40, 930]);
    const reads = await come(many(1_000, read));

    expect([inLine(), reads.refused.length]).toEqual([120, 910]);
  });

  test('has room for others, whatever one caller or all without a session ask for', async () => {
    for (const token of ['one', undefined]) {
      const { come, inLine } = fortyPlaces();
      await come([...many(20, change), ...many(20, read)]);

      const same = await come(Array.from({ length: 100 }, () => change(token)));
      const other = await come([change('other')]);

      expect(other.refused).toEqual([]);
      expect(inLine()).toBe(101 - same.refused.length);
    }
  });
});

describe('who is turned away', () => {
  test('is told a later moment the more were turned away, up to twenty seconds', async () => {
    const { come } = fortyPlaces();

    const { codes, pauses } = await come(many(9_070, change));

    // Forty places and a tenth of a second each: four hundred a second.
    expect(new Set(codes())).toEqual(new Set(['unavailable']));
    const told = pauses();
    expect([told[0], told[399], told[400], told[2000]]).toEqual([1, 1, 2, 6]);
    expect(Math.max(...told.map(Number))).toBe(20);
  });

  test('is told an earlier one once those before had time to come back', async () => {
    const { come, passes } = fortyPlaces();
    await come(many(2_070, change));

    passes(4);
    await come(many(40, change));

    expect((await come([change('late')])).pauses()).toEqual([2]);
  });

  test('is told a later one by a server that takes longer', async () => {
    const { come, passes } = fortyPlaces();
    for (let n = 0; n < 100; n += 1) {
      const { begun } = await come([change('slow')]);
      passes(1);
      begun[0]?.place.leave();
    }

    // Forty a second; thirty of a kind under way, forty in line.
    expect((await come(many(470, change))).pauses().at(-1)).toBe(10);
  });

  test('does not come back together with the others', async () => {
    const early = (await fortyPlaces({ random: 0 }).come(many(1_070, change))).pauses();
    const late = (await fortyPlaces({ random: 0.999 }).come(many(1_070, change))).pauses();

    expect([early[0], late[0]]).toEqual([1, 3]);
    expect([early.at(-1), late.at(-1)]).toEqual([3, 6]);
  });
});
