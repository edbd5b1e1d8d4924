import type { Tip } from '#contract/tips.ts';
import { hasStarted } from '#domain/fixture.ts';

/** True if a game of a tip has kicked off or a leg was decided; without `now`, only the latter. */
export function hasTipStarted({ options }: Pick<Tip, 'options'>, now: Date | undefined): boolean {
  return options.some(
    ({ result, startDateOfGame }) =>
      result !== 'pending' || (now !== undefined && hasStarted(new Date(startDateOfGame), now)),
  );
}

/** True if a tip has started and its outcome is open. */
export function isInPlay(tip: Pick<Tip, 'options' | 'outcome'>, now: Date | undefined): boolean {
  return tip.outcome === 'open' && hasTipStarted(tip, now);
}
