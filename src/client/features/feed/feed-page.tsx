import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { countText } from '#client/ui/formats.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Page } from '#client/ui/page.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { Feed } from './feed.tsx';
import { FeedFilters } from './feed-filters.tsx';
import { FeedViews } from './feed-views.tsx';
import { countFeedFilters, pickFeedFilters, type FeedSearch } from './feed-search.ts';
import { TipsterOfTheMonth } from './tipster-of-the-month.tsx';

type FeedPageProps = { search: FeedSearch; onSearch: (search: FeedSearch) => void };

/** The newest public tips stored on this device, with chips for views and filters. */
export function FeedPage({ search, onSearch }: FeedPageProps) {
  const list = useRef<HTMLDivElement>(null);
  const desktop = useIsDesktop();
  const [openedFilters, setOpenedFilters] = useState<'name' | 'filters'>();
  // The pressed button disappears with the filters, so the list gets the focus.
  const showAll = () => {
    setOpenedFilters(undefined);
    onSearch({});
    list.current?.focus();
  };
  const filters = (
    <FeedFilters
      search={search}
      onSearch={onSearch}
      onShowAll={showAll}
      nameFirst={openedFilters === 'name'}
      onSearched={() => setOpenedFilters(undefined)}
    />
  );
  return (
    <Page
      title={t`Recent Tips`}
      aside={<FilterButtons search={search} onOpen={desktop ? undefined : setOpenedFilters} />}
      dense
      wide
    >
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <div className="min-w-0">
          <div className="-mx-4 lg:-ms-3 lg:me-0">
            <FeedViews
              view={search.view}
              onView={(view) => onSearch({ ...pickFeedFilters(search), ...(view && { view }) })}
            />
          </div>
          <div ref={list} tabIndex={-1} role="group" aria-label={t`Tips`} className="outline-none">
            <Feed
              search={search}
              onShowAll={showAll}
              between={desktop || countFeedFilters(search) > 0 ? undefined : <TipsterOfTheMonth />}
            />
          </div>
        </div>
        {desktop && (
          <div className="sticky top-20">
            {filters}
            <TipsterOfTheMonth />
          </div>
        )}
      </div>
      {!desktop && (
        <Modal
          look="sheet"
          open={openedFilters !== undefined}
          onClose={() => setOpenedFilters(undefined)}
          title={t`Find tips`}
        >
          {filters}
        </Modal>
      )}
    </Page>
  );
}

type FilterButtonsProps = {
  search: FeedSearch;
  onOpen: ((what: 'name' | 'filters') => void) | undefined;
};

/** Icon buttons that open the search and the filters; a desktop shows these beside the list. */
function FilterButtons({ search, onOpen }: FilterButtonsProps) {
  if (!onOpen) {
    return <LinkButton to="/tipster" look="quiet" className="px-0!">{t`Tipsters`}</LinkButton>;
  }
  const { search: name, ...others } = pickFeedFilters(search);
  return (
    <div className="-me-2 flex">
      <IconButton
        icon="search"
        label={t`Search Tipster`}
        count={name ? 1 : 0}
        onClick={() => onOpen('name')}
      />
      <IconButton
        icon="filter"
        label={t`Filters`}
        count={countFeedFilters(others)}
        onClick={() => onOpen('filters')}
      />
    </div>
  );
}

type IconButtonProps = { icon: IconName; label: string; count: number; onClick: () => void };

function IconButton({ icon, label, count, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      className="relative inline-flex size-11 items-center justify-center rounded-sm hover:bg-sunk"
    >
      <span className="sr-only">{label}</span>
      <Icon name={icon} />
      {count > 0 && (
        <span className="figure absolute end-0.5 top-0.5 inline-flex size-4.5 items-center justify-center rounded-full bg-pill text-xs font-bold text-on-pill">
          {countText(count)}
        </span>
      )}
    </button>
  );
}
