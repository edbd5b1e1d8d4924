import { maxOf } from './extremes.ts';

/** Number of tips on a game by their 1X2 pick. */
export type PickCounts = { readonly home: number; readonly draw: number; readonly away: number };

/** The picks, in the order of 1, X and 2. */
export const pickSigns = ['home', 'draw', 'away'] as const satisfies (keyof PickCounts)[];

/** The most frequent pick with its count, the total and its share; undefined for a tie. */
export function findLeadingPick(
  opinion: PickCounts,
): { sign: keyof PickCounts; count: number; all: number; share: number } | undefined {
  const counts = pickSigns.map((sign) => opinion[sign]);
  const maxCount = maxOf(counts);
  const [sign, other] = pickSigns.filter((each) => opinion[each] === maxCount);
  if (sign === undefined || other !== undefined) return undefined;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return { sign, count: maxCount, all, share: maxCount / all };
}
