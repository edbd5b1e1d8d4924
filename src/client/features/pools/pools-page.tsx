import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { Pool } from '#contract/pools.ts';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { EmptyState, Loading, Notice, Skeleton, StoredContent } from '#client/ui/notice.tsx';
import { LazyContent, createLazyComponent } from '#client/ui/lazy-content.tsx';
import { Page, Section } from '#client/ui/page.tsx';
import { MemberCount, PoolDays } from './pool-days.tsx';

// Loaded lazily, because the form needs schemas that the list does not need.
const NewPoolForm = createLazyComponent(() => import('./new-pool-form.tsx'), 'NewPoolForm');

/** The member's private pools, and the form for a new one. */
export function PoolsPage() {
  return (
    <Page title={t`Pools`} note={t`A table among friends. Nobody else can see it.`}>
      <TouchlineBackendOnly
        instead={<Notice tone="warning">{t`This server has no pools.`}</Notice>}
      >
        <OwnPools />
        <Section title={t`A new pool`}>
          <LazyContent waiting={<Skeleton className="h-101 rounded-md" />}>
            <NewPoolForm />
          </LazyContent>
        </Section>
      </TouchlineBackendOnly>
    </Page>
  );
}

function OwnPools() {
  const pools = useStoredDocument(collections.pools);
  const refresh = useRefresh('pools');
  const loading = <Loading shape="row" rows={2} label={t`Fetching your pools`} />;
  return (
    <StoredContent
      value={pools}
      refresh={refresh}
      loading={loading}
      failed={t`Your pools could not be fetched.`}
      none={loading}
      fetchedAt={pools?.fetchedAt}
      later={t`New figures come when you are online.`}
    >
      {({ value }) =>
        value.pools.length === 0 ? (
          <EmptyState>{t`You are in no pool yet. Make one below and send its link to your friends.`}</EmptyState>
        ) : (
          <PoolList pools={value.pools} />
        )
      }
    </StoredContent>
  );
}

function PoolList({ pools }: { pools: readonly Pool[] }) {
  return (
    <ul
      aria-label={t`Pools`}
      className="card-border -mx-2 divide-y divide-line overflow-clip rounded-md bg-card"
    >
      {pools.map((pool) => (
        <li key={pool.id}>
          <Link
            to="/pools/$id"
            params={{ id: pool.id }}
            className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunk"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-narrow text-md leading-tight font-bold wrap-anywhere">
                <bdi>{pool.name}</bdi>
              </span>
              <span className="block text-sm text-dim">
                <PoolDays pool={pool} />
                {' · '}
                <MemberCount pool={pool} />
              </span>
            </span>
            <Icon name="next" className="size-4 text-dim" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
