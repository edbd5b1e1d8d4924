import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { usePageLoader, useRefresh } from '#client/data/device/refresh.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { TipList } from '#client/data/tips/tip-list.tsx';
import { useTipsterTips } from '#client/data/tips/tipster-tips.ts';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import { useSession } from '#client/session/session.ts';
import { durationText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { LoadMore } from '#client/ui/list/windowed-list.tsx';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Section, TabLink, Tabs } from '#client/ui/page.tsx';
import { SubjectForScreenReader } from '#client/ui/tip/card-action.tsx';
import { TipCard, TipTitle } from '#client/ui/tip/tip-card.tsx';
import { tipName } from '#client/ui/tip/tip-name.ts';
import type { ProfileSearch } from '#contract/site/pages.ts';
import type { Tip } from '#contract/tips.ts';
import type { TipsterTipFilters } from '#sync/refresh/document-names.ts';
import type { TipsterRow } from '#sync/storage/public-store.ts';
import { hasTipFilter, TipFilters } from './tip-filters.tsx';

type TipsterTipsProps = { tipster: TipsterRow; search: ProfileSearch };

/** A tipster's tips with their outcomes; a backend without records sends only the newest five. */
export function TipsterTips({ tipster, search }: TipsterTipsProps) {
  const hasRecords = useBackendHasRecords();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!hasRecords) return <NewestTips tipster={tipster} />;
  return (
    <Section title={t`Recent Tickets`} heading={heading}>
      <StateTabs tipsterId={tipster.id} search={search} />
      <ListedTips tipster={tipster} search={search} heading={heading} />
    </Section>
  );
}

function NewestTips({ tipster }: { tipster: TipsterRow }) {
  if (tipster.tipsUnknown) return undefined;
  return (
    <Section title={t`Recent Tickets`}>
      {tipster.tips.length === 0 ? (
        <EmptyState>{t`No recent Tips`}</EmptyState>
      ) : (
        <TipCards tips={tipster.tips} />
      )}
    </Section>
  );
}

/** Visitors see settled tips first, to check the record; members see open ones first. */
function useListedState({ tips, figure, played }: ProfileSearch): 'settled' | 'open' {
  const isVisitor = useSession() === undefined;
  if (tips !== undefined) return tips;
  return isVisitor || figure !== undefined || played !== undefined ? 'settled' : 'open';
}

type StateTabsProps = { tipsterId: string; search: ProfileSearch };

function StateTabs({ tipsterId, search }: StateTabsProps) {
  const state = useListedState(search);
  const { figure: _, ...rest } = search;
  const tab = (tips: 'settled' | 'open') => ({
    params: { id: tipsterId },
    search: { ...rest, tips },
    resetScroll: false,
    replace: true,
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': state === tips ? ('page' as const) : undefined,
  });
  return (
    <Tabs label={t`Recent Tickets`}>
      <TabLink to="/tipster/profile/$id" {...tab('settled')}>
        {t`Settled`}
      </TabLink>
      <TabLink to="/tipster/profile/$id" {...tab('open')}>
        {t`Open`}
      </TabLink>
    </Tabs>
  );
}

type ListedTipsProps = TipsterTipsProps & { heading: RefObject<HTMLHeadingElement | null> };

function ListedTips({ tipster, search, heading }: ListedTipsProps) {
  const { id } = tipster;
  const state = useListedState(search);
  const { league, option, played, figure } = search;
  const filters = { state, league, option, month: played, figure };
  const tips = useTipsterTips(id, filters);
  const list = useStoredDocument(collections.tipsterTips, id, filters);
  const refresh = useRefresh({ what: 'tipster-tips', id, ...filters });
  const narrowed = hasTipFilter(search);
  const known = tips ?? (narrowed ? tips : filterNewestTips(tipster, state));
  useScrollToTips(heading, figure, tips !== undefined);
  return (
    <>
      <TipFilters tipsterId={id} search={search} state={state} />
      <StoredContent
        value={known}
        refresh={refresh}
        loading={<Loading shape="tip" label={t`Fetching recent tips`} />}
        failed={tips === null && t`The tips could not be fetched.`}
        none={<EmptyState>{emptyText(state, narrowed)}</EmptyState>}
        fetchedAt={list?.fetchedAt}
        later={t`New tips come when you are online.`}
      >
        {(tips) => <TipCards tips={tips} />}
      </StoredContent>
      <MoreTipsButton id={id} filters={filters} hasMore={typeof list?.value.next === 'string'} />
    </>
  );
}

function emptyText(state: 'settled' | 'open', narrowed: boolean): string {
  if (narrowed) return t`No tip matches.`;
  return state === 'settled' ? t`No ticket has been settled yet.` : t`No tip is open right now.`;
}

/** Filters the tips of the profile, for a device that never loaded the list of tips. */
function filterNewestTips(
  { tips, tipsUnknown }: TipsterRow,
  state: 'settled' | 'open',
): Tip[] | null {
  if (tipsUnknown) return null;
  const found = tips.filter(({ IsGameSuccessful }) => IsGameSuccessful === (state === 'settled'));
  return found.length > 0 ? found : null;
}

/** Cards of a tipster's tips, each with its outcome and, if settled, when it arrived. */
function TipCards({ tips }: { tips: readonly Tip[] }) {
  return (
    <div className="-mx-2 lg:mx-0">
      <TipList label={t`Recent Tickets`} tips={tips} estimate={230}>
        {(card) => (
          <TipCard {...card} title={<TipTitle tip={card.tip} />}>
            {card.tip.IsGameSuccessful ? <ArrivalNote tip={card.tip} /> : undefined}
          </TipCard>
        )}
      </TipList>
    </div>
  );
}

/** Says how long before the first kick-off a tip arrived, with a link to its receipt. */
function ArrivalNote({ tip }: { tip: Tip }) {
  const early = Date.parse(tip.expiryTime) - Date.parse(tip.creationTime);
  const span = durationText(early);
  return (
    <div className="-my-2.5 flex flex-wrap items-center gap-x-2 text-sm">
      {early > 0 && (
        <span className="flex min-w-0 flex-1 basis-48 items-center gap-1.5">
          <Icon name="shield" className="size-4.5 shrink-0 text-won" />
          {t`Arrived ${span} before kick-off`}
        </span>
      )}
      <Link
        to="/tip/$id"
        params={{ id: tip.id }}
        hash="receipt"
        className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium underline underline-offset-4"
      >
        {t`Receipt`}
        <SubjectForScreenReader about={tipName(tip)} />
      </Link>
    </div>
  );
}

type MoreTipsButtonProps = { id: string; filters: TipsterTipFilters; hasMore: boolean };

function MoreTipsButton({ id, filters, hasMore }: MoreTipsButtonProps) {
  const more = usePageLoader();
  return (
    <LoadMore
      key={JSON.stringify(filters)}
      hasMore={hasMore}
      state={more.state}
      onLoad={() => void more.load({ what: 'tipster-tips', id, ...filters, more: true })}
    >
      {t`Load more tips`}
    </LoadMore>
  );
}

/** Scrolls once to the tips behind a tapped figure, when these tips are loaded. */
function useScrollToTips(
  heading: RefObject<HTMLHeadingElement | null>,
  figure: ProfileSearch['figure'],
  isRead: boolean,
): void {
  const [arrived, setArrived] = useHistoryEntryState<string | undefined>(
    'tips arrived',
    () => undefined,
  );
  const isDue = isRead && figure !== undefined && arrived !== figure;
  useEffect(() => {
    if (!isDue) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
    setArrived(figure);
  }, [isDue, figure, heading, setArrived]);
}
