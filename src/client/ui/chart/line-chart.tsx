import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { joinClasses } from '../classes.ts';
import { momentText, shortUnitsText } from '../formats.ts';

/** The total profit in units after one more settled tip. */
type ChartPoint = { at: string; units: number };

type LineChartProps = {
  points: readonly ChartPoint[];
  /** The index of the chosen point, and a callback; absent if points cannot be chosen. */
  choice?: { chosen: number | undefined; onChoose: (index: number) => void } | undefined;
};

/**
 * The profit in units over time with a point per settled tip: green above zero, red below, and the
 * last value as text. Time runs from left to right in every language.
 */
export function LineChart({ points, choice }: LineChartProps) {
  const { t } = useLingui();
  const last = points.at(-1);
  if (!last) return undefined;
  const scale = computeScale(points);
  const all = points.map(({ units }) => units);
  const [end, high, low] = [last.units, Math.max(0, ...all), Math.min(0, ...all)].map((units) =>
    shortUnitsText(units, 1),
  );
  return (
    <div dir="ltr" className="figure text-xs text-dim">
      <div className="flex gap-1.5">
        <GridLabels scale={scale} />
        <div className="relative min-w-0 flex-1">
          <svg
            role="img"
            aria-label={t`Units over time: ${end} at the end, ${high} at most, ${low} at least`}
            className="h-32 w-full overflow-visible"
          >
            {scale.steps.map((units) => (
              <line
                key={units}
                x1="0"
                x2="100%"
                y1={scale.y(units)}
                y2={scale.y(units)}
                strokeWidth={units === 0 ? 1.4 : 1}
                className={units === 0 ? 'stroke-edge' : 'stroke-line'}
              />
            ))}
            <LineSide points={points} scale={scale} side="won" />
            <LineSide points={points} scale={scale} side="lost" />
            <circle
              cx="100%"
              cy={scale.y(last.units)}
              r="4"
              strokeWidth="2.2"
              className="fill-card stroke-ink"
            />
            {choice?.chosen !== undefined && (
              <ChosenPoint points={points} index={choice.chosen} scale={scale} />
            )}
          </svg>
          {choice && <PointSlider points={points} {...choice} />}
        </div>
        <div aria-hidden="true" className="relative w-11 shrink-0">
          <span
            className="absolute start-1 -translate-y-1/2 text-sm font-bold text-ink"
            style={{ insetBlockStart: scale.y(last.units) }}
          >
            {end}
          </span>
        </div>
      </div>
      <MonthLabels points={points} />
    </div>
  );
}

type Scale = { top: number; bottom: number; steps: number[]; y: (units: number) => string };

/** Computes the minimum, the maximum and the four or five round values of the grid. */
function computeScale(points: readonly ChartPoint[]): Scale {
  const all = points.map(({ units }) => units);
  const highest = Math.max(0, ...all);
  const lowest = Math.min(0, ...all);
  const step = computeGridStep(highest - lowest);
  const top = Math.max(step, Math.ceil(highest / step) * step);
  const bottom = Math.floor(lowest / step) * step;
  const count = Math.round((top - bottom) / step);
  return {
    top,
    bottom,
    steps: Array.from({ length: count + 1 }, (_, index) => bottom + index * step),
    y: (units) => `${(100 * (top - units)) / (top - bottom)}%`,
  };
}

function computeGridStep(range: number): number {
  const minStep = Math.max(range, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(minStep));
  return power * ([1, 2, 5].find((factor) => factor * power >= minStep) ?? 10);
}

function GridLabels({ scale }: { scale: Scale }) {
  return (
    <div aria-hidden="true" className="relative h-32 w-8 shrink-0">
      {scale.steps.map((units) => (
        <span
          key={units}
          className="absolute end-0 -translate-y-1/2"
          style={{ insetBlockStart: scale.y(units) }}
        >
          {shortUnitsText(units, 1)}
        </span>
      ))}
    </div>
  );
}

type LineSideProps = { points: readonly ChartPoint[]; scale: Scale; side: 'won' | 'lost' };

