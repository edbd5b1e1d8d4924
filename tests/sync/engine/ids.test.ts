import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Id } from '#contract/values.ts';
import { createId } from '#sync/ids.ts';

describe('an id made on the device', () => {
  test('is a UUID of version 7', () => {
    const id = createId();

    expect(Id.safeParse(id).success).toBe(true);
    expect(id[14]).toBe('7');
  });

  test('sorts after every earlier one, within a millisecond and when the clock steps back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2 }), (steps) => {
        let now = Date.now();
        const ids = steps.map((milliseconds) => createId((now += milliseconds)));

        expect(ids.toSorted()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('stays in order if one millisecond has more ids than its counter can hold', () => {
    const now = Date.now() + 60_000;
    const ids = Array.from({ length: 10_000 }, () => createId(now));

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
