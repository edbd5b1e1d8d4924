import { t } from '@lingui/core/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import {
  useFixtures,
  useFixturesCompleteUntil,
  useLeagueRefresh,
  useLeagues,
  useHasSeparateLeagues,
  useFeedPricedAt,
} from '#client/data/fixtures.ts';
import type { OptimisticUpdate } from '#client/data/optimistic-query.ts';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { useSlip, type Slip, type SlipDraft } from '#client/data/tips/slip.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { GameSearch } from '#client/ui/form/game-search.tsx';
import { momentText } from '#client/ui/formats.ts';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { TimeOutGuard } from '#client/ui/messages/time-out-guard.tsx';
import { EmptyState, FetchFailedNotice, OutdatedNotice, Skeleton } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import type { Fixture, League } from '#contract/fixtures/fixtures.ts';
import { defaultLeague } from '#contract/fixtures/leagues.ts';
import { isUpcomingOrInPlay } from '#domain/fixture.ts';
import { FixtureList, GamesSkeleton } from './fixture-list.tsx';
import { LeagueChoice } from './league-choice.tsx';
import { KickOffAnnouncement, SlipBar } from './slip-bar.tsx';
import { hasSlipHash } from './slip-link.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { usePickOption } from './use-pick.ts';

const BetOptions = createLazyComponent(() => import('./bet-options.tsx'), 'BetOptions');
const ReceivedSlip = createLazyComponent(() => import('./received-slip.tsx'), 'ReceivedSlip');
const SlipCard = createLazyComponent(() => import('./slip-card.tsx'), 'SlipCard');
const SlipSheet = createLazyComponent(() => import('./slip-sheet.tsx'), 'SlipSheet');

type CreateTipPageProps = {
  /** The key of the league whose games are listed; '' for all leagues. */
  league: string;
  onLeague: (key: string) => void;
};

/** The page for a new tip: leagues, games and slip, side by side on a desktop. */
export function CreateTipPage({ league, onLeague }: CreateTipPageProps) {
  const leagues = useLeagues();
  // `seen` includes a pick at once; `draft` is the stored slip, which the texts describe.
  const [seen, updateSlip, draft] = useSlip();
  const refresh = useRefresh('fixtures');
  const [search, setSearch] = useHistoryEntryState('search', () => '');
  const [reviewing, setReviewing] = useState(false);
  const desktop = useIsDesktop();
  const leagueRefresh = useLeagueRefresh(league === '' ? defaultLeague : league);
  useListShortcuts(() => (desktop ? focusPostButton() : setReviewing(true)));
  return (
    <Page
      title={t`Post a tip`}
      wide
      dense
      aside={
        <GameSearch
          search={search}
          onSearch={setSearch}
          className="w-48 max-w-full min-w-0 grow lg:max-w-80"
        />
      }
    >
      {leagues?.length === 0 ? (
        <NoFixtures refresh={refresh} />
      ) : (
        <div className="grid grid-cols-1 pb-24 lg:grid-cols-[11rem_minmax(0,1fr)_22rem] lg:items-start lg:gap-6 lg:pb-0">
          <SlipPageGames
            {...{ leagues, league, onLeague, search, refresh, leagueRefresh }}
            slip={seen?.slip}
            update={updateSlip}
          />
          {draft && <SlipFromLink slip={draft.slip} />}
          {draft && <KickOffAnnouncement slip={draft.slip} />}
          {draft && desktop && (
            <LazyContent waiting={<Skeleton className="h-64 rounded-md" />}>
              <SlipCard draft={draft} />
            </LazyContent>
          )}
          {draft && !desktop && (
            <SlipBarAndSheet draft={draft} reviewing={reviewing} onReview={setReviewing} />
          )}
        </div>
      )}
    </Page>
  );
}

/**
 * Offers the slip in the URL, and removes it from the URL at once, so that a reload does not offer
 * the slip again.
 */
function SlipFromLink({ slip }: { slip: Slip }) {
  const hash = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const [receivedHash, setReceivedHash] = useState<string>();
  if (hasSlipHash(hash) && receivedHash !== hash) setReceivedHash(hash);
  useEffect(() => {
    if (hasSlipHash(hash)) void navigate({ to: '.', search: true, hash: '', replace: true });
  }, [hash, navigate]);
  if (receivedHash === undefined || hasSlipHash(hash)) return undefined;
  const close = () => setReceivedHash(undefined);
  return (
    <LazyContent onMissing={close}>
      <ReceivedSlip hash={receivedHash} slip={slip} onClose={close} />
    </LazyContent>
  );
}

function focusPostButton(): void {
  document.querySelector<HTMLElement>('[data-post]')?.focus();
}

type SlipPageGamesProps = {
  leagues: readonly League[] | undefined;
  league: string;
  onLeague: (key: string) => void;
  search: string;
  slip: Slip | undefined;
  update: OptimisticUpdate<SlipDraft>;
  refresh: Refresh;
  leagueRefresh: Refresh;
};