/** The line of the chart and its area above or below zero; a nested svg clips the other side. */
function LineSide({ points, scale: { top, bottom }, side }: LineSideProps) {
  const [from, to] = side === 'won' ? [0, top] : [top, top - bottom];
  if (to <= from) return undefined;
  const width = Math.max(1, points.length - 1);
  const at = points.map(({ units }, index) => `${index} ${top - units}`);
  // A single point becomes a horizontal line.
  const line = `M${at.join('L')}${points.length === 1 ? 'h1' : ''}`;
  const share = 100 / (top - bottom);
  const look = side === 'won' ? 'fill-won-solid/16' : 'fill-lost-solid/18';
  return (
    <svg
      y={`${from * share}%`}
      width="100%"
      height={`${(to - from) * share}%`}
      viewBox={`0 ${from} ${width} ${to - from}`}
      preserveAspectRatio="none"
    >
      <path d={`${line}V${top}H0Z`} className={look} />
      <path
        d={line}
        fill="none"
        strokeWidth="2.2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={side === 'won' ? 'stroke-won-solid' : 'stroke-lost-solid'}
      />
    </svg>
  );
}

type PointProps = { points: readonly ChartPoint[]; index: number; scale: Scale };

function ChosenPoint({ points, index, scale }: PointProps) {
  const x = `${(100 * index) / Math.max(1, points.length - 1)}%`;
  return (
    <>
      <line x1={x} x2={x} y1="0" y2="100%" className="stroke-edge" />
      <circle
        cx={x}
        cy={scale.y(points[index]?.units ?? 0)}
        r="5"
        strokeWidth="2.2"
        className="fill-ink stroke-card"
      />
    </>
  );
}

type PointSliderProps = {
  points: readonly ChartPoint[];
  chosen: number | undefined;
  onChoose: (index: number) => void;
};

/** An invisible slider over the chart: a tap or the arrow keys choose a point. */
function PointSlider({ points, chosen = points.length - 1, onChoose }: PointSliderProps) {
  const { t } = useLingui();
  const last = Math.max(1, points.length - 1);
  const { at = '', units = 0 } = points[chosen] ?? {};
  return (
    <input
      type="range"
      aria-label={t`Tips on the chart`}
      aria-valuetext={`${momentText(at, 'day')}, ${shortUnitsText(units, 1)}`}
      min={0}
      max={points.length - 1}
      value={chosen}
      onChange={({ target }) => onChoose(Number(target.value))}
      // Some browsers do not move a slider to the tapped position, so this handler moves it.
      onClick={({ currentTarget, clientX, detail }) => {
        if (detail === 0) return;
        const { left, width } = currentTarget.getBoundingClientRect();
        const index = Math.round(((clientX - left) / width) * last);
        onChoose(Math.min(points.length - 1, Math.max(0, index)));
      }}
      className="absolute inset-0 size-full cursor-pointer touch-pan-y appearance-none rounded-tag bg-transparent opacity-0 focus-visible:opacity-100 focus-visible:outline-2 focus-visible:outline-ink [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
    />
  );
}

/** The maximum number of month labels, so that they do not overlap. */
const maxMonths = 4;

function MonthLabels({ points }: { points: readonly ChartPoint[] }) {
  const first = points.flatMap(({ at }, index) =>
    monthOf(at) === monthOf(points[index - 1]?.at) ? [] : [{ at, index }],
  );
  const apart = Math.ceil(first.length / maxMonths);
  const shown = first.filter((_, index) => index % apart === 0);
  return (
    <div aria-hidden="true" className="@container relative ms-9.5 me-12.5 mt-1.5 h-[1.35em]">
      {shown.map(({ at, index }, position) => {
        const share = index / Math.max(1, points.length - 1);
        const previous = shown[position - 1];
        const distance = previous ? (index - previous.index) / points.length : 1;
        return (
          distance >= 0.15 && (
            <span
              key={at}
              className={joinClasses(
                'absolute top-0 whitespace-nowrap',
                distance < 0.35 && '@max-[11rem]:hidden',
              )}
              style={share > 0.85 ? { insetInlineEnd: 0 } : { insetInlineStart: `${share * 100}%` }}
            >
              {i18n.date(new Date(at), { month: 'short', timeZone: 'UTC' })}
            </span>
          )
        );
      })}
    </div>
  );
}

function monthOf(at: string | undefined): string | undefined {
  return at?.slice(0, 7);
}
