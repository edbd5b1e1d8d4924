/** How many tips on a game pick each outcome of 1X2. */
export type Opinion = { readonly home: number; readonly draw: number; readonly away: number };

/** The three outcomes, in the order of 1, X and 2. */
export const outcomes = ['home', 'draw', 'away'] as const satisfies (keyof Opinion)[];

/** What most of them pick and its share of all; undefined where two are picked as often. */
export function leadOf(
  opinion: Opinion,
): { readonly outcome: keyof Opinion; readonly share: number } | undefined {
  const counts = outcomes.map((outcome) => opinion[outcome]);
  const most = Math.max(...counts);
  const [outcome, other] = outcomes.filter((each) => opinion[each] === most);
  if (outcome === undefined || other !== undefined) return undefined;
  return { outcome, share: most / counts.reduce((sum, count) => sum + count, 0) };
}
