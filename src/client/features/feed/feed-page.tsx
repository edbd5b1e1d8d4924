import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { LinkButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Page } from '#client/ui/page.tsx';
import { Feed } from './feed.tsx';
import { FeedFilters } from './feed-filters.tsx';
import { type FeedSearch, filtersIn } from './feed-search.ts';
import { TipsterOfTheMonth } from './tipster-of-the-month.tsx';

type FeedPageProps = { search: FeedSearch; onSearch: (search: FeedSearch) => void };

/** The newest tips of everybody, from the device, and ways to find the one that is looked for. */
export function FeedPage({ search, onSearch }: FeedPageProps) {
  const { t } = useLingui();
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
          <Trans>Tipsters</Trans>
        </LinkButton>
      }
      note={<Trans>Please note that odds may be subject to change</Trans>}
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
