import { describe, expect, test } from 'vitest';

import { ApiProblem } from '#contract/problem.ts';
import { type Asker, type Place, places } from '#server/places.ts';

const change = (token?: string): Asker => ({ token, changes: true });
const read = (token?: string): Asker => ({ token, changes: false });

/** Forty places in a time that stands still until it is moved, and chance that is always the same. */
function fortyPlaces({ random = 0 } = {}) {
  let time = 0;
  const known = places(40, { now: () => time, random: () => random });
  return {
    ...known,
    passes: (seconds: number) => {
      time += seconds;
    },
    /** Places for as many askers as get one; the others are told this. */
    fill: (askers: readonly Asker[]) => {
      const taken: Place[] = [];
      const refused: ApiProblem[] = [];
      for (const asker of askers) {
        try {
          taken.push(known.take(asker));
        } catch (error) {
          if (!(error instanceof ApiProblem)) throw error;
          refused.push(error);
        }
      }
      return { taken, refused, pauses: refused.map(({ details }) => details.retryAfterSeconds) };
    },
  };
}

const many = (count: number, asker: (token: string) => Asker) =>
  Array.from({ length: count }, (_, n) => asker(`member ${n}`));

describe('places', () => {
  test('are given until all are taken, and again once somebody left', () => {
    const { fill } = fortyPlaces();
    const { taken } = fill([...many(20, change), ...many(30, read)]);
    expect(taken).toHaveLength(40);

    taken[0]?.leave();
    taken[0]?.leave();

    expect(fill(many(2, change)).taken).toHaveLength(1);
  });

  test('are kept for reads while everybody changes something, and for changes while all read', () => {
    expect(fortyPlaces().fill(many(100, change)).taken).toHaveLength(30);
    expect(fortyPlaces().fill(many(100, read)).taken).toHaveLength(30);
  });

  test('are half for those without a token', () => {
    const strangers = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? read() : change()));
    expect(fortyPlaces().fill(strangers).taken).toHaveLength(20);
  });

  test('go to others while one member has two hundred requests', () => {
    const { fill } = fortyPlaces();

    const one = fill(Array.from({ length: 200 }, () => change('one')));
    const others = fill(many(10, change));

    expect(one.taken.length).toBeLessThan(15);
    expect(one.refused.every(({ code }) => code === 'rate-limited')).toBe(true);
    expect(others.taken).toHaveLength(10);
  });

  test('are four of one member even when few are left', () => {
    const { fill } = fortyPlaces();
    fill([...many(18, change), ...many(17, read)]);

    const { taken, refused } = fill(Array.from({ length: 5 }, () => read('one')));

    expect(taken).toHaveLength(4);
    expect(refused.map(({ code }) => code)).toEqual(['rate-limited']);
  });

  test('are not held while a request is still being sent, but go on once it is there', () => {
    const { fill, underWay } = fortyPlaces();
    const { taken } = fill(many(30, change));
    for (const place of taken) place.rest();
    expect(underWay()).toBe(0);

    expect(fill(many(30, change)).taken).toHaveLength(30);
    for (const place of taken) place.resume();

    expect(underWay()).toBe(60);
    for (const place of taken) place.leave();
    expect(underWay()).toBe(30);
    for (const place of taken) place.resume();
    expect(underWay()).toBe(30);
  });
});

describe('who is turned away', () => {
  test('is told a later moment the more were turned away, up to twenty seconds', () => {
    const { fill } = fortyPlaces();

    const { refused, pauses } = fill(many(9_030, change));

    // Forty places and a tenth of a second each: four hundred a second.
    expect(refused.every(({ code }) => code === 'unavailable')).toBe(true);
    expect([pauses[0], pauses[399], pauses[400], pauses[2000]]).toEqual([1, 1, 2, 6]);
    expect(Math.max(...pauses.map(Number))).toBe(20);
  });

  test('is told an earlier one once those before had time to come back', () => {
    const { fill, passes } = fortyPlaces();
    fill(many(2_030, change));

    passes(4);

    expect(fill([change('late')]).pauses).toEqual([2]);
  });

  test('is told a later one by a server that takes longer', () => {
    const { fill, passes } = fortyPlaces();
    for (let n = 0; n < 100; n += 1) {
      const { taken } = fill([change('slow')]);
      passes(1);
      taken[0]?.leave();
    }

    expect(fill(many(430, change)).pauses.at(-1)).toBe(10);
  });

  test('does not come back together with the others', () => {
    const early = fortyPlaces({ random: 0 }).fill(many(1_030, change)).pauses;
    const late = fortyPlaces({ random: 0.999 }).fill(many(1_030, change)).pauses;

    expect([early[0], late[0]]).toEqual([1, 3]);
    expect([early.at(-1), late.at(-1)]).toEqual([3, 6]);
  });
});