/** The leagues and their games, and a dialog with the options of the opened game. */
function SlipPageGames(props: SlipPageGamesProps) {
  const { leagues, league, onLeague, search, slip, update, refresh, leagueRefresh } = props;
  const fixtures = useFixtures('');
  const fetchedAt = useStoredDocument(collections.fixtures)?.fetchedAt;
  const now = useServerNow(60_000);
  const end = useCompleteDaysEnd(refresh);
  const pick = usePickOption(update);
  const [opened, setOpened] = useState<Fixture>();
  const close = () => setOpened(undefined);
  const listed = fixtures?.filter(({ kickOff }) => isUpcomingOrInPlay(new Date(kickOff), now));
  const shown = listed?.filter(
    ({ sportKey, kickOffAt }) => (league === '' || sportKey === league) && kickOffAt < end,
  );
  const isEmpty = shown?.length === 0;
  const fetching = useHasSeparateLeagues() ? leagueRefresh.state : 'fresh';
  const isThere = !isEmpty || (end === Infinity && fetching !== 'waiting');
  return (
    <>
      {leagues && listed && end === Infinity ? (
        <LeagueChoice leagues={leagues} fixtures={listed} league={league} onLeague={onLeague} />
      ) : (
        <div className="h-12" />
      )}
      <div className="-mx-2 lg:mx-0">
        <TimeOutNote />
        {isEmpty && fetching === 'failed' ? (
          <FetchFailedNotice
            onRetry={leagueRefresh.retry}
          >{t`The next games could not be fetched.`}</FetchFailedNotice>
        ) : leagues && shown && slip && isThere ? (
          <>
            <FixtureList
              key={league}
              fixtures={shown}
              leagues={leagues}
              search={search}
              slip={slip}
              onPick={pick}
              onMore={setOpened}
            />
            <PricesNote />
            {/* The notice is below the list, because it must not move a button under a finger. */}
            <div className="px-2 lg:px-0">
              <OutdatedNotice refresh={refresh} fetchedAt={fetchedAt}>
                {t`New games and odds come when you are online.`}
              </OutdatedNotice>
            </div>
          </>
        ) : (
          <GamesSkeleton />
        )}
      </div>
      {opened && slip && (
        <LazyContent onMissing={close}>
          <BetOptions
            fixture={opened}
            league={leagues?.find(({ key }) => key === opened.sportKey)?.title}
            slip={slip}
            onClose={close}
            onPick={async (option) => {
              const chosen = slip.find(({ fixtureId }) => fixtureId === opened.id)?.oddsId;
              if (await pick(opened, option, chosen)) close();
            }}
          />
        </LazyContent>
      )}
    </>
  );
}

/**
 * The end of the listed days, in milliseconds. Until all games are loaded, only complete days are
 * listed, because later games would move them; after a failure all stored games are listed.
 */
function useCompleteDaysEnd({ state }: Refresh): number {
  const until = useFixturesCompleteUntil();
  if (until === undefined) return 0;
  if (until === Infinity || state === 'failed') return Infinity;
  return new Date(until).setHours(0, 0, 0, 0);
}

/** Says before the first pick that a time-out is running; on a desktop the slip says so. */
function TimeOutNote() {
  const until = useTimeOutEnd();
  const desktop = useIsDesktop();
  if (desktop || !until) return undefined;
  return (
    <div className="px-2 py-2">
      <TimeOutGuard until={until}>{undefined}</TimeOutGuard>
    </div>
  );
}

type SlipBehindBarProps = {
  draft: SlipDraft;
  reviewing: boolean;
  onReview: (reviewing: boolean) => void;
};

/** On a phone, the bar that opens the slip, and the sheet with the slip. */
function SlipBarAndSheet({ draft, reviewing, onReview }: SlipBehindBarProps) {
  const close = () => onReview(false);
  return (
    <>
      <SlipBar slip={draft.slip} onReview={() => onReview(true)} />
      {reviewing && (
        <LazyContent onMissing={close}>
          <SlipSheet draft={draft} onClose={close} />
        </LazyContent>
      )}
    </>
  );
}

/** Says when the feed reported these odds, and that the odds may change. */
function PricesNote() {
  const pricedAt = useFeedPricedAt();
  const time = pricedAt === undefined ? '' : momentText(pricedAt, 'time');
  return (
    <p className="px-3 py-3 text-sm text-dim">
      {time === '' ? t`Odds may change` : t`Odds from ${time}, may change`}
    </p>
  );
}

/** Shown if no game was ever fetched, or no game is coming. */
function NoFixtures({ refresh: { state, retry } }: { refresh: Refresh }) {
  if (state === 'waiting') return <GamesSkeleton />;
  if (state === 'fresh') {
    return (
      <EmptyState action={<LinkButton to="/">{t`Home`}</LinkButton>}>
        {t`No games to come right now.`}
      </EmptyState>
    );
  }
  return (
    <FetchFailedNotice onRetry={retry}>{t`The next games could not be fetched.`}</FetchFailedNotice>
  );
}
