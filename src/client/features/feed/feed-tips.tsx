import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useFixtureTips } from '#client/data/tips/public-tip-queries.ts';
import { OpenedTipModal } from '#client/data/tips/opened-tip-modal.tsx';
import { FollowTipster, TipList } from '#client/data/tips/tip-list.tsx';
import { EmptyState, Loading, StoredContent } from '#client/ui/notice.tsx';
import { TipCard } from '#client/ui/tip/tip-card.tsx';
import type { Tip } from '#contract/tips.ts';

type FeedTipsProps = {
  tips: readonly Tip[];
  /** Tips posted after this time get a dot. */
  unreadSince?: string | undefined;
  /** Content after the third tip, or after the last tip if there are fewer. */
  between?: ReactNode;
};

/** Public tips; a tap on a tip opens it in a dialog. */
export function FeedTips({ tips, unreadSince, between }: FeedTipsProps) {
  const [open, setOpen] = useState<Tip>();
  const third = tips[Math.min(2, tips.length - 1)]?.id;
  return (
    <>
      <TipList label={t`Recent Tips`} tips={tips} estimate={280} columns onDetails={setOpen}>
        {(card) => (
          <>
            <TipCard
              {...card}
              tag={
                <span className="flex items-center gap-1.5">
                  {unreadSince !== undefined && card.tip.creationTime > unreadSince && (
                    <UnreadDot />
                  )}
                  <FollowTipster tip={card.tip} />
                </span>
              }
            />
            {card.tip.id === third && between}
          </>
        )}
      </TipList>
      <OpenedTipModal tip={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

/** A dot that marks new content since the member's last visit. */
export function UnreadDot() {
  return (
    <span className="inline-flex items-center">
      <span aria-hidden="true" className="size-2 rounded-full bg-saved forced-colors:border" />
      <span className="sr-only">{t`New`}</span>
    </span>
  );
}

/** The tips on a game, the newest first. */
export function FixtureTips({ id }: { id: string }) {
  const tips = useFixtureTips(id);
  const list = useStoredDocument(collections.fixtureTips, id);
  const refresh = useRefresh({ what: 'fixture-tips', fixtureId: id });
  return (
    <StoredFeed
      value={tips}
      refresh={refresh}
      loading={<Loading shape="tip" label={t`Fetching recent tips`} />}
      failed={list === null && t`The tips could not be fetched.`}
      none={<EmptyState>{t`No tip holds this game yet.`}</EmptyState>}
      fetchedAt={list?.fetchedAt}
    >
      {(tips) => <FeedTips tips={tips} />}
    </StoredFeed>
  );
}

type StoredFeedProps = Omit<ComponentProps<typeof StoredContent<readonly Tip[]>>, 'later'> & {
  /** The button of the empty list on a spec-only backend. */
  action?: ReactNode;
};

/** The stored list of public tips; a spec-only backend has no such list. */
export function StoredFeed({ action, ...list }: StoredFeedProps) {
  const unsupported = (
    <EmptyState action={action}>
      <Trans>This server has no list of everybody's tips. Each tipster's page has theirs.</Trans>
    </EmptyState>
  );
  return (
    <TouchlineBackendOnly
      instead={<StoredContent {...list} failed={undefined} none={unsupported} />}
    >
      <StoredContent {...list} later={t`New tips come when you are online.`} />
    </TouchlineBackendOnly>
  );
}
