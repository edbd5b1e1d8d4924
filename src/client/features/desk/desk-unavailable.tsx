import { useLingui } from '@lingui/react/macro';
import { useRefresh } from '#client/data/device/refresh.ts';
import { FetchFailedNotice, Loading } from '#client/ui/notice.tsx';

/** Shown if the desk's rows were never fetched: fetches them, or explains the failure. */
export function DeskUnavailable() {
  const { t } = useLingui();
  const { state, retry } = useRefresh('desk');
  if (state === 'waiting') return <Loading label={t`Fetching games`} shape="row" rows={6} />;
  return (
    <FetchFailedNotice onRetry={retry}>{t`The games could not be fetched.`}</FetchFailedNotice>
  );
}
