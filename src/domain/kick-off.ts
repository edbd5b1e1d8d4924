import { hasStarted } from './fixture.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';

/** What the sender chose beforehand for games that start before the server hears of them. */
export type IfStarted = 'drop' | 'refuse';

/** Legs that stand and legs that came too late, both in the order they were sent. */
export type Standing<Leg> = { readonly standing: readonly Leg[]; readonly dropped: readonly Leg[] };

/** The problem of a tip, with the legs whose games had started. */
export type StartedProblem<Leg> = {
  readonly code: 'fixture-started';
  readonly started: readonly Leg[];
};

/**
 * Which legs stand: those the server first received before kick-off, without grace. A tip is
 * refused when its sender wants all or nothing, or when nothing is left of it.
 */
export function standingLegs<
  Leg extends { readonly fixtureId: string; readonly kickOff: Date },
>(tip: {
  readonly legs: readonly Leg[];
  readonly receivedAt: Date;
  readonly ifStarted: IfStarted;
}): RuleResult<Standing<Leg>, StartedProblem<Leg>> {
  const started = tip.legs.filter(({ kickOff }) => hasStarted(kickOff, tip.receivedAt));
  const standing = tip.legs.filter(({ kickOff }) => !hasStarted(kickOff, tip.receivedAt));

  const nothingLeft = started.length > 0 && standing.length === 0;
  if (nothingLeft || (started.length > 0 && tip.ifStarted === 'refuse')) {
    return refuse({ code: 'fixture-started', started });
  }
  return allow({ standing, dropped: started });
}
