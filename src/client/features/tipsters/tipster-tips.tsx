import { t } from '@lingui/core/macro';
import { useEffect, useRef, type RefObject } from 'react';
import { collections, useCollection } from '#client/data/collections.ts';
import { useMore, useRefresh } from '#client/data/device/refresh.ts';
import { useHasRecords } from '#client/data/records.ts';
import { useTipsterTips } from '#client/data/tips/tipster-tips.ts';
import { useEntryState } from '#client/scroll-restoration.ts';
import { useSession } from '#client/session/session.ts';
import { LoadMore } from '#client/ui/list/list.tsx';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { Section, TabLink, Tabs } from '#client/ui/page.tsx';
import type { ProfileSearch } from '#contract/site/pages.ts';
import type { Tip } from '#contract/tips.ts';
import type { TipsterTipFilters } from '#sync/refresh/document-names.ts';
import type { TipsterRow } from '#sync/storage/public-store.ts';
import { isNarrowed, TipFilters } from './tip-filters.tsx';
import { TipsterTipCards } from './tipster-tip-cards.tsx';

type TipsterTipsProps = { tipster: TipsterRow; search: ProfileSearch };

/** A tipster's tips with their outcomes; a backend without records sends the newest five. */
export function TipsterTips({ tipster, search }: TipsterTipsProps) {
  const hasRecords = useHasRecords();
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
        <Empty>{t`No recent Tips`}</Empty>
      ) : (
        <TipsterTipCards tips={tipster.tips} />
      )}
    </Section>
  );
}

/** Visitors come to check and see settled tips first; members come to follow and see open ones. */
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
  const list = useCollection(collections.tipsterTips, id, filters);
  const refresh = useRefresh({ what: 'tipster-tips', id, ...filters });
  const narrowed = isNarrowed(search);
  const known = tips ?? (narrowed ? tips : newestIn(tipster, state));
  useArrival(heading, figure, tips !== undefined);
  return (
    <>
      <TipFilters tipsterId={id} search={search} state={state} />
      <Stored
        value={known}
        refresh={refresh}
        loading={<Loading shape="tip" label={t`Fetching recent tips`} />}
        failed={tips === null && t`The tips could not be fetched.`}
        none={<Empty>{emptyText(state, narrowed)}</Empty>}
      >
        {(tips) => (
          <>
            <Outdated refresh={refresh} fetchedAt={list?.fetchedAt}>
              {t`New tips come when you are online.`}
            </Outdated>
            <TipsterTipCards tips={tips} />
          </>
        )}
      </Stored>
      <More id={id} filters={filters} hasMore={typeof list?.value.next === 'string'} />
    </>
  );
}

function emptyText(state: 'settled' | 'open', narrowed: boolean): string {
  if (narrowed) return t`No tip matches.`;
  return state === 'settled' ? t`No ticket has been settled yet.` : t`No tip is open right now.`;
}

/** The tips that came with the profile, for a phone that never loaded the list. */
function newestIn({ tips, tipsUnknown }: TipsterRow, state: 'settled' | 'open'): Tip[] | null {
  if (tipsUnknown) return null;
  const found = tips.filter(({ IsGameSuccessful }) => IsGameSuccessful === (state === 'settled'));
  return found.length > 0 ? found : null;
}

type MoreProps = { id: string; filters: TipsterTipFilters; hasMore: boolean };

function More({ id, filters, hasMore }: MoreProps) {
  const more = useMore();
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

/** Scrolls once to the tips of a figure when they are loaded. */
function useArrival(
  heading: RefObject<HTMLHeadingElement | null>,
  figure: ProfileSearch['figure'],
  isRead: boolean,
): void {
  const [arrived, setArrived] = useEntryState<string | undefined>('tips arrived', () => undefined);
  const isDue = isRead && figure !== undefined && arrived !== figure;
  useEffect(() => {
    if (!isDue) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
    setArrived(figure);
  }, [isDue, figure, heading, setArrived]);
}
