import type { PlantedBug } from '../planted/planted-bug.ts';

/** Bugs that would allow a choice after a kick-off, each at its own failpoint. */
export const kickOffBugs: readonly PlantedBug[] = [
  // A failed request stores its arrival, and a later one is judged by that.
  {
    name: 'receipt-kept',
    edits: [
      {
        instead: `const receipts: Map<string, Date> = Reflect.get(globalThis, 'receipts') ?? new Map();
          Reflect.set(globalThis, 'receipts', receipts);
          const arrivedAt = receipts.get(operation.key) ?? arrival.arrivedAt;
          receipts.set(operation.key, arrivedAt);
          const running = effect(tx, { ...arrival, arrivedAt });`,
      },
    ],
  },
  // A request may be committed long after it arrived.
  {
    name: 'committed-at-any-time',
    edits: [{ instead: `if (Number.isNaN(age)) throw new ApiProblem('unavailable');` }],
  },
];
