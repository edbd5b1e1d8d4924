import { Trans } from '@lingui/react/macro';
import { useFixtureTips } from '#client/data/use-feed.ts';
import { useRefresh } from '#client/data/use-refresh.ts';
import { useBackend } from '#client/data/use-sync.ts';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { TipList } from './tip-list.tsx';

/** The tips that hold a game, the newest first. */
export function FixtureTips({ id }: { id: string }) {
  const tips = useFixtureTips(id);
  const { state, retry } = useRefresh({ what: 'fixture-tips', fixtureId: id });
  const foreign = useBackend() === 'foreign';

  if (tips === undefined || (tips.length === 0 && state === 'waiting')) {
    return <Loading label={<Trans>Fetching recent tips</Trans>} />;
  }
  if (tips.length === 0 && foreign) {
    return (
      <Empty>
        <Trans>This server has no list of everybody's tips. Each tipster's page has theirs.</Trans>
      </Empty>
    );
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
      <Empty>
        <Trans>No tip holds this game yet.</Trans>
      </Empty>
    );
  }
  return <TipList tips={tips} />;
}
