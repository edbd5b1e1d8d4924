import { allow, refuse, type RuleResult } from './rule-result.ts';

/** Maximum number of a member's tips that may contain one selection. */
export const maxTipsPerSelection = 5;

/** One option of one fixture. */
type SelectionKey = { readonly fixtureId: string; readonly oddsId: number };

/** An earlier tip of the same member, neither withdrawn nor a copy. */
export type EarlierTip = {
  readonly id: string;
  /** True while the tip's outcome is open. */
  readonly isOpen: boolean;
  readonly selections: readonly SelectionKey[];
};

/** The id of the open tip with equal selections, or the selections that reached the limit. */
export type RepeatProblem<Item> =
  | { readonly code: 'already-tipped'; readonly tipId: string }
  | { readonly code: 'selection-limit'; readonly selections: readonly Item[] };

/**
 * Checks selections against the member's earlier tips, so that one lucky game does not count
 * several times. Ignores order, stake and analysis.
 */
export function checkRepeatedTip<Item extends SelectionKey>(
  selections: readonly Item[],
  earlier: readonly EarlierTip[],
): RuleResult<readonly Item[], RepeatProblem<Item>> {
  const chosen = new Set(selections.map(selectionKeyOf));
  const repeated = earlier.find((tip) => tip.isOpen && isSameSet(chosen, tip.selections));
  if (repeated) return refuse({ code: 'already-tipped', tipId: repeated.id });

  const counts = new Map<string, number>();
  for (const key of earlier.flatMap((tip) => tip.selections.map(selectionKeyOf))) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const full = selections.filter(
    (one) => (counts.get(selectionKeyOf(one)) ?? 0) >= maxTipsPerSelection,
  );
  return full.length > 0
    ? refuse({ code: 'selection-limit', selections: full })
    : allow(selections);
}

/** True if two tips have a selection in common. */
export function hasCommonSelection(
  one: readonly SelectionKey[],
  other: readonly SelectionKey[],
): boolean {
  const keys = new Set(one.map(selectionKeyOf));
  return other.some((selection) => keys.has(selectionKeyOf(selection)));
}

function isSameSet(keys: ReadonlySet<string>, selections: readonly SelectionKey[]): boolean {
  return (
    keys.size === selections.length && selections.every((one) => keys.has(selectionKeyOf(one)))
  );
}

function selectionKeyOf({ fixtureId, oddsId }: SelectionKey): string {
  return `${oddsId} ${fixtureId}`;
}
