import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useRef, useState, type Ref } from 'react';
import { useFeed, useFeedList } from '#client/data/public-tips.ts';
import { useMore, useRefresh } from '#client/data/refresh.ts';
import { useCapability } from '#client/data/sync-state.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { countText, dayAndTime } from '#client/ui/formats.ts';
import { LoadMore } from '#client/ui/list.tsx';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { Page, Section } from '#client/ui/page.tsx';
import { feedSearchKey } from '#sync/document-names.ts';
import { FeedFilters } from './feed-filters.tsx';
import { filtersIn, type FeedSearch } from './feed-search.ts';
import { TipList } from './tip-list.tsx';
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
      aside={
        <LinkButton to="/tipster" look="quiet" className="px-0!">
          {t`Tipsters`}
        </LinkButton>
      }
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
  const { state, retry } = useRefresh({ what: 'feed', ...search });
  return (
    <Section title={t`Recent Tips`} heading={heading}>
      <Standing search={search} limit={limit} count={found?.length} state={state} onRetry={retry} />
      <Found
        found={found?.slice(0, limit)}
        search={search}
        state={state}
        onRetry={retry}
        onShowAll={onShowAll}
      />
      <Further
        key={key}
        search={search}
        here={(found?.length ?? 0) > limit}
        onMore={() => setPages({ key, limit: limit + page })}
      />
    </Section>
  );
}

type StandingProps = {
  search: FeedSearch;
  limit: number;
  count: number | undefined;
  state: 'waiting' | 'fresh' | 'failed';
  onRetry: () => void;
};

/** How many there are, and how old: what is stored here is worth as much as its age. */
function Standing({ search, limit, count, state, onRetry }: StandingProps) {
  const hasFeed = useCapability('feed') !== false;
  return (
    <>
      <div className="-mt-2 mb-3 min-h-10 text-dim">
        <p role="status" className="text-sm">
          {count !== undefined && <Count search={search} limit={limit} count={count} />}
        </p>
        <Age search={search} />
      </div>
      {state === 'failed' && count !== undefined && count > 0 && hasFeed && (
        <div className="mb-3">
          <Failed onRetry={onRetry}>
            {t`The newest tips could not be fetched. This is what the phone has.`}
          </Failed>
        </div>
      )}
    </>
  );
}

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

function Age({ search }: { search: FeedSearch }) {
  const newest = useFeedList({});
  const searched = useFeedList(search);
  const { fetchedAt } = searched ?? newest ?? {};
  if (fetchedAt === undefined) return undefined;
  const moment = dayAndTime(new Date(fetchedAt));
  return <p className="text-xs">{t`as of ${moment}`}</p>;
}

type FoundProps = {
  found: ReturnType<typeof useFeed>;
  search: FeedSearch;
  state: StandingProps['state'];
  onRetry: () => void;
  onShowAll: () => void;
};

function Found({ found, search, state, onRetry, onShowAll }: FoundProps) {
  const hasFeed = useCapability('feed') !== false;
  if (found && found.length > 0) return <TipList tips={found} />;
  if (!hasFeed) {
    return (
      <Empty act={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
        <Trans>This server has no list of everybody's tips. Each tipster's page has theirs.</Trans>
      </Empty>
    );
  }
  if (state === 'waiting') {
    return <Loading label={t`Fetching recent tips`} rows={6} />;
  }
  if (filtersIn(search) > 0) {
    return (
      <Empty act={<Button onClick={onShowAll}>{t`Show all tips`}</Button>}>
        {state === 'failed'
          ? t`No tip on this phone matches, and there is no line to ask for more.`
          : t`No tip matches.`}
      </Empty>
    );
  }
  if (state === 'failed') {
    return <Failed onRetry={onRetry}>{t`The tips could not be fetched.`}</Failed>;
  }
  return (
    <Empty
      act={
        <LinkButton to="/tips/create" look="act">
          {t`Post a tip`}
        </LinkButton>
      }
    >
      {t`Nobody has posted a tip yet.`}
    </Empty>
  );
}

type FurtherProps = {
  search: FeedSearch;
  /** Whether this device holds more than is shown. */
  here: boolean;
  onMore: () => void;
};

/** The next page: from the device what it holds, from the server what comes after. */
function Further({ search, here, onMore }: FurtherProps) {
  const next = useFeedList(search)?.value.next;
  const more = useMore();
  const hasMore = typeof next === 'string';
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
