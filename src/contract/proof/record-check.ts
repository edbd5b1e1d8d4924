import {
  windowStart,
  monthOf,
  recordOf,
  type RecordWindow,
  windowRecordOf,
} from '#domain/record.ts';

import type { FullRecord, WindowRecord } from '../records.ts';
import type { RecomputedTip } from './tip-check.ts';

/** A figure of a record that is recomputed; `month-…` figures cover a calendar month. */
export type CheckedFigure =
  | 'settled'
  | 'won'
  | 'units'
  | 'yield'
  | 'hit-rate'
  | 'average-odds'
  | 'streak'
  | 'stars'
  | 'line'
  | 'month-settled'
  | 'month-won'
  | 'month-units';

/** A displayed figure that differs from the recomputed one; `line` and `streak` have no values. */
export type FigureDifference = {
  figure: CheckedFigure;
  shown?: number | undefined;
  computed?: number | undefined;
  month?: string;
};

/** The recomputed record of a window. */
export type ComputedRecord = ReturnType<typeof windowRecordOf>;

type RecomputedRecord = { computed: ComputedRecord; differences: FigureDifference[] };

/** Maximum differences: the API rounds shares to six decimals and averages to two. */
const roundings = { share: 0.000_001, hundredth: 0.006, exact: 0.000_1 };

/** Recomputes a record from verified tips, and lists every figure that differs. */
export function recomputeRecord(
  tips: readonly RecomputedTip[],
  shown: Pick<FullRecord, 'windows' | 'months'>,
  window: RecordWindow,
  now: Date,
): RecomputedRecord {
  const ordered = tips.toSorted(compareByLastKickOff);
  const computed = windowRecordOf(ordered, window, now);
  return {
    computed,
    differences: [
      ...findWindowDifferences(shown.windows[window], computed),
      ...findMonthDifferences(shown.months, ordered, windowStart(window, now)),
    ],
  };
}

type FigureValue = number | undefined;

function findWindowDifferences(shown: WindowRecord, computed: ComputedRecord): FigureDifference[] {
  const figures: readonly (readonly [CheckedFigure, FigureValue, FigureValue, number?])[] = [
    ['settled', shown.settled, computed.settled],
    ['won', shown.won, computed.won],
    ['units', shown.flatProfit, computed.flatProfit],
    ['yield', shown.flatYield, computed.flatYield, roundings.share],
    ['hit-rate', shown.hitRate, computed.hitRate, roundings.share],
    ['average-odds', shown.averageOdds, computed.averageOdds, roundings.hundredth],
    ['stars', shown.stars, computed.stars, roundings.hundredth],
  ];
  const numbers = figures.flatMap(([figure, shown, computed, rounding]) =>
    isNear(shown, computed, rounding) ? [] : [{ figure, shown, computed }],
  );
  const streak = ({
    streak,
    longestWon: winningRun,
    longestLost: losingRun,
  }: WindowRecord | ComputedRecord) =>
    `${streak?.result} ${streak?.length} ${winningRun} ${losingRun}`;
  const line = computed.points.map(({ at, units }) => `${at.toISOString()} ${units}`);
  return [
    ...numbers,
    ...(streak(shown) === streak(computed) ? [] : [{ figure: 'streak' as const }]),
    ...(shown.points.map(([at, units]) => `${at} ${units}`).join() === line.join()
      ? []
      : [{ figure: 'line' as const }]),
  ];
}

/** Compares months that start within the window, because the window contains all their tips. */
function findMonthDifferences(
  shown: FullRecord['months'],
  tips: readonly RecomputedTip[],
  beginning: number,
): FigureDifference[] {
  const tipsByMonth = Map.groupBy(tips, ({ lastKickOff }) => monthOf(lastKickOff));
  const shownByMonth = new Map(shown.map((slice) => [slice.month, slice]));
  const months = new Set([...shownByMonth.keys(), ...tipsByMonth.keys()]);
  return [...months]
    .filter((month) => Date.parse(`${month}-01T00:00:00Z`) >= beginning)
    .toSorted()
    .flatMap((month) => {
      const slice = shownByMonth.get(month);
      const computed = recordOf(tipsByMonth.get(month) ?? []);
      const figures = [
        ['month-settled', slice?.settled ?? 0, computed.settled],
        ['month-won', slice?.won ?? 0, computed.won],
        ['month-units', slice?.flatProfit ?? 0, computed.flatProfit],
      ] as const;
      return figures.flatMap(([figure, shown, computed]) =>
        isNear(shown, computed) ? [] : [{ figure, shown, computed, month }],
      );
    });
}

function isNear(one: FigureValue, other: FigureValue, rounding = roundings.exact): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Math.abs(one - other) <= rounding;
}

function compareByLastKickOff(one: RecomputedTip, other: RecomputedTip): number {
  return (
    one.lastKickOff.getTime() - other.lastKickOff.getTime() ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  );
}
