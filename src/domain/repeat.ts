import { allow, refuse, type RuleResult } from './rule-result.ts';

/** Maximum number of a member's tips that may contain one selection. */
export const tipsPerSelection = 5;

/** One option of one fixture. */
type SelectionKey = { readonly fixtureId: string; readonly oddsId: number };

/** An earlier tip of the same member; withdrawn tips and copies are not among them. */
export type EarlierTip = {
  readonly id: string;
  /** True while its outcome is open. */
  readonly isOpen: boolean;
  readonly selections: readonly SelectionKey[];
};

/** The open tip with equal selections, or the selections that reached the limit. */
export type RepeatProblem<Chosen> =
  | { readonly code: 'already-tipped'; readonly tipId: string }
  | { readonly code: 'selection-limit'; readonly selections: readonly Chosen[] };

/**
 * Checks selections against the member's earlier tips, so that one lucky game counts once. Order,
 * stake and text of a tip make no difference.
 */
export function checkRepeat<Chosen extends SelectionKey>(
  selections: readonly Chosen[],
  earlier: readonly EarlierTip[],
): RuleResult<readonly Chosen[], RepeatProblem<Chosen>> {
  const chosen = new Set(selections.map(keyOf));
  const repeated = earlier.find((tip) => tip.isOpen && isSameSet(chosen, tip.selections));
  if (repeated) return refuse({ code: 'already-tipped', tipId: repeated.id });

  const counts = new Map<string, number>();
  for (const key of earlier.flatMap((tip) => tip.selections.map(keyOf))) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const full = selections.filter((one) => (counts.get(keyOf(one)) ?? 0) >= tipsPerSelection);
  return full.length > 0
    ? refuse({ code: 'selection-limit', selections: full })
    : allow(selections);
}

/** True if two tips have a selection in common. */
export function sharesSelection(
  one: readonly SelectionKey[],
  other: readonly SelectionKey[],
): boolean {
  const keys = new Set(one.map(keyOf));
  return other.some((selection) => keys.has(keyOf(selection)));
}

function isSameSet(keys: ReadonlySet<string>, selections: readonly SelectionKey[]): boolean {
  return keys.size === selections.length && selections.every((one) => keys.has(keyOf(one)));
}

function keyOf({ fixtureId, oddsId }: SelectionKey): string {
  return `${oddsId} ${fixtureId}`;
}
