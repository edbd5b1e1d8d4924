import { t } from '@lingui/core/macro';
import type { Ref } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useFeed } from '#client/data/tips/public-tip-queries.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { Section } from '#client/ui/page.tsx';
import { ListAge } from './list-age.tsx';
import { sortUpcomingFirst } from '#domain/tip-order.ts';
import { HomeTips } from './home-tips.tsx';
import { ViewAllLink } from './view-all.tsx';

const maxShownTips = 4;

/** Public tips as cards, readable without an account. */
export function RecentTips({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const tips = useFeed({});
  const refresh = useRefresh('feed');
  const list = useStoredDocument(collections.feed, {});
  const now = useServerNow(30_000);
  const title = t`Recent Tips`;
  return (
    <TouchlineBackendOnly>
      <Section
        title={title}
        heading={heading}
        aside={<ViewAllLink to="/tips" words={t`View All tips`} />}
      >
        <StoredContent
          value={tips && sortUpcomingFirst(tips, now)}
          refresh={refresh}
          loading={<Loading shape="tip" rows={3} label={t`Fetching recent tips`} />}
          failed={!tips && t`The tips could not be fetched.`}
          none={<EmptyState>{t`Nobody has posted a tip yet.`}</EmptyState>}
        >
          {(tips) => (
            <>
              <HomeTips label={title} tips={tips.slice(0, maxShownTips)} />
              <ListAge refresh={refresh} list={list}>
                {t`New tips come when you are online.`}
              </ListAge>
            </>
          )}
        </StoredContent>
      </Section>
    </TouchlineBackendOnly>
  );
}
