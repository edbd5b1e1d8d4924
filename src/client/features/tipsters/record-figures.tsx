import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import {
  countText,
  oddsText,
  percentText,
  hitRateText,
  shareText,
  unitsText,
  yieldText,
} from '#client/ui/formats.ts';
import { Ltr } from '#client/ui/text.tsx';
import { RecentOutcomes, type SettledOutcome } from '#client/ui/tip/outcome.tsx';
import type { TipsterRecord } from '#contract/members.ts';
import type { WindowRecord } from '#contract/records.ts';
import { wilsonInterval } from '#domain/record.ts';

type RecordFiguresProps = {
  record: WindowRecord;
  /** The outcomes of the last settled tips of all time, oldest first. */
  form: readonly SettledOutcome[];
};

/** The figures of one period with the yield as main figure, and further counts. */
export function RecordFigures({ record, form }: RecordFiguresProps) {
  if (record.settled === 0) {
    return <p className="py-2 text-dim">{t`No ticket was settled in this time.`}</p>;
  }
  return (
    <>
      <FigureGrid figures={listRecordFigures(record, form)} />
      <FurtherCounts record={record} />
    </>
  );
}

function listRecordFigures(record: WindowRecord, form: readonly SettledOutcome[]): Figure[] {
  const { priced, flatProfit, flatYield, averageOdds, hitRate, low = 0, high = 0 } = record;
  const sample = plural(priced, { one: 'of # priced ticket', other: 'of # priced tickets' });
  const last: Figure = { label: t`Last five`, value: <RecentOutcomes form={form} /> };
  const all: (Figure | false)[] = [
    flatYield !== undefined && {
      label: t`Yield, flat stakes`,
      value: <Ltr>{yieldText(flatYield)}</Ltr>,
      basis: sample,
      sign: flatYield,
      large: true,
    },
    priced > 0 && {
      label: t`Units, flat stakes`,
      value: <Ltr>{unitsText(flatProfit)}</Ltr>,
      sign: flatProfit,
    },
    hitRate !== undefined && {
      label: t`Hit rate`,
      value: shareText(hitRate),
      basis: rangeText({ low, high }),
    },
    averageOdds !== undefined && { label: t`Average odds`, value: oddsText(averageOdds) },
    form.length > 0 ? last : streakFigure(record),
    record.followers !== undefined && {
      label: t`Followers’ yield, at the odds when they booked`,
      value: <Ltr>{yieldText(record.followers.flatYield)}</Ltr>,
      basis: plural(record.followers.priced, {
        one: 'of # ticket they copied and booked',
        other: 'of # tickets they copied and booked',
      }),
      sign: record.followers.flatYield,
      wide: true,
    },
  ];
  return all.filter((figure) => figure !== false);
}

type SummaryFiguresProps = {
  record: Pick<TipsterRecord, 'settled' | 'won' | 'lost' | 'flatProfit'>;
  /** The period of the figures. */
  period: string;
};

/** The few figures that the list of tipsters and a month's ranking contain. */
export function SummaryFigures({ record, period }: SummaryFiguresProps) {
  const { settled, won, lost, flatProfit } = record;
  const range = wilsonInterval(won, won + lost);
  if (settled === 0) return undefined;
  return (
    <FigureGrid
      figures={[
        { label: t`Settled tickets`, value: countText(settled), basis: wonAndLostText(record) },
        { label: t`Hit rate`, value: hitRateText(record), basis: range && rangeText(range) },
        {
          label: t`Units, flat stakes`,
          value: <Ltr>{unitsText(flatProfit)}</Ltr>,
          basis: period,
          sign: flatProfit,
        },
      ]}
    />
  );
}

/** The confidence interval of a rate, as text. */
function rangeText({ low, high }: { low: number; high: number }): string {
  return t`${percentText(low * 100)} to ${percentText(high * 100)}`;
}

function wonAndLostText(record: { won: number; lost: number }): string {
  const won = countText(record.won);
  const lost = countText(record.lost);
  return t`${won} won, ${lost} lost`;
}

function streakFigure({ streak, ...record }: WindowRecord): Figure | false {
  if (streak === null) return false;
  const winningRun = countText(record.longestWon);
  const losingRun = countText(record.longestLost);
  return {
    label: t`Streak`,
    value: streakText(streak),
    basis: t`longest: ${winningRun} won, ${losingRun} lost`,
  };
}

function streakText({ result, length }: { result: 'won' | 'lost'; length: number }): string {
  return result === 'won'
    ? plural(length, { one: '# won', other: '# won' })
    : plural(length, { one: '# lost', other: '# lost' });
}

/** Numbers that the figures do not show: tips, singles, and tips with a stake. */
function FurtherCounts({ record }: { record: WindowRecord }) {
  const { settled, legs, staked } = record;
  return (
    <div className="mt-2 grid gap-0.5 text-sm text-dim">
      <p>
        {plural(settled, { one: '# settled ticket', other: '# settled tickets' })}
        {': '}
        {wonAndLostText(record)}
      </p>
      <p>{t`Games on these tickets: ${countText(legs.won)} won, ${countText(legs.lost)} lost.`}</p>
      {staked && <p>{stakedText(staked)}</p>}
    </div>
  );
}

/** The number of withdrawn tips of all time, shown beside every period. */
export function WithdrawalCount({ count }: { count: number }) {
  return (
    <p className="mt-0.5 text-sm text-dim">
      {plural(count, {
        0: 'No tip was ever withdrawn.',
        one: '# tip was withdrawn, in all time.',
        other: '# tips were withdrawn, in all time.',
      })}
    </p>
  );
}

function stakedText({ tips, ...staked }: NonNullable<WindowRecord['staked']>): string {
  const profit = unitsText(staked.profit);
  const units = countText(staked.units);
  const rate = yieldText(staked.yield);
  return plural(tips, {
    one: `At the stake they gave: ${profit} units from ${units} staked on # ticket, a yield of ${rate}.`,
    other: `At the stakes they gave: ${profit} units from ${units} staked on # tickets, a yield of ${rate}.`,
  });
}

/** A label, its figure, and a line about its basis: a sample size or an interval. */
type Figure = {
  label: string;
  value: ReactNode;
  basis?: ReactNode;
  /** Positive is green, negative is red; undefined has the text colour. */
  sign?: number;
  /** True for the main figure. */
  large?: boolean;
  /** True if the figure has its own row below the others. */
  wide?: boolean;
};

/** Figures on a card with lines between them: the main figure beside the others. */
function FigureGrid({ figures }: { figures: readonly Figure[] }) {
  return (
    <div className="card-border @container -mx-2 overflow-hidden rounded-md bg-line">
      <dl className="grid grid-cols-[minmax(min-content,1fr)_0.9fr_1.1fr] gap-px @max-[17.5rem]:grid-cols-1">
        {figures.map(({ label, value, basis, sign = 0, large = false, wide = false }) => (
          <div
            key={label}
            className={joinClasses(
              'flex min-w-0 flex-col justify-center bg-card px-2 py-2.5',
              large && 'row-span-2',
              wide && 'col-span-full',
            )}
          >
            <dt className="order-2 text-xs text-dim">{label}</dt>
            <dd
              className={joinClasses(
                'figure order-1 font-bold',
                large ? 'text-2xl whitespace-nowrap' : 'text-lg',
                signColourClass(sign),
              )}
            >
              {value}
            </dd>
            {basis !== undefined && <dd className="figure order-3 text-xs text-dim">{basis}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
