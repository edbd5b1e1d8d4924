/** A random generator with a seed. */
export type Chance = {
  /** From 0 to 1, without 1. */
  next: () => number;
  /** An integer from 0 to a limit, without the limit. */
  below: (limit: number) => number;
  between: (min: number, max: number) => number;
  happens: (probability: number) => boolean;
  pick: <const Value>(values: readonly Value[]) => Value;
  /** Picks a name by weight. */
  weigh: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name;
};

export function chance(seed: number): Chance {
  let state = (seed ^ 0x9e3779b9) >>> 0;

  // The algorithm Mulberry32, which is small, fast and good enough.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (min, max) => min + below(max - min + 1),
    happens: (probability) => next() < probability,
    pick(values) {
      const picked = values[below(values.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
    weigh(weights) {
      const names = namesOf(weights);
      let remaining = next() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        remaining -= weights[name];
        if (remaining < 0) return name;
      }
      throw new Error('There is nothing to weigh.');
    },
  };
}

function namesOf<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  return Object.keys(weights).filter((name): name is Name => name in weights);
}
