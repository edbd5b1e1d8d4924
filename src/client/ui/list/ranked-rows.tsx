import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CompetitionRow, CompetitionTable } from '#contract/records.ts';
import { joinClasses, signColourClass } from '../classes.ts';
import { Avatar } from '../member/avatar.tsx';
import { countText, monthName, shareText, unitsText } from '../formats.ts';
import { Section } from '../page.tsx';
import { Tag } from '../tag.tsx';
import { Ltr } from '../text.tsx';
import { fullName, ProfileLink } from '../member/tipster.tsx';

type RankedRowsProps = {
  title: string;
  /** The month of the figures, which links to profiles include. */
  month?: string;
  /** The previous month's table, if there is one. */
  before?: CompetitionTable | undefined;
  /** The condition for a rank, shown above the tipsters without a rank. */
  needs: ReactNode;
  rows: readonly CompetitionRow[];
  /** The logged-in member, whose row is highlighted. */
  memberId: string | undefined;
};

/** A ranking: first tipsters with a rank, then tipsters with too few settled tips. */
export function RankedRows(props: RankedRowsProps) {
  const { title, month, before, needs, rows, memberId } = props;
  const ranked = rows.filter(({ rank }) => rank !== undefined);
  const others = rows.filter(({ rank }) => rank === undefined);
  return (
    <div className="-mt-6 gap-x-6 lg:grid lg:grid-cols-2">
      {ranked.length > 0 && (
        <Section title={title} aside={<UnitsColumnHeading />}>
          <Rows rows={ranked} month={month} before={before} memberId={memberId} />
        </Section>
      )}
      {others.length > 0 && (
        <Section
          title={t`Without a rank yet`}
          aside={ranked.length === 0 && <UnitsColumnHeading />}
        >
          <p className="-mt-2 mb-3 text-sm text-dim">{needs}</p>
          <Rows rows={others} month={month} memberId={memberId} />
        </Section>
      )}
    </div>
  );
}

/** The heading of the units column; for screen readers each row has its own text. */
function UnitsColumnHeading() {
  return (
    <span aria-hidden="true" className="text-end text-sm text-dim">
      {t`Units, flat stakes`}
    </span>
  );
}

type RowsProps = {
  rows: readonly CompetitionRow[];
  month: string | undefined;
  before?: CompetitionTable | undefined;
  memberId: string | undefined;
};

function Rows({ rows, month, before, memberId }: RowsProps) {
  return (
    <ol className="card-border @container -mx-2 divide-y divide-line overflow-clip rounded-md bg-card">
      {rows.map((row, index) => (
        // Rows are ordered by rank, so equal ranks are neighbours.
        <Row
          key={row.tipsterId}
          row={row}
          month={month}
          before={before}
          isShared={
            row.rank !== undefined &&
            [rows[index - 1], rows[index + 1]].some((one) => one?.rank === row.rank)
          }
          isOwn={row.tipsterId === memberId}
        />
      ))}
    </ol>
  );
}

type RowProps = Omit<RowsProps, 'rows' | 'memberId'> & {
  row: CompetitionRow;
  isShared: boolean;
  isOwn: boolean;
};

function Row({ row, month, before, isShared, isOwn }: RowProps) {
  const { rank, settled, flatProfit } = row;
  const rate = shareText(row.hitRate);
  return (
    <li
      className={joinClasses(
        'grid min-h-14 grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-2.5 py-1.5 ps-2.5 pe-3.5',
        '@max-[17.5rem]:grid-cols-[auto_minmax(0,1fr)]',
        isOwn && 'bg-sunk',
      )}
    >
      <span className={joinClasses(rank !== undefined && 'min-w-6.5 text-center')}>
        {rank !== undefined && <Rank rank={rank} isShared={isShared} />}
        {rank !== undefined && before && (
          <RankChange rank={rank} tipsterId={row.tipsterId} before={before} />
        )}
      </span>
      <span className="@max-[17.5rem]:hidden">
        <Avatar name={fullName(row)} picture={row.picture} />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <ProfileLink
            id={row.tipsterId}
            month={month}
            name={fullName(row)}
            className="-my-2.5 inline-block py-2.5 font-narrow text-md leading-tight font-bold hover:underline"
          />
          {isOwn && <Tag tone="quiet">{t`You`}</Tag>}
        </p>
        <p className="text-sm text-dim">
          {settled === 0 ? (
            t`Nothing settled yet`
          ) : (
            <>
              <Plural value={settled} one="# settled" other="# settled" />
              {' · '}
              {t`${rate} won`}
            </>
          )}
        </p>
      </div>
      {settled > 0 && <Units units={flatProfit} />}
    </li>
  );
}

function Units({ units }: { units: number }) {
  return (
    <>
      <span className="sr-only">{t`Units, flat stakes`}</span>
      <Ltr
        className={joinClasses(
          'figure text-lg font-bold @max-[17.5rem]:col-start-2',
          signColourClass(units),
        )}
      >
        {unitsText(units)}
      </Ltr>
    </>
  );
}

/** A rank drawn as a shirt number, with a text for screen readers; shared ranks are marked. */
function Rank({ rank, isShared }: { rank: number; isShared: boolean }) {
  const number = countText(rank);
  return (
    <span className="figure text-md font-bold whitespace-nowrap">
      <span aria-hidden="true">
        {number}
        {isShared && '='}
      </span>
      <span className="sr-only">{isShared ? t`Rank ${number}, shared` : t`Rank ${number}`}</span>
    </span>
  );
}

type RankChangeProps = { rank: number; tipsterId: string; before: CompetitionTable };

/** The change of rank since the previous month; empty if the tipster had no rank. */
function RankChange({ rank, tipsterId, before: { month, rows } }: RankChangeProps) {
  const earlier = rows.find((row) => row.tipsterId === tipsterId)?.rank;
  if (earlier === undefined) return undefined;
  const count = countText(Math.abs(earlier - rank));
  const since = monthName(month);
  const [sign, words, ink] =
    earlier === rank
      ? ['–', t`the same as in ${since}`, 'text-dim']
      : earlier > rank
        ? [`▲${count}`, t`up ${count} since ${since}`, 'text-won']
        : [`▼${count}`, t`down ${count} since ${since}`, 'text-lost'];
  return (
    <span title={words} className={`block text-[0.6875rem] leading-tight ${ink}`}>
      <span dir="ltr" aria-hidden="true">
        {sign}
      </span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}

/** Explains which tickets a ranking counts. */
export function UnitRule() {
  return (
    <li>
      <Trans>
        One unit is put on each at its odds at kick-off: a won one brings its odds less one; a lost
        one costs one. Void ones count nowhere, those without odds in the hit rate alone.
      </Trans>
    </li>
  );
}

/** Explains which tickets the ranking of one league counts. */
export function SinglesRule() {
  return <li>{t`Each game as a single, one unit at its odds at kick-off.`}</li>;
}

/** Explains how ranks are assigned. */
export function RankRule({ minimum }: { minimum: number }) {
  return (
    <li>
      <Plural
        value={minimum}
        one="A rank needs # settled ticket."
        other="A rank needs # settled tickets."
      />{' '}
      {t`Ranks go by units ÷ (settled + 50).`}{' '}
      {t`Same units from the same number of tickets share a rank.`}
    </li>
  );
}
