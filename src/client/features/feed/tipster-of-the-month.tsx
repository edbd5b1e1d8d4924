import { plural, t } from '@lingui/core/macro';
import { useCompetition } from '#client/data/records.ts';
import { useFollowing } from '#client/data/tipsters.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { Card } from '#client/ui/card.tsx';
import { FollowButton } from '#client/ui/follow-button.tsx';
import { countText, monthName, shareText, unitsText } from '#client/ui/formats.ts';
import { Skeleton } from '#client/ui/notice.tsx';
import { AsideLink, Section } from '#client/ui/page.tsx';
import { FramedTable } from '#client/ui/table.tsx';
import { fullName, ProfileLink } from '#client/ui/tipster.tsx';
import type { CompetitionRow } from '#contract/records.ts';

const shown = 3;

/** The best of the running month; a server without tables has nobody to show here. */
export function TipsterOfTheMonth() {
  const table = useCompetition();
  const hasTables = useCapability('records') !== false;
  const { state } = useRefresh({ what: 'competition' });
  if (!table && (!hasTables || state === 'failed')) return undefined;
  const ranked = table?.value.rows.filter(({ rank }) => rank !== undefined) ?? [];
  return (
    <Section
      title={t`Tipster of the month`}
      aside={<AsideLink to="/competitions">{t`The whole table`}</AsideLink>}
    >
      {table ? (
        <Card className="overflow-x-auto">
          {ranked.length === 0 ? (
            <Nobody month={table.value.month} minimum={table.value.minimum} />
          ) : (
            <Best rows={ranked.slice(0, shown)} month={table.value.month} />
          )}
        </Card>
      ) : (
        <Skeleton className="h-56 rounded-md" />
      )}
    </Section>
  );
}

function Nobody({ month, minimum }: { month: string; minimum: number }) {
  const name = monthName(month);
  return (
    <p className="px-4 py-6 text-center text-dim">
      {plural(minimum, {
        one: `Nobody has a rank in ${name} yet: it takes # settled ticket.`,
        other: `Nobody has a rank in ${name} yet: it takes # settled tickets.`,
      })}
    </p>
  );
}

function Best({ rows, month }: { rows: readonly CompetitionRow[]; month: string }) {
  return (
    <FramedTable
      name={monthName(month)}
      look="w-full"
      head="bg-sunk text-xs text-dim"
      className="[&>th]:px-2 md:[&>th]:px-3 [&>th]:py-1.5 [&>th]:font-normal"
      columns={[
        [t`Tipster`, 'text-start'],
        [t`Units, flat stakes`, 'text-end'],
        [<span key="follow" className="sr-only">{t`Follow`}</span>],
      ]}
    >
      {rows.map((row) => (
        <BestRow key={row.tipsterId} row={row} />
      ))}
    </FramedTable>
  );
}

function BestRow({ row }: { row: CompetitionRow }) {
  const { tipsterId, flatProfit } = row;
  const following = useFollowing(tipsterId);
  return (
    <tr className="border-t-[1.5px] border-line [&>*]:px-2 md:[&>*]:px-3 [&>*]:py-1.5">
      <th scope="row" className="text-start font-normal">
        <Name row={row} />
      </th>
      <td className="figure text-end text-lg font-bold">{unitsText(flatProfit)}</td>
      <td className="w-px text-end">
        <FollowButton {...following} small name={fullName(row)} returnUrl="/tips" />
      </td>
    </tr>
  );
}

/** Who it is, with the rate that there is no room for in a column of its own. */
function Name({ row }: { row: CompetitionRow }) {
  const { rank = 0, tipsterId, hitRate } = row;
  const rate = shareText(hitRate);
  return (
    <div className="flex items-start gap-2">
      <span className="figure py-0.5 text-dim">{countText(rank)}</span>
      <div className="min-w-0">
        <ProfileLink
          id={tipsterId}
          name={fullName(row)}
          className="-my-1.5 inline-block py-2 font-narrow font-bold wrap-anywhere hover:underline"
        />
        <p className="figure text-xs text-dim">{t`${rate} won`}</p>
      </div>
    </div>
  );
}
