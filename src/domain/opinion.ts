/** How many tips on a game pick each sign of 1X2. */
export type Opinion = { readonly home: number; readonly draw: number; readonly away: number };

/** The three signs, in the order of 1, X and 2. */
export const signs = ['home', 'draw', 'away'] as const satisfies (keyof Opinion)[];

/** What most of them pick, how many do, and their share of all three; undefined where two are picked as often. */
export function leadOf(
  opinion: Opinion,
): { readonly sign: keyof Opinion; readonly count: number; readonly share: number } | undefined {
  const counts = signs.map((sign) => opinion[sign]);
  const most = Math.max(...counts);
  const [sign, other] = signs.filter((each) => opinion[each] === most);
  if (sign === undefined || other !== undefined) return undefined;
  return { sign, count: most, share: most / counts.reduce((sum, count) => sum + count, 0) };
}
