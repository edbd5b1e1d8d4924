import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useRef, useState, type Ref } from 'react';
import { useFeed, useFeedList } from '#client/data/tips/public-tips.ts';
import { useMore, useRefresh, type Refresh } from '#client/data/device/refresh.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { asOfText, countText } from '#client/ui/formats.ts';
import { LoadMore } from '#client/ui/list.tsx';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { Page, Section } from '#client/ui/page.tsx';
import type { Tip } from '#contract/tips.ts';
import { feedSearchKey } from '#sync/refresh/document-names.ts';
import { FeedFilters } from './feed-filters.tsx';
import { filtersIn, type FeedSearch } from './feed-search.ts';
import { NoFeed, TipList } from './tip-list.tsx';
import { TipsterOfTheMonth } from './tipster-of-the-month.tsx';

type FeedPageProps = { search: FeedSearch; onSearch: (search: FeedSearch) => void };

/** The newest tips of everybody, from the device, and filters to find the one that is looked for. */
export function FeedPage({ search, onSearch }: FeedPageProps) {
  const list = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone with the filters; its person goes on with the list.
  const showAll = () => {
    onSearch({});
    list.current?.focus();
  };
  return (
    <Page
      title={t`Tips`}
      aside={<LinkButton to="/tipster" look="quiet" className="px-0!">{t`Tipsters`}</LinkButton>}
      note={t`Please note that odds may be subject to change`}
      wide
    >
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <div className="lg:sticky lg:top-20 lg:order-2">
          <FeedFilters search={search} onSearch={onSearch} onShowAll={showAll} />
          {/* Who looks for something on a phone has the answer right below. */}
          <div className={classes(filtersIn(search) > 0 && 'max-lg:hidden')}>
            <TipsterOfTheMonth />
          </div>
        </div>
        <Feed search={search} heading={list} onShowAll={showAll} />
      </div>
    </Page>
  );
}

/** How many tips a page shows, and how many more each further one. */
const page = 100;

type FeedProps = { search: FeedSearch; heading: Ref<HTMLHeadingElement>; onShowAll: () => void };

/** What the device holds shows at once; the server is asked for more of the same. */
function Feed({ search, heading, onShowAll }: FeedProps) {
  const key = feedSearchKey(search);
  const [pages, setPages] = useState({ key, limit: page });
  const limit = pages.key === key ? pages.limit : page;
  // One more than is shown, to know whether there are more.
  const found = useFeed(search, limit + 1);
  const here = found && found.length > limit;
  const refresh = useRefresh({ what: 'feed', ...search });
  return (
    <Section title={t`Recent Tips`} heading={heading}>
      <div className="-mt-2 mb-3 min-h-10 text-dim">
        <p role="status" className="text-sm">
          {found && <Count search={search} limit={limit} count={found.length} />}
        </p>
        <Age search={search} />
      </div>
      <Tips tips={found?.slice(0, limit)} search={search} refresh={refresh} onShowAll={onShowAll} />
      <Further
        key={key}
        search={search}
        here={here === true}
        onMore={() => setPages({ key, limit: limit + page })}
      />
    </Section>
  );
}

/** How many there are; of those that are not shown it only says that there are more. */
function Count({ search, limit, count }: { search: FeedSearch; limit: number; count: number }) {
  const next = useFeedList(search)?.value.next;
  const shown = countText(Math.min(count, limit));
  const narrowed = filtersIn(search) > 0;
  if (count > limit || typeof next === 'string') {
    return narrowed ? t`Showing the ${shown} newest that match` : t`Showing recent ${shown} tips`;
  }
  if (narrowed) return <Plural value={count} one="# tip matches" other="# tips match" />;
  return count > 0 && <Plural value={count} one="Showing # tip" other="Showing all # tips" />;
}

/** What is stored here is worth as much as its age. */
function Age({ search }: { search: FeedSearch }) {
  const newest = useFeedList({});
  const { fetchedAt } = useFeedList(search) ?? newest ?? {};
  return fetchedAt !== undefined && <p className="text-xs">{asOfText(fetchedAt)}</p>;
}

type TipsProps = {
  tips: readonly Tip[] | undefined;
  search: FeedSearch;
  refresh: Refresh;
  onShowAll: () => void;
};

function Tips({ tips = [], search, refresh, onShowAll }: TipsProps) {
  const hasFeed = useCapability('feed') !== false;
  const narrowed = filtersIn(search) > 0;
  if (!hasFeed && tips.length === 0) {
    return <NoFeed act={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>} />;
  }
  return (
    <Stored
      value={tips}
      refresh={refresh}
      loading={<Loading label={t`Fetching recent tips`} rows={6} />}
      failed={!narrowed && t`The tips could not be fetched.`}
      none={narrowed ? <NoMatch state={refresh.state} onShowAll={onShowAll} /> : <NoTips />}
    >
      {(tips) => (
        <>
          {hasFeed && (
            <Outdated refresh={refresh}>
              {t`The newest tips could not be fetched. This is what the phone has.`}
            </Outdated>
          )}
          <TipList tips={tips} />
        </>
      )}
    </Stored>
  );
}

function NoMatch({ state, onShowAll }: { state: Refresh['state']; onShowAll: () => void }) {
  return (
    <Empty act={<Button onClick={onShowAll}>{t`Show all tips`}</Button>}>
      {state === 'failed'
        ? t`No tip on this phone matches. Go online to look for more.`
        : t`No tip matches.`}
    </Empty>
  );
}

function NoTips() {
  const act = <LinkButton to="/tips/create" look="act">{t`Post a tip`}</LinkButton>;
  return <Empty act={act}>{t`Nobody has posted a tip yet.`}</Empty>;
}

type FurtherProps = {
  search: FeedSearch;
  /** Whether this device holds more than is shown. */
  here: boolean;
  onMore: () => void;
};

/** The next page: from the device what it holds, from the server what comes after. */
function Further({ search, here, onMore }: FurtherProps) {
  const hasMore = typeof useFeedList(search)?.value.next === 'string';
  const more = useMore();
  return (
    <LoadMore
      hasMore={here || hasMore}
      state={here ? 'idle' : more.state}
      onLoad={() => {
        onMore();
        if (hasMore) void more.load({ what: 'feed', ...search, more: true });
      }}
    >
      {t`Load more tips`}
    </LoadMore>
  );
}
