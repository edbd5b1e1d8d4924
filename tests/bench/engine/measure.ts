export function median(figures: readonly number[]): number {
  const middle = figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

export function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

/** Measures several candidates alternately, so that other load affects all of them. */
export async function alternately<Result>(
  times: number,
  peers: readonly (() => Promise<Result>)[],
): Promise<Result[][]> {
  const results: Result[][] = peers.map(() => []);
  // The first round only warms the caches.
  for (let time = 0; time <= times; time += 1) {
    for (const [index, peer] of peers.entries()) {
      const result = await peer();
      if (time > 0) results[index]?.push(result);
    }
  }
  return results;
}
