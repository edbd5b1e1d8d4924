import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { collections, useCollection } from '#client/data/collections.ts';
import { useFixtureTips } from '#client/data/tips/public-tip-queries.ts';
import { resultSoFarOf } from '#client/data/tips/result-so-far.ts';
import { useCopyNote } from '#client/data/tips/copy-note.ts';
import { isForMember, useCopy, useTipActions } from '#client/data/tips/tip-actions.ts';
import { useFollowing } from '#client/data/tipsters.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { FollowWord } from '#client/ui/member/follow-button.tsx';
import { WindowList } from '#client/ui/list/list.tsx';
import { Empty, Loading, Outdated, Stored } from '#client/ui/notice.tsx';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { OpenedTip } from '#client/ui/tip/opened-tip.tsx';
import { CopyNote, TipActionBar, type TipActions } from '#client/ui/tip/tip-action-bar.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import type { Tip } from '#contract/tips.ts';

type TipListProps = {
  tips: readonly Tip[];
  /** Tips posted later than this get a dot. */
  unreadSince?: string | undefined;
  /** Content after the third tip, or after the last of fewer. */
  between?: ReactNode;
};

/** Public tips, each with its tipster's name. */
export function TipList({ tips, unreadSince, between }: TipListProps) {
  const [open, setOpen] = useState<Tip>();
  const copy = useCopy(open);
  const now = useServerNow(30_000);
  const actionsOf = useTipActions();
  const note = useCopyNote(tips.some((tip) => isForMember(actionsOf(tip))));
  const third = tips[Math.min(2, tips.length - 1)]?.id;
  return (
    <>
      {note && <CopyNote {...note} />}
      <WindowList label={t`Recent Tips`} items={tips} keyOf={({ id }) => id} estimate={280} columns>
        {(tip) => (
          <>
            <FeedCard
              tip={tip}
              now={now}
              actions={actionsOf(tip)}
              noteId={note?.id}
              unread={unreadSince !== undefined && tip.creationTime > unreadSince}
              onDetails={() => setOpen(tip)}
            />
            {tip.id === third && between}
          </>
        )}
      </WindowList>
      <OpenedTip tip={open} now={now} onClose={() => setOpen(undefined)} onCopy={copy} />
    </>
  );
}

type FeedCardProps = {
  tip: Tip;
  now: Date;
  actions: TipActions | undefined;
  noteId: string | undefined;
  unread: boolean;
  onDetails: () => void;
};

function FeedCard({ tip, now, actions, noteId, unread, onDetails }: FeedCardProps) {
  const following = useFollowing(tip.tipsterId);
  return (
    <TipCard
      tip={tip}
      now={now}
      resultSoFarOf={resultSoFarOf}
      onOpen={actions && onDetails}
      tag={
        <span className="flex items-center gap-1.5">
          {unread && <UnreadDot />}
          {tip.tipsterId !== '' && !tip.former && (
            <FollowWord {...following} name={tipsterNameOf(tip)} />
          )}
        </span>
      }
      actions={
        <TipActionBar
          tip={tip}
          actions={actions}
          noteId={noteId}
          onDetails={actions ? undefined : onDetails}
        />
      }
    />
  );
}

/** Marks something new since the member's last visit. */
export function UnreadDot() {
  return (
    <span className="inline-flex items-center">
      <span aria-hidden="true" className="size-2 rounded-full bg-saved forced-colors:border" />
      <span className="sr-only">{t`New`}</span>
    </span>
  );
}

/** The tips on a game, newest first. */
export function FixtureTips({ id }: { id: string }) {
  const tips = useFixtureTips(id);
  const list = useCollection(collections.fixtureTips, id);
  const refresh = useRefresh({ what: 'fixture-tips', fixtureId: id });
  const hasFeed = useCapability('feed') !== false;
  return (
    <Stored
      value={tips}
      refresh={refresh}
      loading={<Loading shape="tip" label={t`Fetching recent tips`} />}
      failed={list === null && hasFeed && t`The tips could not be fetched.`}
      none={hasFeed ? <Empty>{t`No tip holds this game yet.`}</Empty> : <NoFeed />}
    >
      {(tips) => (
        <>
          {hasFeed && (
            <Outdated refresh={refresh} fetchedAt={list?.fetchedAt}>
              {t`New tips come when you are online.`}
            </Outdated>
          )}
          <TipList tips={tips} />
        </>
      )}
    </Stored>
  );
}

/** Shown for a backend without public tips. */
export function NoFeed({ action }: { action?: ReactNode }) {
  return (
    <Empty action={action}>
      <Trans>This server has no list of everybody's tips. Each tipster's page has theirs.</Trans>
    </Empty>
  );
}
