import { t } from '@lingui/core/macro';
import type { FullRecord, WindowRecord } from '#contract/records.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { ArrivedInTimeCount } from '#client/ui/arrived-in-time-count.tsx';
import { monthName } from '#client/ui/formats.ts';
import { SummaryFigures } from './record-figures.tsx';

type MonthFiguresProps = { record: FullRecord; month: string };

/** The record of one month, with the same figures as that month's ranking. */
export function MonthFigures({ record, month }: MonthFiguresProps) {
  const settled = record.months.find((one) => one.month === month);
  if (!settled) return <p className="py-2 text-dim">{t`No ticket was settled in this time.`}</p>;
  return (
    <div className="mb-2">
      <SummaryFigures record={settled} period={monthName(month)} />
      <InTimeTipCount tipsterId={record.tipsterId} month={month} />
    </div>
  );
}

/** Says how many tips of the month's best tipster arrived in time; empty for other tipsters. */
function InTimeTipCount({ tipsterId, month }: { tipsterId: string; month: string }) {
  useRefresh({ what: 'competition' });
  const table = useStoredDocument(collections.competition)?.value;
  const best = table?.month === month ? table.best : undefined;
  if (best?.tipsterId !== tipsterId) return undefined;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm font-medium">
      <ArrivedInTimeCount
        tipsterId={tipsterId}
        month={month}
        tips={best.tips}
        before={best.beforeKickOff}
        resetScroll={false}
      />
    </p>
  );
}

/** Computes the chart points and drawdown of one month; the line starts at zero. */
export function createMonthLine(
  { months, windows }: FullRecord,
  month: string,
): Pick<WindowRecord, 'points' | 'drawdown'> {
  const { running = 0, flatProfit = 0 } = months.find((one) => one.month === month) ?? {};
  const before = unitsToHundredths(running) - unitsToHundredths(flatProfit);
  let [height, drawdown] = [0, 0];
  const points = windows.all.points
    .filter(([at]) => at.startsWith(month))
    .map(([at, units]): WindowRecord['points'][number] => {
      const here = unitsToHundredths(units) - before;
      height = Math.max(height, here);
      drawdown = Math.max(drawdown, height - here);
      return [at, here / 100];
    });
  return { points, drawdown: drawdown / 100 };
}

function unitsToHundredths(units: number): number {
  return Math.round(units * 100);
}
