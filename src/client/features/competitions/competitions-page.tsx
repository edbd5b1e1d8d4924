import { t } from '@lingui/core/macro';
import type { League } from '#contract/fixtures/fixtures.ts';
import { defaultLeague } from '#contract/fixtures/leagues.ts';
import type { LeaguePage } from '#contract/records.ts';
import { toLeagueLabel } from '#domain/clubs/leagues.ts';
import { collections, type StoredDocument, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { useLeagues, useLeagueTitles } from '#client/data/fixtures.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { ChipLink, Chips } from '#client/ui/chip.tsx';
import { Flag } from '#client/ui/member/flag.tsx';
import { EmptyState } from '#client/ui/notice.tsx';
import { Page, TabLink, Tabs } from '#client/ui/page.tsx';
import { LeagueFixtures, LeagueResults } from './league-games.tsx';
import { RankingsUnavailable, TipsterRanking } from './tipster-ranking.tsx';

/** The search parameters of a league page; empty for the fixtures of the default league. */
export type CompetitionsSearch = {
  league?: string | undefined;
  view?: 'results' | 'tipsters' | undefined;
  /** The month of the all-leagues ranking; undefined for the ranking of the league. */
  month?: string | undefined;
};

/** The page of a league: its fixtures, its results and its best tipsters. */
export function CompetitionsPage({ search }: { search: CompetitionsSearch }) {
  const leagues = useLeagues();
  const { state } = useRefresh('fixtures');
  return (
    <Page title={t`Leagues`} wide>
      {leagues?.length === 0 && state === 'fresh' ? (
        // Without games no league is known, so this notice replaces the league page.
        <EmptyState action={<LinkButton to="/">{t`Home`}</LinkButton>}>
          {t`No games to come right now.`}
        </EmptyState>
      ) : (
        <>
          <LeagueChips search={search} leagues={leagues ?? []} />
          <LeagueTabs search={search} />
          <LeagueTab key={search.league} search={search} leagues={leagues} />
        </>
      )}
    </Page>
  );
}

type SearchProps = { search: CompetitionsSearch };

/** Marks a link as current only if the URL has exactly the link's search parameters. */
const exactSearchMatch = { exact: true } as const;

type LeagueChipsProps = SearchProps & { leagues: readonly League[] };

function LeagueChips({ search, leagues }: LeagueChipsProps) {
  const { league: chosen = defaultLeague, ...rest } = search;
  return (
    <div className="-mx-4 min-h-12">
      <Chips label={t`Leagues`}>
        {leagues.map(({ key, title }) => {
          const look = toLeagueLabel(key, title);
          return (
            <ChipLink
              key={key}
              to="/competitions"
              search={{ ...rest, ...(key !== defaultLeague && { league: key }) }}
              activeOptions={exactSearchMatch}
              aria-current={key === chosen ? 'page' : undefined}
            >
              <Flag code={look.flag} />
              <bdi>{look.title}</bdi>
            </ChipLink>
          );
        })}
      </Chips>
    </div>
  );
}

/** The tabs of a league; the link to the tipsters includes the chosen month. */
function LeagueTabs({ search }: SearchProps) {
  const { league, view } = search;
  const inLeague = league === undefined ? {} : { league };
  return (
    <Tabs label={t`Views`}>
      <TabLink to="/competitions" search={inLeague} activeOptions={exactSearchMatch}>
        {t`Fixtures`}
      </TabLink>
      <TabLink
        to="/competitions"
        search={{ ...inLeague, view: 'results' }}
        activeOptions={exactSearchMatch}
      >
        {t`Results`}
      </TabLink>
      <TabLink
        to="/competitions"
        search={view === 'tipsters' ? search : { ...inLeague, view: 'tipsters' }}
        activeOptions={exactSearchMatch}
      >
        {t`Tipster table`}
      </TabLink>
    </Tabs>
  );
}

/** A league, the stored data of its page, and the state of the refresh. */
export type LeagueProps = {
  sportKey: string;
  title: string;
  page: StoredDocument<LeaguePage> | null | undefined;
  refresh: Refresh;
};

type LeagueTabProps = SearchProps & { leagues: readonly League[] | undefined };

function LeagueTab({ search, leagues }: LeagueTabProps) {
  const { league: sportKey = defaultLeague, view, month } = search;
  const page = useStoredDocument(collections.leaguePage, sportKey);
  const refresh = useRefresh({ what: 'league-page', sportKey });
  const fixtures = useRefresh('fixtures');
  const hasTables = useBackendHasRecords();
  const titles = useLeagueTitles();
  const title = toLeagueLabel(sportKey, titles?.get(sportKey)).title || t`League`;
  const league = { sportKey, title, page, refresh };
  // After a successful refresh of the fixtures, a key outside `leagues` is no league.
  const isKnown = fixtures.state !== 'fresh' || leagues?.some(({ key }) => key === sportKey);
  if (!isKnown && page === null && refresh.state === 'failed') {
    return (
      <EmptyState action={<LinkButton to="/competitions">{t`Leagues`}</LinkButton>}>
        {t`There is no such league.`}
      </EmptyState>
    );
  }
  if (view === undefined) return <LeagueFixtures {...league} />;
  if (!hasTables && !page) return <RankingsUnavailable />;
  return view === 'results' ? (
    <LeagueResults {...league} />
  ) : (
    <TipsterRanking {...league} search={search} month={month} />
  );
}
