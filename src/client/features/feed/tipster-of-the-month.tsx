import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useFollowControls } from '#client/data/tipsters.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { Card } from '#client/ui/card.tsx';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { FollowTextButton } from '#client/ui/member/follow-button.tsx';
import { countText, monthName, shareText, unitsText } from '#client/ui/formats.ts';
import { Skeleton } from '#client/ui/notice.tsx';
import { AsideLink, Section } from '#client/ui/page.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { fullName, ProfileLink } from '#client/ui/member/tipster.tsx';
import type { CompetitionRow } from '#contract/records.ts';

const maxShownTipsters = 3;

/** The best tipsters of the current month; empty for a backend without rankings. */
export function TipsterOfTheMonth() {
  const table = useStoredDocument(collections.competition);
  const hasTables = useBackendHasRecords();
  const { state } = useRefresh({ what: 'competition' });
  if (!table && (!hasTables || state === 'failed')) return undefined;
  const ranked = table?.value.rows.filter(({ rank }) => rank !== undefined) ?? [];
  return (
    <Section
      title={t`Tipster of the month`}
      aside={<AsideLink to="/competitions">{t`The whole table`}</AsideLink>}
    >
      {table ? (
        <Card>
          {ranked.length === 0 ? (
            <NoRankedTipsters month={table.value.month} minimum={table.value.minimum} />
          ) : (
            <BestTipsters rows={ranked.slice(0, maxShownTipsters)} month={table.value.month} />
          )}
        </Card>
      ) : (
        <Skeleton className="h-42 rounded-md" />
      )}
    </Section>
  );
}

function NoRankedTipsters({ month, minimum }: { month: string; minimum: number }) {
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

function BestTipsters({ rows, month }: { rows: readonly CompetitionRow[]; month: string }) {
  return (
    <ol className="divide-y divide-line">
      {rows.map((row) => (
        <BestRow key={row.tipsterId} row={row} month={month} />
      ))}
    </ol>
  );
}

function BestRow({ row, month }: { row: CompetitionRow; month: string }) {
  const { rank = 0, tipsterId, hitRate, flatProfit } = row;
  const following = useFollowControls(tipsterId);
  const name = fullName(row);
  const rate = shareText(hitRate);
  const units = unitsText(flatProfit);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-2.5 ps-3 pe-3">
      <span className="figure w-4 text-center font-bold text-dim">{countText(rank)}</span>
      <Avatar name={name} picture={row.picture} size={34} />
      <div className="min-w-0 flex-[1_1_6rem] py-1.5">
        <ProfileLink
          id={tipsterId}
          month={month}
          name={name}
          className="-my-2.5 inline-block py-2.5 font-narrow text-md font-bold hover:underline"
        />
        <p className="text-sm text-dim">
          <Trans>
            <Ltr className={joinClasses('figure font-bold', signColourClass(flatProfit))}>
              {units}
            </Ltr>{' '}
            units
          </Trans>
          {' · '}
          <span className="figure">{t`${rate} won`}</span>
        </p>
      </div>
      <FollowTextButton {...following} name={name} />
    </li>
  );
}
