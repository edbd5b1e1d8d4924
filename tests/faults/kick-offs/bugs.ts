import type { PlantedBug } from '../planted/planted-bug.ts';

/** Mistakes that would let somebody choose after a kick-off, each at a failpoint of its own. */
export const kickOffBugs: readonly PlantedBug[] = [
  // A request that failed leaves the moment it came behind, and a later one is judged by that.
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
