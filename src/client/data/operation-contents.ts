import '#client/without-eval.ts';
import { Tip } from '#contract/tips.ts';
import type { LegResult } from '#domain/tip.ts';
import type { OperationRow } from '#sync/operation-row.ts';
import { payloadIn, type PayloadOf } from '#sync/operations/registry.ts';

/** The tip that an operation posts; undefined for any other operation. */
export function tipIn(row: OperationRow): PayloadOf<'tip.post'> | undefined {
  return payloadIn(row, 'tip.post');
}

/** Whether nothing of it has ever left this phone, so that it is still its person's alone. */
export function isUnsent({ state, sentEver }: OperationRow): boolean {
  return !sentEver && (state === 'pending' || state === 'blocked');
}

/** What two people have made of one leg. */
type Difference = {
  fixtureId: string;
  game: string;
  theirs: LegValue;
  ours: LegValue;
};

/** A price or a result, whichever was changed. */
type LegValue = { odd: number } | { result: LegResult };

/** Somebody changed the tip meanwhile: how it stands now, and where that differs from ours. */
export type Conflict = { tip: Tip; differences: Difference[] };

/** What stands against an operation that came upon a changed tip; undefined for any other. */
export function conflictOf(row: OperationRow): Conflict | undefined {
  const { state, problem } = row;
  if (state !== 'conflict' || problem?.code !== 'stale-version') return undefined;
  const current = Tip.safeParse(problem.tip);
  if (!current.success) return undefined;
  const tip = current.data;
  const legOf = (id: string) => tip.options.find(({ fixtureId }) => fixtureId === id);

  const priced = payloadIn(row, 'odds.set')?.changes.flatMap(({ fixtureId, game, odd }) => {
    const leg = legOf(fixtureId);
    return leg ? [{ fixtureId, game, theirs: { odd: leg.odd }, ours: { odd } }] : [];
  });

  const settling = payloadIn(row, 'leg.settle');
  const settled = (settling ? [settling.change] : []).flatMap(({ fixtureId, game, result }) => {
    const leg = legOf(fixtureId);
    return leg ? [{ fixtureId, game, theirs: { result: leg.result }, ours: { result } }] : [];
  });

  return { tip, differences: priced ?? settled };
}
