import type { Tip } from '#contract/tips.ts';

type ComparedLeg = Pick<Tip['options'][number], 'game' | 'oddName' | 'startDateOfGame'>;

/** True if two tips have equal options on games with equal names and times, in any order. */
export function isSameTip(
  one: { options: readonly ComparedLeg[] },
  other: { options: readonly ComparedLeg[] },
): boolean {
  const [legs, others] = [sortLegs(one.options), sortLegs(other.options)];
  return (
    legs.length === others.length &&
    legs.every((leg, index) => {
      const beside = others[index];
      return beside !== undefined && isSameLeg(leg, beside);
    })
  );
}

function sortLegs(legs: readonly ComparedLeg[]): ComparedLeg[] {
  return legs.toSorted((one, other) => (legKeyOf(one) < legKeyOf(other) ? -1 : 1));
}

function legKeyOf({ game, oddName }: ComparedLeg): string {
  return `${game}\n${oddName}`;
}

function isSameLeg(one: ComparedLeg, other: ComparedLeg): boolean {
  const [at, then] = [Date.parse(one.startDateOfGame), Date.parse(other.startDateOfGame)];
  // A backend may send a game without its time, which is parsed as 0.
  return legKeyOf(one) === legKeyOf(other) && (at === then || at === 0 || then === 0);
}
