import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CompetitionTable } from '#contract/records.ts';
import { collections, type StoredDocument, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useSession } from '#client/session/session.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { ChipLink, Chips } from '#client/ui/chip.tsx';
import { CalculationRules } from '#client/ui/disclosure.tsx';
import { fetchedAtText, monthName } from '#client/ui/formats.ts';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { RankedRows, RankRule, SinglesRule, UnitRule } from '#client/ui/list/ranked-rows.tsx';
import type { CompetitionsSearch, LeagueProps } from './competitions-page.tsx';

type TipsterRankingProps = LeagueProps & { search: CompetitionsSearch; month: string | undefined };

/** A ranking of tipsters by profit: in a league this month, or in all leagues in a chosen month. */
export function TipsterRanking({ search, month, ...league }: TipsterRankingProps) {
  const running = useStoredDocument(collections.competition);
  useRefresh({ what: 'competition' });
  const known = [running?.value.month, ...(running?.value.months ?? []), month];
  const months = [...new Set(known.filter((one) => one !== undefined))].toSorted().toReversed();
  return (
    <>
      <div className="-mx-4 -mt-2 mb-1 min-h-12">
        <Chips label={t`Month`}>
          <ChipLink
            to="/competitions"
            search={{ ...pickLeagueSearch(search), view: 'tipsters' }}
            activeOptions={{ exact: true }}
          >
            {t`This league`}
          </ChipLink>
          {months.map((one) => (
            <ChipLink
              key={one}
              to="/competitions"
              search={{ ...pickLeagueSearch(search), view: 'tipsters', month: one }}
              activeOptions={{ exact: true }}
            >
              {monthName(one)}
            </ChipLink>
          ))}
        </Chips>
      </div>
      {month === undefined ? (
        <LeagueRanking {...league} />
      ) : (
        <MonthTipsterRanking month={month} running={running?.value.month} search={search} />
      )}
    </>
  );
}

function pickLeagueSearch({ league }: CompetitionsSearch): { league?: string } {
  return league === undefined ? {} : { league };
}

/** The current month's ranking of a league; each leg is scored as a separate bet. */
function LeagueRanking({ title, page, refresh }: LeagueProps) {
  const memberId = useSession()?.memberId;
  return (
    <StoredRanking table={page} refresh={refresh} rules={<SinglesRule />}>
      {(table) => (
        <>
          {!hasRanks(table) && <AllLeaguesRanking title={title} />}
          {table.rows.length === 0 ? (
            <EmptyState>
              <EmptyRankingText month={table.month} />
            </EmptyState>
          ) : (
            <RankedRows
              title={`${title} · ${monthName(table.month)}`}
              needs={<MonthMinimumText minimum={table.minimum} />}
              rows={table.rows}
              memberId={memberId}
            />
          )}
        </>
      )}
    </StoredRanking>
  );
}

/** The all-leagues ranking of the newest month with ranks, shown if the league has no ranks. */
function AllLeaguesRanking({ title }: Pick<LeagueProps, 'title'>) {
  const memberId = useSession()?.memberId;
  const running = useStoredDocument(collections.competition)?.value;
  const before = usePreviousMonthRanking(running);
  const table = [running, before].find((one) => one && hasRanks(one));
  if (!table) return undefined;
  return (
    <>
      <p className="mb-3 text-sm text-dim">
        <Trans>
          Nobody has a rank in <bdi>{title}</bdi> this month yet. This is the table of all leagues.
        </Trans>
      </p>
      <RankedRows
        title={`${t`All leagues`} · ${monthName(table.month)}`}
        month={table.month}
        before={table === running ? before : undefined}
        needs={undefined}
        rows={table.rows.filter(({ rank }) => rank !== undefined)}
        memberId={memberId}
      />
    </>
  );
}

function hasRanks({ rows }: Pick<CompetitionTable, 'rows'>): boolean {
  return rows.some(({ rank }) => rank !== undefined);
}

type MonthTipsterRankingProps = {
  month: string;
  running: string | undefined;
  search: CompetitionsSearch;
};

