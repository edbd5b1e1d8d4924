import { hasStarted } from './fixture.ts';
import { allow, refuse, type RuleResult } from './rule-result.ts';

/** One option of one fixture, picked on the device. It has no price: prices are the server's. */
export type Selection = {
  readonly fixtureId: string;
  readonly game: string;
  readonly oddsId: number;
  readonly kickOff: Date;
  readonly sportKey: string;
};

/** The selections being built, in the order they were picked. */
export type Slip = readonly Selection[];

/** The most games one slip can hold. */
export const slipLimit = 30;

/** Why a selection cannot join a slip. */
export type SelectionProblem = 'already-selected' | 'slip-is-full' | 'fixture-started';

/** Why a slip cannot be posted. */
export type PostingProblem = 'slip-is-empty' | 'slip-is-full' | 'already-selected';

/** Adds a selection at the end, one option per fixture. */
export function addSelection(
  slip: Slip,
  selection: Selection,
  now: Date,
): RuleResult<Slip, SelectionProblem> {
  if (slip.some(({ fixtureId }) => fixtureId === selection.fixtureId)) {
    return refuse('already-selected');
  }
  if (slip.length >= slipLimit) return refuse('slip-is-full');
  if (hasStarted(selection.kickOff, now)) return refuse('fixture-started');
  return allow([...slip, selection]);
}

/** The slip without the selection on a fixture. */
export function removeSelection(slip: Slip, fixtureId: string): Slip {
  return slip.filter((selection) => selection.fixtureId !== fixtureId);
}

/** Whether a slip may be posted, whatever the clock says; kick-offs are judged at arrival. */
export function mayPost<Chosen extends { readonly fixtureId: string }>(
  slip: readonly Chosen[],
): RuleResult<readonly Chosen[], PostingProblem> {
  if (slip.length === 0) return refuse('slip-is-empty');
  if (slip.length > slipLimit) return refuse('slip-is-full');
  if (new Set(slip.map(({ fixtureId }) => fixtureId)).size < slip.length) {
    return refuse('already-selected');
  }
  return allow(slip);
}

/** What the sender chose beforehand for games that start before the server hears of them. */
export type IfStarted = 'drop' | 'refuse';

/** Legs that are kept and legs that came too late, both in the order they were sent. */
export type KeptLegs<Leg> = { readonly kept: readonly Leg[]; readonly dropped: readonly Leg[] };

/** The problem of a tip, with the legs whose games had started. */
export type StartedProblem<Leg> = {
  readonly code: 'fixture-started';
  readonly started: readonly Leg[];
};

/**
 * Which legs are kept: those whose request arrived before kick-off, without grace. A tip is
 * refused when its sender wants all or nothing, or when nothing is left of it.
 */
export function keptLegs<Leg extends { readonly fixtureId: string; readonly kickOff: Date }>(tip: {
  readonly legs: readonly Leg[];
  readonly arrivedAt: Date;
  readonly ifStarted: IfStarted;
}): RuleResult<KeptLegs<Leg>, StartedProblem<Leg>> {
  const started = tip.legs.filter(({ kickOff }) => hasStarted(kickOff, tip.arrivedAt));
  const kept = tip.legs.filter(({ kickOff }) => !hasStarted(kickOff, tip.arrivedAt));

  const nothingLeft = started.length > 0 && kept.length === 0;
  if (nothingLeft || (started.length > 0 && tip.ifStarted === 'refuse')) {
    return refuse({ code: 'fixture-started', started });
  }
  return allow({ kept, dropped: started });
}
