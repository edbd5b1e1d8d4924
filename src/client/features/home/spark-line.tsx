import type { ChartPoint } from '#contract/records.ts';

const width = 150;
const height = 46;
const sparkLinePaddingPx = 4;

/** A record's units as a line chart without axes; the sum is shown beside it. */
export function SparkLine({ points }: { points: readonly ChartPoint[] }) {
  const units = points.map(([, sum]) => sum);
  const last = units.at(-1);
  if (last === undefined || units.length < 2) return undefined;
  const high = Math.max(0, ...units);
  const low = Math.min(0, ...units);
  const x = (index: number) => (index * (width - sparkLinePaddingPx)) / (units.length - 1);
  const y = (sum: number) =>
    sparkLinePaddingPx + ((height - 2 * sparkLinePaddingPx) * (high - sum)) / (high - low || 1);
  const look = last < 0 ? 'stroke-lost-solid' : 'stroke-won-solid';
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      fill="none"
      className={`w-37.5 max-w-full ${look}`}
    >
      <path d={`M0 ${y(0)}H${width}`} strokeDasharray="2 3" className="stroke-edge" />
      <path
        d={`M${units.map((sum, index) => `${x(index).toFixed(1)} ${y(sum).toFixed(1)}`).join('L')}`}
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle
        cx={x(units.length - 1)}
        cy={y(last)}
        r="3"
        stroke="none"
        className={last < 0 ? 'fill-lost-solid' : 'fill-won-solid'}
      />
    </svg>
  );
}
