import type { Tip } from '#contract/tips.ts';

type Leg = Pick<Tip['options'][number], 'game' | 'oddName' | 'startDateOfGame'>;

/** True if two tips have equal options of the same games at the same times, in any order. */
export function isSameTip(
  one: { options: readonly Leg[] },
  other: { options: readonly Leg[] },
): boolean {
  const [legs, others] = [inOneOrder(one.options), inOneOrder(other.options)];
  return (
    legs.length === others.length &&
    legs.every((leg, index) => {
      const beside = others[index];
      return beside !== undefined && isSameLeg(leg, beside);
    })
  );
}

function inOneOrder(legs: readonly Leg[]): Leg[] {
  return legs.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function nameOf({ game, oddName }: Leg): string {
  return `${game}\n${oddName}`;
}

function isSameLeg(one: Leg, other: Leg): boolean {
  const [at, then] = [Date.parse(one.startDateOfGame), Date.parse(other.startDateOfGame)];
  // A backend may give a game without its time, which is read as 0.
  return nameOf(one) === nameOf(other) && (at === then || at === 0 || then === 0);
}
