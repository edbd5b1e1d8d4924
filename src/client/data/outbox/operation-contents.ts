import '#client/without-eval.ts';
import { Tip } from '#contract/tips.ts';
import type { LegResult } from '#domain/tip.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { payloadIn, type PayloadOf } from '#sync/operations/registry.ts';

/** The tip that an operation posts; undefined for any other operation. */
export function tipIn(row: OperationRow): PayloadOf<'tip.post'> | undefined {
  return payloadIn(row, 'tip.post');
}

/** Whether it was never sent. */
export function isUnsent({ state, sentEver }: OperationRow): boolean {
  return !sentEver && (state === 'pending' || state === 'blocked');
}

type Difference = {
  fixtureId: string;
  game: string;
  theirs: LegValue;
  ours: LegValue;
};

/** A price or a result, whichever was changed. */
type LegValue = { odd: number } | { result: LegResult };

/** The tip after somebody else's change, and where it differs from the operation. */
export type Conflict = { tip: Tip; differences: Difference[] };

/** The conflict of an operation on a tip that was changed meanwhile; undefined for any other. */
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
