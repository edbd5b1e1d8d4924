/** Total profit in units after a tip was settled; `at` is the tip's last kick-off. */
export type ChartPoint = { readonly at: Date; readonly units: number };

/** The chart of a record: points, oldest first, and the maximum fall from a peak in units. */
export type ProfitChart = { readonly points: readonly ChartPoint[]; readonly drawdown: number };

/** Maximum number of points in a chart. */
export const maxChartPoints = 400;

/** Sums up profits in the given order, starting from zero. */
export function toProfitChart(profits: readonly { at: Date; profit: number }[]): ProfitChart {
  let [hundredths, height, drawdown] = [0, 0, 0];
  const points = profits.map(({ at, profit }): ChartPoint => {
    hundredths += Math.round(profit * 100);
    height = Math.max(height, hundredths);
    drawdown = Math.max(drawdown, height - hundredths);
    return { at, units: hundredths / 100 };
  });
  return { points: limitChartPoints(points), drawdown: drawdown / 100 };
}

/**
 * Reduces points to at most `maxCount`: the first, the last, and the minimum and maximum of equal
 * intervals.
 */
export function limitChartPoints(
  points: readonly ChartPoint[],
  maxCount = maxChartPoints,
): readonly ChartPoint[] {
  if (points.length <= maxCount) return points;
  const intervalCount = (maxCount - 2) / 2;
  const inner = points.slice(1, -1);
  const selected = new Set([points[0], points.at(-1)]);
  for (let interval = 0; interval < intervalCount; interval += 1) {
    const from = Math.floor((interval * inner.length) / intervalCount);
    const to = Math.floor(((interval + 1) * inner.length) / intervalCount);
    const byUnits = inner.slice(from, to).toSorted((a, b) => a.units - b.units);
    selected.add(byUnits[0]).add(byUnits.at(-1));
  }
  return points.filter((point) => selected.has(point));
}
