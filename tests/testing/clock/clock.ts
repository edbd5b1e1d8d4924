/** A server clock that stands still until the test calls `passes`. */
export type AClock = (() => Date) & { passes: (milliseconds: number) => void };

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function aClock(start = '2026-08-01T12:00:00.000Z'): AClock {
  let now = Date.parse(start);
  return Object.assign(() => new Date(now), {
    passes(milliseconds: number) {
      now += milliseconds;
    },
  });
}
