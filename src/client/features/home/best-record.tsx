import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CompetitionRow, CompetitionTable } from '#contract/records.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { useTipster } from '#client/data/tipsters.ts';
import type { Refresh } from '#client/data/device/refresh.ts';
import { ArrivedInTimeCount } from '#client/ui/arrived-in-time-count.tsx';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { countText, monthName, percentText, shortUnitsText } from '#client/ui/formats.ts';
import { EmptyState, Skeleton } from '#client/ui/notice.tsx';
import { AsideLink, Section } from '#client/ui/page.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { RecentOutcomes } from '#client/ui/tip/outcome.tsx';
import { fullName, ProfileLink } from '#client/ui/member/tipster.tsx';
import { ListAge } from './list-age.tsx';
import { SparkLine } from './spark-line.tsx';

/** The tipster with the best record of the current month, and the figures of this record. */
export function BestRecord({ refresh }: { refresh: Refresh }) {
  const table = useStoredDocument(collections.competition);
  const hasTables = useBackendHasRecords();
  if (!table && (!hasTables || refresh.state === 'failed')) return undefined;
  return (
    <Section
      title={t`Best record this month`}
      aside={<AsideLink to="/tipster">{t`Tipsters`}</AsideLink>}
    >
      <div className="phone-bleed">
        {table ? <BestTipster table={table.value} /> : <Skeleton className="h-47 rounded-md" />}
      </div>
      <ListAge refresh={refresh} list={table}>
        <Trans>New figures come when you are online.</Trans>
      </ListAge>
    </Section>
  );
}

function BestTipster({ table: { best, rows, month, minimum } }: { table: CompetitionTable }) {
  const row = rows.find(({ tipsterId }) => tipsterId === best?.tipsterId);
  if (!best || !row) {
    const name = monthName(month);
    return (
      <EmptyState>
        {plural(minimum, {
          one: `Nobody has a rank in ${name} yet: it takes # settled ticket.`,
          other: `Nobody has a rank in ${name} yet: it takes # settled tickets.`,
        })}
      </EmptyState>
    );
  }
  return (
    <article className="card-border rounded-md bg-card px-3.5 py-3">
      <TipsterSummary row={row} month={month} />
      <div className="mt-2.5 mb-1.5 flex flex-wrap items-end justify-between gap-x-3.5 gap-y-1">
        <p>
          <Ltr
            className={joinClasses('figure text-2xl font-bold', signColourClass(row.flatProfit))}
          >
            {shortUnitsText(row.flatProfit, 1)}
          </Ltr>
          <span className="block text-xs text-dim">
            <Trans>units, one per tip</Trans>
          </span>
        </p>
        <SparkLine points={best.points} />
      </div>
      <div className="-mb-3 flex min-h-12 flex-wrap items-center justify-end gap-x-2 border-t border-line text-sm font-medium">
        <ArrivedInTimeCount
          tipsterId={row.tipsterId}
          month={month}
          tips={best.tips}
          before={best.beforeKickOff}
        />
      </div>
    </article>
  );
}

function TipsterSummary({ row, month }: { row: CompetitionRow; month: string }) {
  const { tipsterId, picture, hitRate, settled } = row;
  const form = useTipster(tipsterId)?.tips.find(({ author }) => author)?.author?.form ?? [];
  const rate = hitRate !== undefined && percentText(Math.round(hitRate * 100));
  const tips = countText(settled);
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Avatar name={fullName(row)} picture={picture} size={56} />
      <div className="min-w-0 flex-1 basis-36">
        <h3 className="text-lg">
          <ProfileLink
            id={tipsterId}
            month={month}
            name={fullName(row)}
            className="-my-3 inline-block py-3 hover:underline"
          />
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-dim">
          {rate && (
            <span>
              <Trans>
                <Ltr className="figure">{rate}</Ltr> of {tips} tips won
              </Trans>
            </span>
          )}
          <RecentOutcomes form={form} />
        </p>
      </div>
    </div>
  );
}
