import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { countText, oddsText, percentText, rateText, unitsText } from '#client/ui/formats.ts';
import type { TipsterRecord } from '#contract/members.ts';
import type { WindowRecord } from '#contract/records.ts';
import { wilson } from '#domain/record.ts';

const none = '–';

/** Six figures of one window, each with what it rests on. */
export function RecordFigures({ record }: { record: WindowRecord }) {
  const {
    settled,
    priced,
    flatProfit,
    flatYield,
    averageOdds,
    hitRate,
    low = 0,
    high = 0,
  } = record;
  const sample = <Plural value={priced} one="of # priced ticket" other="of # priced tickets" />;
  const range = { low: percentText(low * 100), high: percentText(high * 100) };
  return (
    <div className="mt-3 grid gap-3">
      <FigureGrid
        figures={[
          {
            label: t`Yield, flat stakes`,
            value: flatYield === undefined ? none : signedPercentText(flatYield),
            basis: sample,
          },
          {
            label: t`Hit rate`,
            value: hitRate === undefined ? none : percentText(hitRate * 100),
            basis: hitRate !== undefined && t`${range.low} to ${range.high}`,
          },
          settledFigure(record),
          {
            label: t`Units, flat stakes`,
            value: priced === 0 ? none : unitsText(flatProfit),
            basis: sample,
          },
          {
            label: t`Average odds`,
            value: averageOdds === undefined ? none : oddsText(averageOdds),
            basis: sample,
          },
          streakFigure(record),
        ]}
      />
      {settled === 0 ? (
        <p className="text-sm text-dim">{t`No ticket was settled in this time.`}</p>
      ) : (
        <Besides record={record} />
      )}
    </div>
  );
}

/** What a list of tipsters tells of each: all time, and no more than that. */
export function SummaryFigures({ record }: { record: TipsterRecord }) {
  const { settled, won, lost, flatProfit } = record;
  const interval = wilson(won, won + lost);
  const range = interval && {
    low: percentText(interval.low * 100),
    high: percentText(interval.high * 100),
  };
  return (
    <FigureGrid
      figures={[
        settledFigure({ settled, won, lost }),
        {
          label: t`Hit rate`,
          value: rateText(record),
          basis: range && t`${range.low} to ${range.high}`,
        },
        {
          label: t`Units, flat stakes`,
          value: settled === 0 ? none : unitsText(flatProfit),
          basis: t`all time`,
        },
      ]}
    />
  );
}

function settledFigure(record: Pick<WindowRecord, 'settled' | 'won' | 'lost'>) {
  const won = countText(record.won);
  const lost = countText(record.lost);
  return {
    label: t`Settled tickets`,
    value: countText(record.settled),
    basis: t`${won} won, ${lost} lost`,
  };
}

function streakFigure({ streak, ...record }: WindowRecord): FigureOf {
  const longestWon = countText(record.longestWon);
  const longestLost = countText(record.longestLost);
  return {
    label: t`Streak`,
    value: streak === null ? none : <Run {...streak} />,
    basis: t`longest: ${longestWon} won, ${longestLost} lost`,
  };
}

function Run({ result, length }: { result: 'won' | 'lost'; length: number }): ReactNode {
  return result === 'won' ? (
    <Plural value={length} one="# won" other="# won" />
  ) : (
    <Plural value={length} one="# lost" other="# lost" />
  );
}

/** What the six figures leave out: single games, and stakes where they were given. */
function Besides({ record: { legs, staked } }: { record: WindowRecord }) {
  return (
    <div className="grid gap-1 text-sm text-dim">
      <p>
        <Trans>
          Games on these tickets: {countText(legs.won)} won, {countText(legs.lost)} lost.
        </Trans>
      </p>
      {staked && <p>{stakedText(staked)}</p>}
    </div>
  );
}

function stakedText({ tips, ...staked }: NonNullable<WindowRecord['staked']>): string {
  const profit = unitsText(staked.profit);
  const units = countText(staked.units);
  const rate = signedPercentText(staked.yield);
  return plural(tips, {
    one: `At the stake they gave: ${profit} units from ${units} staked on # ticket, a yield of ${rate}.`,
    other: `At the stakes they gave: ${profit} units from ${units} staked on # tickets, a yield of ${rate}.`,
  });
}

/** A figure with its word, and what it rests on in a line of its own: a sample or an interval. */
export type FigureOf = { label: ReactNode; value: ReactNode; basis?: ReactNode };

/** Figures on one card, divided by chalk lines: three in a row, fewer where letters are large. */
function FigureGrid({ figures }: { figures: readonly FigureOf[] }) {
  return (
    <dl className="chalk grid grid-cols-[repeat(auto-fit,minmax(max(6.75rem,calc((100%-3px)/3)),1fr))] gap-[1.5px] overflow-hidden rounded-md bg-line">
      {figures.map(({ label, value, basis }, index) => (
        <div key={index} className="flex min-h-24 flex-col bg-card px-3 py-2">
          <dt className="order-2 text-xs">{label}</dt>
          <dd className="figure order-1 text-lg font-bold md:text-xl">{value}</dd>
          <dd className="figure order-3 text-xs text-dim">{basis}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A share that says which way it went, such as +11.3 %. */
function signedPercentText(share: number): string {
  return i18n.number(share, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
