import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useCopy } from '#client/data/outbox/actions.ts';
import { useFixtureTips } from '#client/data/tips/public-tips.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { WindowList } from '#client/ui/list.tsx';
import { Empty, Loading, Stored } from '#client/ui/notice.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import type { Tip } from '#contract/tips.ts';

/** Tips of everybody, each under its tipster's name. */
export function TipList({ tips }: { tips: readonly Tip[] }) {
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy(open);
  const now = useServerNow(30_000);
  return (
    <>
      <WindowList label={t`Recent Tips`} items={tips} keyOf={({ id }) => id} estimate={300} columns>
        {(tip) => (
          <TipCard
            tip={tip}
            now={now}
            acts={<Button onClick={() => setOpen(tip)}>{t`Details`}</Button>}
          />
        )}
      </WindowList>
      <OpenedTip tip={open} onClose={() => setOpen(undefined)} onCopy={copy} />
    </>
  );
}

/** The tips that hold a game, the newest first. */
export function FixtureTips({ id }: { id: string }) {
  const tips = useFixtureTips(id);
  const refresh = useRefresh({ what: 'fixture-tips', fixtureId: id });
  const hasFeed = useCapability('feed') !== false;
  return (
    <Stored
      value={tips}
      refresh={refresh}
      loading={<Loading label={t`Fetching recent tips`} />}
      failed={tips && hasFeed && t`The tips could not be fetched.`}
      none={hasFeed ? <Empty>{t`No tip holds this game yet.`}</Empty> : <NoFeed />}
    >
      {(tips) => <TipList tips={tips} />}
    </Stored>
  );
}

/** A server may not say what everybody has posted. */
export function NoFeed({ act }: { act?: ReactNode }) {
  return (
    <Empty act={act}>
      <Trans>This server has no list of everybody's tips. Each tipster's page has theirs.</Trans>
    </Empty>
  );
}
