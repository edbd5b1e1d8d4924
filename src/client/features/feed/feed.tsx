import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useHistoryEntryState } from '#client/startup/scroll-restoration.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useFollowedTips, useUnreadFollowedTips } from '#client/data/tips/followed-tips.ts';
import { useFeed } from '#client/data/tips/public-tip-queries.ts';
import { usePageLoader, useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { fetchedAtText, countText } from '#client/ui/formats.ts';
import { LoadMore } from '#client/ui/list/windowed-list.tsx';
import { EmptyState, Loading } from '#client/ui/notice.tsx';
import type { Tip } from '#contract/tips.ts';
import { feedSearchKey } from '#sync/refresh/document-names.ts';
import { countFeedFilters, pickFeedFilters, type FeedSearch } from './feed-search.ts';
import { FollowSuggestions } from './follow-suggestions.tsx';
import { FeedTips, StoredFeed } from './feed-tips.tsx';

const feedPageSize = 100;

type FeedProps = {
  search: FeedSearch;
  onShowAll: () => void;
  /** Content after the third tip of the list. */
  between: ReactNode;
};

/** Shows stored tips of the feed at once, and requests older tips from the server. */
export function Feed({ search, onShowAll, between }: FeedProps) {
  const key = `${search.view ?? ''} ${feedSearchKey(pickFeedFilters(search))}`;
  const [limit, setLimit] = useHistoryEntryState(`feed ${key}`, () => feedPageSize);
  const shown = useFeedState(search, limit);
  const { found, hasMore } = shown;
  const tips = found?.slice(0, limit);
  const hasStored = found !== undefined && found.length > limit;
  const narrowed = countFeedFilters(search) > 0;
  const count = found && (
    <ShownTipCount search={search} limit={limit} {...{ count: found.length, hasMore }} />
  );
  return (
    <div className="-mx-2">
      {narrowed && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-2 text-sm text-dim">
          <p role="status">{count}</p>
          <Button look="quiet" className="-me-3 text-sm" onClick={onShowAll}>
            {t`Show all tips`}
          </Button>
        </div>
      )}
      <FeedContent {...shown} tips={tips} search={search} onShowAll={onShowAll} between={between} />
      {(tips ?? []).length === 0 && search.view === undefined && between}
      <div className="mt-3 px-2 text-sm text-dim">
        {!narrowed && <p role="status">{count}</p>}
        <p>{t`Please note that odds may be subject to change`}</p>
        {shown.fetchedAt !== undefined && shown.refresh.state !== 'failed' && (
          <p className="text-xs">{fetchedAtText(shown.fetchedAt)}</p>
        )}
      </div>
      <NextPageButton
        key={key}
        search={search}
        hasStored={hasStored}
        hasMore={hasMore}
        onMore={() => setLimit(limit + feedPageSize)}
      />
    </div>
  );
}

type FeedState = {
  /** The stored tips, one more than is shown to detect a next page; undefined until read. */
  found: Tip[] | undefined;
  hasMore: boolean;
  fetchedAt: number | undefined;
  refresh: Refresh;
};

function useFeedState(search: FeedSearch, limit: number): FeedState {
  const filters = pickFeedFilters(search);
  const { view } = search;
  const following = view === 'following';
  const feed = useFeed(filters, limit + 1, following ? undefined : view);
  const feedList = useStoredDocument(collections.feed, filters);
  const newest = useStoredDocument(collections.feed, {});
  const followed = useFollowedTips(limit + 1, filters);
  const followedList = useStoredDocument(collections.followedTips);
  const list = following ? followedList : feedList;
  const ofFeed = useRefresh({ what: 'feed', ...filters });
  const ofFollowed = useRefresh('followed-tips');
  return {
    found: following ? followed : feed,
    hasMore: typeof list?.value.next === 'string',
    fetchedAt: (list ?? (following ? undefined : newest))?.fetchedAt,
    refresh: following ? ofFollowed : ofFeed,
  };
}

type ShownTipCountProps = { search: FeedSearch; limit: number; count: number; hasMore: boolean };

