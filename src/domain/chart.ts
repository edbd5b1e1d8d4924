/** Running units once a tip was settled, at its last kick-off. */
export type ChartPoint = { readonly at: Date; readonly units: number };

/** What a record's line looks like: its points, oldest first, and its deepest fall from a height. */
export type Chart = { readonly points: readonly ChartPoint[]; readonly drawdown: number };

/** How many points a line has at most. */
export const mostPoints = 400;

/** The line of profits in the order of their moments; it begins at zero. */
export function chartOf(profits: readonly { at: Date; profit: number }[]): Chart {
  let [hundredths, height, drawdown] = [0, 0, 0];
  const points = profits.map(({ at, profit }): ChartPoint => {
    hundredths += Math.round(profit * 100);
    height = Math.max(height, hundredths);
    drawdown = Math.max(drawdown, height - hundredths);
    return { at, units: hundredths / 100 };
  });
  return { points: thinned(points), drawdown: drawdown / 100 };
}

/** The first and the last point, and between them the lowest and highest of as many parts as fit. */
export function thinned(points: readonly ChartPoint[], most = mostPoints): readonly ChartPoint[] {
  if (points.length <= most) return points;
  const parts = (most - 2) / 2;
  const inner = points.slice(1, -1);
  const kept = new Set([points[0], points.at(-1)]);
  for (let part = 0; part < parts; part += 1) {
    const from = Math.floor((part * inner.length) / parts);
    const to = Math.floor(((part + 1) * inner.length) / parts);
    const byUnits = inner.slice(from, to).toSorted((a, b) => a.units - b.units);
    kept.add(byUnits[0]).add(byUnits.at(-1));
  }
  return points.filter((point) => kept.has(point));
}
