import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CompetitionRow } from '#contract/records.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useSession } from '#client/session/session.ts';
import { joinClasses, signColourClass } from '#client/ui/classes.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { countText, monthName, percentText, shortUnitsText } from '#client/ui/formats.ts';
import { AsideLink, Section } from '#client/ui/page.tsx';
import { Ltr } from '#client/ui/text.tsx';
import { fullName, ProfileLink } from '#client/ui/member/tipster.tsx';

/** The first rows of the current month's ranking, at most `limit`. */
export function MonthRanking({ limit }: { limit: number }) {
  const table = useStoredDocument(collections.competition)?.value;
  const ranked = table?.rows.filter(({ rank }) => rank !== undefined) ?? [];
  if (!table || ranked.length === 0) return undefined;
  const month = monthName(table.month);
  return (
    <Section
      title={t`${month}, all leagues`}
      aside={<AsideLink to="/competitions">{t`Table`}</AsideLink>}
    >
      <ol className="phone-bleed card-border @container overflow-clip rounded-md bg-card">
        {ranked.slice(0, limit).map((row) => (
          <RankingRow key={row.tipsterId} row={row} month={table.month} />
        ))}
      </ol>
    </Section>
  );
}

function RankingRow({ row, month }: { row: CompetitionRow; month: string }) {
  const { rank = 0, tipsterId, picture, hitRate, settled, flatProfit } = row;
  // The profit is rounded first, so that a profit shown as 0 gets no colour.
  const shownProfit = Math.round(flatProfit * 10) / 10;
  const own = useSession()?.memberId === tipsterId;
  const rate = hitRate !== undefined && percentText(Math.round(hitRate * 100));
  const tickets = countText(settled);
  return (
    <li
      className={joinClasses(
        'grid min-h-14 grid-cols-[1.625rem_auto_minmax(0,1fr)_auto] items-center gap-x-2.5 border-line py-1 ps-2.5 pe-3.5 not-first:border-t',
        '@max-[17.5rem]:grid-cols-[1.625rem_minmax(0,1fr)]',
        own && 'bg-sunk',
      )}
    >
      <span className="figure text-center text-md font-bold">{countText(rank)}</span>
      <span className="@max-[17.5rem]:hidden">
        <Avatar name={fullName(row)} picture={picture} size={38} />
      </span>
      <div className="min-w-0">
        <h3 className="text-md">
          <ProfileLink
            id={tipsterId}
            month={month}
            name={fullName(row)}
            className="-my-3 inline-block py-3 hover:underline"
          />
          {own && (
            <span className="font-medium text-dim">
              {' · '}
              <Trans>you</Trans>
            </span>
          )}
        </h3>
        {rate && (
          <p className="text-sm text-dim">
            <Trans>
              <Ltr className="figure">{rate}</Ltr> of {tickets} won
            </Trans>
          </p>
        )}
      </div>
      <span className="text-end text-xs text-dim @max-[17.5rem]:col-start-2 @max-[17.5rem]:text-start">
        <Ltr
          className={joinClasses('figure block text-md font-bold', signColourClass(shownProfit))}
        >
          {shortUnitsText(shownProfit, 1)}
        </Ltr>
        <Trans>units</Trans>
      </span>
    </li>
  );
}