/** The number of shown tips, and whether there are more. */
function ShownTipCount({ search, limit, count, hasMore }: ShownTipCountProps) {
  const shown = countText(Math.min(count, limit));
  const narrowed = countFeedFilters(search) > 0;
  if (count > limit || (hasMore && search.view === undefined)) {
    return narrowed ? t`Showing the ${shown} newest that match` : t`Showing recent ${shown} tips`;
  }
  if (narrowed) return <Plural value={count} one="# tip matches" other="# tips match" />;
  return count > 0 && <Plural value={count} one="Showing # tip" other="Showing all # tips" />;
}

type FeedContentProps = FeedState & {
  tips: readonly Tip[] | undefined;
  search: FeedSearch;
  onShowAll: () => void;
  between: ReactNode;
};

function FeedContent({
  tips = [],
  search,
  refresh,
  fetchedAt,
  onShowAll,
  between,
}: FeedContentProps) {
  const narrowed = countFeedFilters(search) > 0;
  // A failed refresh is no error if the list of this view was fetched before.
  const unknown = search.view === undefined || fetchedAt === undefined;
  return (
    <StoredFeed
      value={tips}
      refresh={refresh}
      loading={<Loading shape="tip" label={t`Fetching recent tips`} rows={4} />}
      failed={!narrowed && unknown && t`The tips could not be fetched.`}
      none={
        narrowed ? (
          <NoMatch state={refresh.state} onShowAll={onShowAll} />
        ) : (
          <EmptyView {...search} />
        )
      }
      fetchedAt={fetchedAt}
      action={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}
    >
      {(tips) =>
        search.view === 'following' ? (
          <FollowedTips tips={tips} />
        ) : (
          <FeedTips tips={tips} between={search.view === undefined ? between : undefined} />
        )
      }
    </StoredFeed>
  );
}

/** Tips of followed tipsters; the dots of new tips stay until the member leaves the page. */
function FollowedTips({ tips }: { tips: readonly Tip[] }) {
  const unread = useUnreadFollowedTips();
  const [since, setSince] = useState<string>();
  if (since === undefined && unread !== undefined && unread.since !== '') setSince(unread.since);
  const see = useEffectEvent(() => void unread?.markSeen());
  const count = unread?.count ?? 0;
  useEffect(() => {
    if (count > 0) see();
  }, [count]);
  return <FeedTips tips={tips} unreadSince={since} />;
}

function NoMatch({ state, onShowAll }: { state: Refresh['state']; onShowAll: () => void }) {
  return (
    <EmptyState action={<Button onClick={onShowAll}>{t`Show all tips`}</Button>}>
      {state === 'failed'
        ? t`No tip on this phone matches. Go online to look for more.`
        : t`No tip matches.`}
    </EmptyState>
  );
}

/** Explains why a view is empty, with a button that changes the view. */
function EmptyView({ view }: FeedSearch) {
  if (view === 'following') return <FollowSuggestions />;
  if (view === 'in-play') return <EmptyState>{t`No tip is in play right now.`}</EmptyState>;
  if (view !== undefined)
    return <EmptyState>{t`No tip on this phone holds a game of this league.`}</EmptyState>;
  const postLink = <LinkButton to="/tips/create" look="primary">{t`Post a tip`}</LinkButton>;
  return <EmptyState action={postLink}>{t`Nobody has posted a tip yet.`}</EmptyState>;
}

type NextPageButtonProps = {
  search: FeedSearch;
  /** True if this device has more tips than are shown. */
  hasStored: boolean;
  hasMore: boolean;
  onMore: () => void;
};

/** Loads the next page: first the stored tips, then older tips of the server. */
function NextPageButton({ search, hasStored, hasMore, onMore }: NextPageButtonProps) {
  const more = usePageLoader();
  const target =
    search.view === 'following'
      ? ({ what: 'followed-tips', more: true } as const)
      : ({ what: 'feed', ...pickFeedFilters(search), more: true } as const);
  return (
    <div className="px-2">
      <LoadMore
        hasMore={hasStored || hasMore}
        state={hasStored ? 'idle' : more.state}
        onLoad={() => {
          onMore();
          if (hasMore) void more.load(target);
        }}
      >
        {t`Load more tips`}
      </LoadMore>
    </div>
  );
}
