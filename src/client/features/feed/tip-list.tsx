import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useCopy } from '#client/data/actions.ts';
import { useFixtureTips } from '#client/data/public-tips.ts';
import { useRefresh } from '#client/data/refresh.ts';
import { useCapability } from '#client/data/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { dayAndTime } from '#client/ui/formats.ts';
import { WindowList } from '#client/ui/list.tsx';
import { Empty, Failed, Loading } from '#client/ui/notice.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import { TipsterLink } from '#client/ui/tipster.tsx';
import type { Tip } from '#contract/tips.ts';

/** Tips of everybody, each under its tipster's name. */
export function TipList({ tips }: { tips: readonly Tip[] }) {
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy(open);
  return (
    <>
      <WindowList label={t`Recent Tips`} items={tips} keyOf={({ id }) => id} estimate={300} columns>
        {(tip) => (
          <TipCard
            tip={tip}
            title={<TipTitle tip={tip} />}
            acts={<Button onClick={() => setOpen(tip)}>{t`Details`}</Button>}
          />
        )}
      </WindowList>
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} onCopy={copy} />
    </>
  );
}

function TipTitle({ tip }: { tip: Tip }) {
  return (
    <>
      <TipsterLink tip={tip} className="-my-2.5 inline-block py-3 wrap-anywhere hover:underline" />
      <span className="block font-sans text-xs font-normal text-dim">
        <time dateTime={tip.creationTime}>{dayAndTime(tip.creationTime)}</time>
      </span>
    </>
  );
}

/** The tips that hold a game, the newest first. */
export function FixtureTips({ id }: { id: string }) {
  const tips = useFixtureTips(id);
  const { state, retry } = useRefresh({ what: 'fixture-tips', fixtureId: id });
  const hasFeed = useCapability('feed') !== false;

  if (tips === undefined || (tips.length === 0 && state === 'waiting')) {
    return <Loading label={t`Fetching recent tips`} />;
  }
  if (tips.length === 0 && !hasFeed) {
    return (
      <Empty>
        <Trans>This server has no list of everybody's tips. Each tipster's page has theirs.</Trans>
      </Empty>
    );
  }
  if (tips.length === 0 && state === 'failed') {
    return <Failed onRetry={retry}>{t`The tips could not be fetched.`}</Failed>;
  }
  if (tips.length === 0) {
    return <Empty>{t`No tip holds this game yet.`}</Empty>;
  }
  return <TipList tips={tips} />;
}
