import { hasStarted } from './fixture.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';

/** The fields of a selection or leg that the rules use. */
type SlipItem = { readonly fixtureId: string; readonly kickOff: Date };

/** Maximum number of games of a slip. */
export const slipLimit = 30;

/** Reasons for refusing a selection. */
export type SelectionProblem = 'already-selected' | 'slip-is-full' | 'fixture-started';

/** Reasons for refusing to post a slip. */
export type PostingProblem = 'slip-is-empty' | 'slip-is-full' | 'already-selected';

/** Appends a selection; a slip has at most one option per fixture. */
export function addSelection<Item extends SlipItem>(
  slip: readonly Item[],
  selection: Item,
  now: Date,
): RuleResult<readonly Item[], SelectionProblem> {
  if (slip.some(({ fixtureId }) => fixtureId === selection.fixtureId)) {
    return refuse('already-selected');
  }
  if (slip.length >= slipLimit) return refuse('slip-is-full');
  if (hasStarted(selection.kickOff, now)) return refuse('fixture-started');
  return allow([...slip, selection]);
}

/** Removes the selection of a fixture. */
export function removeSelection<Item extends SlipItem>(
  slip: readonly Item[],
  fixtureId: string,
): readonly Item[] {
  return slip.filter((selection) => selection.fixtureId !== fixtureId);
}

/** Checks a slip except for kick-offs, which are checked when the request arrives. */
export function checkSlip<Item extends { readonly fixtureId: string }>(
  slip: readonly Item[],
): RuleResult<readonly Item[], PostingProblem> {
  if (slip.length === 0) return refuse('slip-is-empty');
  if (slip.length > slipLimit) return refuse('slip-is-full');
  if (new Set(slip.map(({ fixtureId }) => fixtureId)).size < slip.length) {
    return refuse('already-selected');
  }
  return allow(slip);
}

/** The sender's choice for games that start before the request arrives. */
export type StartedLegPolicy = 'drop' | 'refuse';

/** Accepted legs, and legs that were sent after kick-off, each in the order of the tip. */
export type AcceptedLegs<Leg> = {
  readonly accepted: readonly Leg[];
  readonly dropped: readonly Leg[];
};

/** The refusal of a tip, with the legs whose games had started. */
export type FixtureStartedProblem<Leg> = {
  readonly code: 'fixture-started';
  readonly started: readonly Leg[];
};

/**
 * Splits legs by whether the request arrived before kick-off, with no tolerance. Refuses the tip if
 * no leg remains, or if a leg has started and the sender chose `refuse`.
 */
export function acceptLegs<Leg extends SlipItem>(tip: {
  readonly legs: readonly Leg[];
  readonly arrivedAt: Date;
  readonly ifStarted: StartedLegPolicy;
}): RuleResult<AcceptedLegs<Leg>, FixtureStartedProblem<Leg>> {
  const started = tip.legs.filter(({ kickOff }) => hasStarted(kickOff, tip.arrivedAt));
  const accepted = tip.legs.filter(({ kickOff }) => !hasStarted(kickOff, tip.arrivedAt));

  const isEmpty = started.length > 0 && accepted.length === 0;
  if (isEmpty || (started.length > 0 && tip.ifStarted === 'refuse')) {
    return refuse({ code: 'fixture-started', started });
  }
  return allow({ accepted, dropped: started });
}
