import { Trans, useLingui } from '@lingui/react/macro';
import { useFeed } from '../../data/use-feed.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { TipList } from './tip-list.tsx';

/** The newest tips of everybody, from the device. */
export function FeedPage() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Tips`}
      aside={
        <LinkButton to="/tipster" look="quiet" className="-me-4">
          <Trans>Tipsters</Trans>
        </LinkButton>
      }
      note={<Trans>Please note that odds may be subject to change</Trans>}
      wide
    >
      <Section title={<Trans>Recent Tips</Trans>} aside={<ShowingRecent />}>
        <Feed />
      </Section>
    </Page>
  );
}

function ShowingRecent() {
  return (
    <span className="text-sm text-dim">
      <Trans>Showing recent 100 tips</Trans>
    </span>
  );
}

function Feed() {
  const tips = useFeed();
  const { state, retry } = useRefresh('feed');

  if (tips === undefined || (tips.length === 0 && state === 'waiting')) {
    return <Loading label={<Trans>Fetching recent tips</Trans>} />;
  }
  if (tips.length === 0 && state === 'failed') {
    return (
      <Failed onRetry={retry}>
        <Trans>The tips could not be fetched.</Trans>
      </Failed>
    );
  }
  if (tips.length === 0) {
    return (
      <Empty
        act={
          <LinkButton to="/tips/create" look="act">
            <Trans>Post a tip</Trans>
          </LinkButton>
        }
      >
        <Trans>Nobody has posted a tip yet.</Trans>
      </Empty>
    );
  }
  return <TipList tips={tips} />;
}
