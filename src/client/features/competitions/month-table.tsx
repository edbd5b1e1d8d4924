import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { CompetitionRow, CompetitionTable } from '#contract/records.ts';
import { profitCap } from '#domain/record.ts';
import { Card } from '#client/ui/card.tsx';
import { WorkedOut } from '#client/ui/disclosure.tsx';
import { countText, monthName, shareText, unitsText } from '#client/ui/formats.ts';
import { ColumnHeads } from '#client/ui/table.tsx';
import { Face } from '#client/ui/face.tsx';
import { fullName, ProfileLink } from '#client/ui/tipster.tsx';
import { Section } from '#client/ui/page.tsx';

/** A month's table: who has a rank, and below it who has not settled enough for one. */
export function MonthTable({ table }: { table: CompetitionTable }) {
  const { month, minimum, rows } = table;
  const ranked = rows.filter(({ rank }) => rank !== undefined);
  const others = rows.filter(({ rank }) => rank === undefined);
  return (
    <>
      {ranked.length > 0 && (
        <Section title={monthName(month)}>
          <Rows rows={ranked} />
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
          <Rows rows={others} />
        </Section>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly CompetitionRow[] }) {
  const ranked = rows.some(({ rank }) => rank !== undefined);
  return (
    <Card className="overflow-x-auto">
      <table className="w-full">
        <thead className="bg-sunk text-xs text-dim">
          <ColumnHeads
            className="[&>th]:px-3 [&>th]:py-2 [&>th]:font-normal"
            columns={[
              ...(ranked ? [[t`Rank`, 'text-start'] as const] : []),
              [t`Tipster`, 'text-start'],
              [t`Settled tickets`, 'text-end max-md:hidden'],
              [t`Hit rate`, 'text-end max-md:hidden'],
              [t`Units, flat stakes`, 'text-end'],
            ]}
          />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // They come in the order of their ranks, so who shares one stands beside the other.
            <Row
              key={row.tipsterId}
              row={row}
              isShared={[rows[index - 1], rows[index + 1]].some((one) => one?.rank === row.rank)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ row, isShared }: { row: CompetitionRow; isShared: boolean }) {
  const { rank, settled, hitRate, flatProfit } = row;
  const rate = shareText(hitRate);
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
  const { settled } = row;
  return (
    <div className="flex items-center gap-3">
      <span className="max-md:hidden">
        <Face name={fullName(row)} picture={row.picture} size={40} />
      </span>
      <div className="min-w-0">
        <ProfileLink
          id={row.tipsterId}
          name={fullName(row)}
          className="-my-1.5 inline-block py-2 font-narrow font-bold wrap-anywhere hover:underline"
        />
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
    <WorkedOut className="mt-2 max-w-prose">
      <li>
        <Trans>
          A ticket belongs to the month of its last kick-off, in UTC, and counts once it is settled
          and confirmed, booked or not.
        </Trans>
      </li>
      <li>
        <Trans>
          One unit is put on each at its odds at kick-off: a won one brings its odds less one, at
          most {profitCap} units; a lost one costs one. Void ones count nowhere, those without odds
          in the hit rate alone.
        </Trans>
      </li>
      <li>
        <Plural
          value={minimum}
          one="A rank needs # settled ticket."
          other="A rank needs # settled tickets."
        />{' '}
        {t`Ranks go by units ÷ (settled + 50), as stars do.`}{' '}
        {t`Same units from the same number of tickets share a rank.`}
      </li>
    </WorkedOut>
  );
}
