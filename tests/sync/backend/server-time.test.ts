import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createServerTime } from '#sync/server-time.ts';

import { databases } from '../../testing/engine/a-device.ts';

const year = 365 * 24 * 3_600_000;

/**
 * A phone with a wrong clock that is changed once; `answers` are the server's responses over time.
 */
const phones = fc.record({
  wrongBy: fc.integer({ min: -10 * year, max: 10 * year }),
  setBy: fc.constantFrom(0, 3_600_000, -3_600_000, 26 * 3_600_000, -26 * 3_600_000),
  answers: fc.array(
    fc.record({ after: fc.nat(60_000), there: fc.nat(1_000), back: fc.nat(1_000) }),
    { minLength: 2, maxLength: 8 },
  ),
});

test('a countdown is never wrong by more than two seconds, with any error of the phone’s clock', () => {
  fc.assert(
    fc.property(phones, ({ wrongBy, setBy, answers }) => {
      const { publicStore } = databases();
      let real = Date.parse('2026-03-01T12:00:00.250Z');
      let wrong = wrongBy;
      const clock = { now: () => real + wrong, schedule: () => () => {} };
      const time = createServerTime(clock, publicStore);
      for (const [index, { after, there, back }] of answers.entries()) {
        if (index === 1) wrong += setBy;
        real += after;
        const requestedAt = clock.now();
        real += there;
        // A `Date` header has a resolution of one second.
        const dateHeader = Math.floor(real / 1_000) * 1_000;
        real += back;
        time.learn(dateHeader, (requestedAt + clock.now()) / 2);
        expect(Math.abs(time.now().getTime() - real)).toBeLessThanOrEqual(2_000);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  { what: 'five years ahead', by: 5 * year },
  { what: 'two days back', by: -48 * 3_600_000 },
])(
  'a start after the clock was set $what continues from the time of the last response',
  async ({ by }) => {
    const { publicStore } = databases();
    const answeredAt = Date.parse('2026-03-01T12:00:00.000Z');
    let now = answeredAt;
    const clock = { now: () => now, schedule: () => () => {} };
    createServerTime(clock, publicStore).learn(answeredAt - 500, answeredAt);
    now += by;

    const later = createServerTime(clock, publicStore);
    await later.restore();

    expect(later.now().getTime()).toBe(answeredAt);
  },
);

test('a start within a year continues by its own clock', async () => {
  const { publicStore } = databases();
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const clock = { now: () => now, schedule: () => () => {} };
  createServerTime(clock, publicStore).learn(now + 3_599_500, now);
  now += 30 * 24 * 3_600_000;

  const later = createServerTime(clock, publicStore);
  await later.restore();

  expect(later.now().getTime()).toBe(now + 3_600_000);
});
