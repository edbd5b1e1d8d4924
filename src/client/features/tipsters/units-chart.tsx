import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { countText, monthName, shortMonthName, unitsText } from '#client/ui/formats.ts';
import { FramedTable } from '#client/ui/table.tsx';

/** What one month brought, and what all months up to it have brought together. */
export type UnitsMonth = {
  month: string;
  settled: number;
  flatProfit: number;
  running: number;
};

/**
 * Units by month: a bar for each, and a line for all of them together. The lines are drawn in shares
 * of the room there is, and letters stand outside, so that the drawing can be mirrored whole.
 */
export function UnitsChart({ months }: { months: readonly UnitsMonth[] }) {
  const first = months[0];
  const last = months.at(-1);
  if (!first || !last) return undefined;
  const scale = scaleOf(months);
  const names = { from: monthName(first.month), to: monthName(last.month) };
  const sum = unitsText(last.running);
  return (
    <figure className="p-4">
      <div className="flex gap-2">
        <Steps scale={scale} />
        <svg
          role="img"
          aria-label={t`Units by month from ${names.from} to ${names.to}: ${sum} in all`}
          className="h-40 min-w-0 flex-1 overflow-visible rtl:-scale-x-100"
        >
          <line x1="0" x2="100%" y1={scale.y(0)} y2={scale.y(0)} className="stroke-dim" />
          <Bars months={months} scale={scale} />
          <Line months={months} scale={scale} />
        </svg>
      </div>
      <div aria-hidden="true" className="figure mt-1 flex justify-between text-xs text-dim">
        <span className="ps-12">{shortMonthName(first.month)}</span>
        {months.length > 1 && <span>{shortMonthName(last.month)}</span>}
      </div>
      <figcaption className="mt-2 text-xs text-dim">
        {t`A bar is one month, the curve is all months together.`}
      </figcaption>
      <MonthTable months={months} />
    </figure>
  );
}

type Scale = {
  highest: number;
  lowest: number;
  /** The middle of a month's share of the width. */
  x: (month: number) => string;
  y: (units: number) => string;
};

function scaleOf(months: readonly UnitsMonth[]): Scale {
  const all = months.flatMap(({ flatProfit, running }) => [flatProfit, running]);
  const highest = Math.max(0, ...all);
  const lowest = Math.min(0, ...all);
  const room = highest - lowest || 1;
  // A little above and below, so that lines and dots at the edge are whole.
  const y = (units: number) => `${4 + (92 * (highest - units)) / room}%`;
  const x = (month: number) => `${((month + 0.5) * 100) / months.length}%`;
  return { highest, lowest, x, y };
}

/** The figures beside the drawing: the highest, nothing, the lowest. */
function Steps({ scale }: { scale: Scale }) {
  const { highest, lowest, y } = scale;
  // What lies close to nothing would be written over it.
  const close = (highest - lowest) * 0.12;
  const steps = [highest, 0, lowest].filter(
    (units, index) => index === 1 || Math.abs(units) > close,
  );
  return (
    <div aria-hidden="true" className="figure relative h-40 w-10 shrink-0 text-xs text-dim">
      {steps.map((units) => (
        <span
          key={units}
          className="absolute end-0 -translate-y-1/2 whitespace-nowrap"
          style={{ insetBlockStart: y(units) }}
        >
          {units === 0 ? countText(0) : unitsText(units)}
        </span>
      ))}
    </div>
  );
}

type DrawnProps = { months: readonly UnitsMonth[]; scale: Scale };

function Bars({ months, scale }: DrawnProps) {
  const wide = Math.min(8, 60 / months.length);
  return months.map(({ month, flatProfit }, index) => (
    <line
      key={month}
      x1={scale.x(index)}
      x2={scale.x(index)}
      y1={scale.y(0)}
      y2={scale.y(flatProfit)}
      strokeWidth={`${wide}%`}
      className={flatProfit < 0 ? 'stroke-lost opacity-35' : 'stroke-won opacity-35'}
    />
  ));
}

function Line({ months, scale }: DrawnProps) {
  const last = months.at(-1);
  return (
    <>
      {months.slice(1).map(({ month, running }, index) => (
        <line
          key={month}
          x1={scale.x(index)}
          x2={scale.x(index + 1)}
          y1={scale.y(months[index]?.running ?? 0)}
          y2={scale.y(running)}
          strokeWidth="2.5"
          strokeLinecap="round"
          className="stroke-ink"
        />
      ))}
      {last && (
        <circle
          cx={scale.x(months.length - 1)}
          cy={scale.y(last.running)}
          r="5"
          strokeWidth="2.5"
          className="fill-card stroke-ink"
        />
      )}
    </>
  );
}

function MonthTable({ months }: { months: readonly UnitsMonth[] }) {
  return (
    <Disclosure words={t`As a table`} className="mt-1">
      <FramedTable
        name={t`Units by month`}
        look="w-full text-sm"
        className="text-xs text-dim [&>th]:py-2 [&>th]:font-normal"
        columns={[
          [t`Month`, 'text-start'],
          [t`Units`, 'text-end'],
          [t`In all`, 'text-end'],
        ]}
      >
        {months.toReversed().map(({ month, settled, flatProfit, running }) => (
          <tr key={month} className="border-t-[1.5px] border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {monthName(month)}
              <span className="block text-xs text-dim">
                <Plural value={settled} one="# settled ticket" other="# settled tickets" />
              </span>
            </th>
            <td className="figure py-2 text-end font-bold">{unitsText(flatProfit)}</td>
            <td className="figure py-2 text-end">{unitsText(running)}</td>
          </tr>
        ))}
      </FramedTable>
    </Disclosure>
  );
}
