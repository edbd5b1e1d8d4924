import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { WorkedOut } from '#client/ui/disclosure.tsx';
import {
  countText,
  oddsText,
  percentText,
  rateText,
  shareText,
  tenthsText,
  unitsText,
} from '#client/ui/formats.ts';
import type { TipsterRecord } from '#contract/members.ts';
import type { WindowRecord } from '#contract/records.ts';
import { profitCap, settledForStars, wilson } from '#domain/record.ts';

const none = '–';

/** Six figures of one window, each with what it rests on. */
export function RecordFigures({ record }: { record: WindowRecord }) {
  return (
    <div className="mt-3 grid gap-3">
      <FigureGrid figures={figuresOf(record)} />
      {record.settled === 0 ? (
        <p className="text-sm text-dim">{t`No ticket was settled in this time.`}</p>
      ) : (
        <Besides record={record} />
      )}
    </div>
  );
}

function figuresOf(record: WindowRecord): Figure[] {
  const { priced, flatProfit, flatYield, averageOdds, hitRate, low = 0, high = 0 } = record;
  const sample = plural(priced, { one: 'of # priced ticket', other: 'of # priced tickets' });
  const yieldText = flatYield === undefined ? none : signedPercentText(flatYield);
  return [
    [t`Yield, flat stakes`, yieldText, sample],
    [t`Hit rate`, shareText(hitRate), hitRate !== undefined && rangeText({ low, high })],
    settledFigure(record),
    [t`Units, flat stakes`, priced === 0 ? none : unitsText(flatProfit), sample],
    [t`Average odds`, averageOdds === undefined ? none : oddsText(averageOdds), sample],
    streakFigure(record),
  ];
}

/** What a list of tipsters tells of each: all time, and no more than that. */
export function SummaryFigures({ record }: { record: TipsterRecord }) {
  const { settled, won, lost, flatProfit } = record;
  const range = wilson(won, won + lost);
  return (
    <FigureGrid
      figures={[
        settledFigure(record),
        [t`Hit rate`, rateText(record), range && rangeText(range)],
        [t`Units, flat stakes`, settled === 0 ? none : unitsText(flatProfit), t`all time`],
      ]}
    />
  );
}

/** The range in which the true rate lies. */
function rangeText({ low, high }: { low: number; high: number }): string {
  return t`${percentText(low * 100)} to ${percentText(high * 100)}`;
}

function settledFigure(record: Pick<WindowRecord, 'settled' | 'won' | 'lost'>): Figure {
  const won = countText(record.won);
  const lost = countText(record.lost);
  return [t`Settled tickets`, countText(record.settled), t`${won} won, ${lost} lost`];
}

function streakFigure({ streak, ...record }: WindowRecord): Figure {
  const longestWon = countText(record.longestWon);
  const longestLost = countText(record.longestLost);
  const basis = t`longest: ${longestWon} won, ${longestLost} lost`;
  return [t`Streak`, streak === null ? none : runText(streak), basis];
}

function runText({ result, length }: { result: 'won' | 'lost'; length: number }): string {
  return result === 'won'
    ? plural(length, { one: '# won', other: '# won' })
    : plural(length, { one: '# lost', other: '# lost' });
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

/** How many tips were taken back, in all time, whatever the window. */
export function Withdrawals({ count }: { count: number }) {
  return (
    <p className="mt-1 text-sm text-dim">
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
  const rate = signedPercentText(staked.yield);
  return plural(tips, {
    one: `At the stake they gave: ${profit} units from ${units} staked on # ticket, a yield of ${rate}.`,
    other: `At the stakes they gave: ${profit} units from ${units} staked on # tickets, a yield of ${rate}.`,
  });
}

/** A word, its figure, and what that rests on in a line of its own: a sample or an interval. */
type Figure = readonly [label: string, value: string, basis: ReactNode];

/** Figures on one card, divided by chalk lines: three in a row, fewer where letters are large. */
function FigureGrid({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="chalk grid grid-cols-[repeat(auto-fit,minmax(max(6.75rem,calc((100%-3px)/3)),1fr))] gap-[1.5px] overflow-hidden rounded-md bg-line">
      {figures.map(([label, value, basis]) => (
        <div key={label} className="flex min-h-24 flex-col bg-card px-3 py-2">
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

/** The rules behind the figures, and the stars worked out with this tipster's own. */
export function HowItIsWorkedOut({ record }: { record: WindowRecord }) {
  return (
    <WorkedOut className="mt-1">
      <li>
        <Trans>
          Every posted tip counts once it is settled and confirmed, booked or not. It belongs to the
          day of its last kick-off, in UTC.
        </Trans>
      </li>
      <li>
        <Trans>
          One unit is put on each ticket at its odds at kick-off. A won one brings its odds less
          one, at most {profitCap} units; a lost one costs one. A void one counts nowhere, one
          without odds counts in the hit rate alone.
        </Trans>
      </li>
      <li>
        <Trans>
          A tip can be withdrawn within two minutes and before any kick-off. It is counted as
          withdrawn, and in no other figure.
        </Trans>
      </li>
      <li>
        <Trans>
          Yield is units per priced ticket. The range under the hit rate holds the true rate in 19
          of 20 cases (Wilson).
        </Trans>
      </li>
      <li>
        <Trans>
          Tipsters are ranked by y = units ÷ (settled + 50): a short record proves little. Stars are
          2.5 + 2.5 × 10y ÷ √(1 + (10y)²), over all time, from {settledForStars} settled tickets.
        </Trans>
        <Stars record={record} />
      </li>
    </WorkedOut>
  );
}

function Stars({ record: { stars, flatProfit, settled } }: { record: WindowRecord }) {
  const count = countText(settled);
  if (stars === undefined) {
    return <span className="block">{t`Here: new, ${count} settled so far.`}</span>;
  }
  const units = unitsText(flatProfit);
  const figure = tenthsText(stars);
  return (
    <span className="figure block text-ink">
      {t`Here: y = ${units} ÷ (${count} + 50), which makes ${figure}.`}
    </span>
  );
}
