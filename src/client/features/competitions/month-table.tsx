import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { CompetitionRow, CompetitionTable } from '#contract/records.ts';
import { profitCap } from '#domain/record.ts';
import { Card } from '../../ui/card.tsx';
import { countText, percentText, monthName, unitsText } from '../../ui/formats.ts';
import { fullName, Picture } from '../../ui/tipster.tsx';
import { Section } from '../../ui/page.tsx';

/** A month's table: who has a rank, and below it who has not settled enough for one. */
export function MonthTable({ table }: { table: CompetitionTable }) {
  const { month, minimum, rows } = table;
  const ranked = rows.filter(({ rank }) => rank !== undefined);
  const others = rows.filter(({ rank }) => rank === undefined);
  return (
    <>
      {ranked.length > 0 && (
        <Section title={monthName(month)}>
          <Rows rows={ranked} shared={sharedRanks(ranked)} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title={t`Without a rank yet`}>
          <p className="-mt-2 mb-3 text-sm text-dim">
            <Plural
              value={minimum}
              one="A rank needs # settled ticket in the month."
              other="A rank needs # settled tickets in the month."
            />
          </p>
          <Rows rows={others} shared={new Set()} />
        </Section>
      )}
    </>
  );
}

/** Ranks that more than one tipster has. */
function sharedRanks(rows: readonly CompetitionRow[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const { rank } of rows) {
    if (rank === undefined) continue;
    if (seen.has(rank)) shared.add(rank);
    seen.add(rank);
  }
  return shared;
}

type RowsProps = { rows: readonly CompetitionRow[]; shared: ReadonlySet<number> };

function Rows({ rows, shared }: RowsProps) {
  const ranked = rows.some(({ rank }) => rank !== undefined);
  return (
    <Card className="overflow-x-auto">
      <table className="w-full">
        <thead className="bg-sunk text-xs text-dim">
          <tr className="[&>th]:px-3 [&>th]:py-2 [&>th]:font-normal">
            {ranked && (
              <th scope="col" className="text-start">
                {t`Rank`}
              </th>
            )}
            <th scope="col" className="text-start">
              {t`Tipster`}
            </th>
            <th scope="col" className="text-end max-md:hidden">
              {t`Settled tickets`}
            </th>
            <th scope="col" className="text-end max-md:hidden">
              {t`Hit rate`}
            </th>
            <th scope="col" className="text-end">
              {t`Units, flat stakes`}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.tipsterId} row={row} isShared={shared.has(row.rank ?? 0)} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ row, isShared }: { row: CompetitionRow; isShared: boolean }) {
  const { rank, settled, hitRate, flatProfit } = row;
  const rate = hitRate === undefined ? '–' : percentText(hitRate * 100);
  return (
    <tr className="border-t-[1.5px] border-line [&>*]:px-3 [&>*]:py-2">
      {rank !== undefined && (
        <td className="w-14">
          <Rank rank={rank} isShared={isShared} />
        </td>
      )}
      <th scope="row" className="text-start font-normal">
        <Name row={row} rate={rate} />
      </th>
      <td className="figure text-end max-md:hidden">{countText(settled)}</td>
      <td className="figure text-end max-md:hidden">{rate}</td>
      <td className="figure text-end text-lg font-bold">{unitsText(flatProfit)}</td>
    </tr>
  );
}

/** Who it is, and on a phone what the columns there is no room for would say. */
function Name({ row, rate }: { row: CompetitionRow; rate: string }) {
  const { tipsterId, firstName, lastName, picture, settled } = row;
  return (
    <div className="flex items-center gap-3">
      <span className="max-md:hidden">
        <Picture name={{ firstName, lastName }} picture={picture} />
      </span>
      <div className="min-w-0">
        <Link
          to="/tipster/profile/$id"
          params={{ id: tipsterId }}
          className="-my-1.5 inline-block py-2 font-narrow font-bold wrap-anywhere hover:underline"
        >
          <bdi>{fullName(row)}</bdi>
        </Link>
        <p className="figure text-xs text-dim md:hidden">
          <Plural value={settled} one="# settled" other="# settled" />
          {' · '}
          {t`${rate} won`}
        </p>
      </div>
    </div>
  );
}

/** A rank as a shirt's number; a shared one has a sign and words. */
function Rank({ rank, isShared }: { rank: number; isShared: boolean }) {
  const number = countText(rank);
  return (
    <span className="figure text-lg font-bold whitespace-nowrap">
      <span aria-hidden={isShared || undefined}>
        {number}
        {isShared && '='}
      </span>
      {isShared && <span className="sr-only">{t`${number}, shared`}</span>}
    </span>
  );
}

/** The rules of the tables. */
export function HowTablesAreMade({ minimum }: { minimum: number }) {
  return (
    <details className="mt-2 max-w-prose">
      <summary className="inline-flex min-h-11 items-center text-sm font-bold underline underline-offset-4">
        {t`How it is worked out`}
      </summary>
      <ul className="grid gap-2 text-sm text-dim [&>li]:ms-4 [&>li]:list-disc">
        <li>
          <Trans>
            A ticket belongs to the month of its last kick-off, in UTC, and counts once it is
            settled and confirmed, booked or not.
          </Trans>
        </li>
        <li>
          <Trans>
            One unit is put on each at its odds at kick-off: a won one brings its odds less one, at
            most {profitCap} units; a lost one costs one. Void ones count nowhere, those without
            odds in the hit rate alone.
          </Trans>
        </li>
        <li>
          <Plural
            value={minimum}
            one="A rank needs # settled ticket."
            other="A rank needs # settled tickets."
          />{' '}
          {t`Who has as many units from as many tickets shares a rank.`}
        </li>
      </ul>
    </details>
  );
}
