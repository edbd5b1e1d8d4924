/** Total profit in units after a tip was settled; `at` is the tip's last kick-off. */
export type ChartPoint = { readonly at: Date; readonly units: number };

/** The chart of a record: points, oldest first, and the maximum fall from a peak, in units. */
export type Chart = { readonly points: readonly ChartPoint[]; readonly drawdown: number };

/** Maximum number of points in a chart. */
export const mostPoints = 400;

/** Adds profits up in their given order, starting from zero. */
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

/**
 * Reduces points to at most `maxCount`: first, last, and the minimum and maximum of each equal
 * interval.
 */
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
