import { type OddsGroup, oddsGroups, type BettingOption } from '../catalogue.ts';
import type { Settlement } from './settlement.ts';

/** The ending of a match: completed, or stopped early. */
export type MatchEnding = 'played' | 'cut-short';

/**
 * Checks the results of all options of a group together; returns the broken rule as text, or
 * undefined. Two of three options win in a double chance, one option in other groups; options may
 * be undecided only while winners are missing.
 */
export function findBrokenRule(
  group: OddsGroup,
  results: readonly Settlement['result'][],
  ending: MatchEnding = 'played',
): string | undefined {
  const size = oddsGroups.find((entry) => entry.group === group)?.options.length ?? 0;
  if (results.length !== size) return `${group}: ${results.length} of ${size} options are settled.`;

  const voids = countOf(results, 'void');
  if (voids > 0 && ending === 'played' && group !== 'DNB') {
    return `${group}: an option of a match that was played is void.`;
  }

  const expected = group.startsWith('Double Chance') ? 2 : 1;
  const won = countOf(results, 'won');
  const undecided = voids + countOf(results, 'ask');
  const holds = won === expected ? undecided === 0 : won < expected && undecided > expected - won;
  if (holds) return undefined;
  return `${group}: ${expected} must win; ${won} won and ${undecided} stayed undecided.`;
}

/** Lists the broken rules of a match whose options are all settled, as text. */
export function listBrokenRules(
  settlements: readonly { readonly option: BettingOption; readonly settlement: Settlement }[],
  ending: MatchEnding = 'played',
): string[] {
  return oddsGroups.flatMap(({ group }) => {
    const inGroup = settlements.filter(({ option }) => option.oddsGroup === group);
    const results = inGroup.map(({ settlement }) => settlement.result);
    return findBrokenRule(group, results, ending) ?? [];
  });
}

function countOf(results: readonly Settlement['result'][], expected: Settlement['result']): number {
  return results.filter((result) => result === expected).length;
}