function MonthTipsterRanking({ month, running, search }: MonthTipsterRankingProps) {
  const shownMonth = month === running ? undefined : month;
  const table = useStoredDocument(collections.competition, shownMonth);
  const refresh = useRefresh({
    what: 'competition',
    ...(shownMonth !== undefined && { month: shownMonth }),
  });
  const before = usePreviousMonthRanking(table?.value);
  const memberId = useSession()?.memberId;
  return (
    <StoredRanking table={table} refresh={refresh} rules={<MonthRankingRules />}>
      {(table) =>
        table.rows.length === 0 ? (
          <EmptyMonthRanking table={table} search={search} />
        ) : (
          <RankedRows
            title={`${t`All leagues`} · ${monthName(table.month)}`}
            month={table.month}
            before={before}
            needs={<MonthMinimumText minimum={table.minimum} />}
            rows={table.rows}
            memberId={memberId}
          />
        )
      }
    </StoredRanking>
  );
}

/** Reads the ranking of the previous month, to show changes of rank. */
function usePreviousMonthRanking(
  table: CompetitionTable | undefined,
): CompetitionTable | undefined {
  const month = table?.months.find((one) => one < table.month);
  useRefresh({ what: 'competition', ...(month !== undefined && { month }) });
  const before = useStoredDocument(collections.competition, month);
  return month === undefined ? undefined : before?.value;
}

type StoredRankingProps<Table> = {
  table: StoredDocument<Table> | null | undefined;
  refresh: Refresh;
  /** The list items that explain which tickets the ranking includes. */
  rules: ReactNode;
  children: (table: Table) => ReactNode;
};

/** A stored ranking with its age and its rules. */
function StoredRanking<Table extends Pick<CompetitionTable, 'minimum'>>(
  props: StoredRankingProps<Table>,
) {
  const { table, refresh, rules, children } = props;
  const loading = <Loading shape="row" rows={9} label={t`Fetching the table`} />;
  return (
    <StoredContent
      value={table}
      refresh={refresh}
      loading={loading}
      failed={t`The table could not be fetched.`}
      none={loading}
      fetchedAt={table?.fetchedAt}
      later={t`New figures come when you are online.`}
    >
      {({ value, fetchedAt }) => (
        <>
          {children(value)}
          <p className="mt-3 text-xs text-dim">
            {refresh.state !== 'failed' && fetchedAtText(fetchedAt)}
          </p>
          <CalculationRules className="mt-1 max-w-prose">
            {rules}
            <RankRule minimum={value.minimum} />
          </CalculationRules>
        </>
      )}
    </StoredContent>
  );
}

/** Shown if the backend computes no records of tipsters, and so no rankings. */
export function RankingsUnavailable() {
  return (
    <EmptyState action={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
      {t`This server keeps no monthly tables.`}
    </EmptyState>
  );
}

type EmptyMonthRankingProps = { table: CompetitionTable; search: CompetitionsSearch };

/** Shown for a month without settled tips, with a link to the last earlier month that has some. */
function EmptyMonthRanking({ table: { month, months }, search }: EmptyMonthRankingProps) {
  const earlier = months.find((one) => one < month);
  return (
    <EmptyState
      action={
        earlier !== undefined && (
          <LinkButton to="/competitions" search={{ ...search, month: earlier }}>
            {monthName(earlier)}
          </LinkButton>
        )
      }
    >
      <EmptyRankingText month={month} />
    </EmptyState>
  );
}

function EmptyRankingText({ month }: { month: string }) {
  const name = monthName(month);
  return (
    <Trans>No ticket of {name} has been settled yet. The table fills as tickets are settled.</Trans>
  );
}

function MonthRankingRules() {
  return (
    <>
      <li>
        <Trans>
          A ticket belongs to the month of its last kick-off, in UTC, and counts once it is settled
          and confirmed, booked or not.
        </Trans>
      </li>
      <UnitRule />
    </>
  );
}

function MonthMinimumText({ minimum }: { minimum: number }) {
  return (
    <Plural
      value={minimum}
      one="A rank needs # settled ticket in the month."
      other="A rank needs # settled tickets in the month."
    />
  );
}
