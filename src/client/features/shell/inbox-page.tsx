import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type InboxEntry,
  useInbox,
  useNoticesFetchedAt,
  useMarkInboxRead,
} from '#client/data/inbox.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { DayHeading } from '#client/ui/fixture/game-headings.tsx';
import { dayHeadingText } from '#client/ui/formats.ts';
import { EmptyState, Loading, OutdatedNotice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { InboxEntryRow } from './inbox-entry.tsx';

/** The inbox: messages of this phone and notices about tips, the newest first. */
export function InboxPage() {
  const { t } = useLingui();
  return (
    <Page title={t`Messages`}>
      <Inbox />
    </Page>
  );
}

function Inbox() {
  const { t } = useLingui();
  const entries = useInbox();
  const unreadKeys = useUnreadKeys(entries);
  const refresh = useRefresh('notices');
  const fetchedAt = useNoticesFetchedAt();
  // This refresh stores the tips of the notices, so that these tips can be opened offline.
  useRefresh('followed-tips');
  if (entries === undefined || (entries.length === 0 && refresh.state === 'waiting')) {
    return <Loading label={t`Loading your messages`} shape="row" />;
  }
  return (
    <>
      <TouchlineBackendOnly>
        <OutdatedNotice refresh={refresh} fetchedAt={fetchedAt}>
          {t`New messages come when you are online.`}
        </OutdatedNotice>
      </TouchlineBackendOnly>
      {entries.length === 0 ? (
        <EmptyState action={<LinkButton to="/tips">{t`Recent Tips`}</LinkButton>}>
          {t`No messages on this phone yet. What becomes of your tips, and of those of tipsters you follow, is said here.`}
        </EmptyState>
      ) : (
        <InboxDays entries={entries} unreadKeys={unreadKeys} />
      )}
    </>
  );
}

type UnreadEntries = { entries: readonly InboxEntry[]; unreadKeys: ReadonlySet<string> };

function InboxDays({ entries, unreadKeys }: UnreadEntries) {
  const days = Map.groupBy(entries, ({ at }) => dayHeadingText(new Date(at)));
  return (
    <div className="-mx-2 grid grid-cols-1 gap-3 md:mx-0">
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day} className="card-border rounded-md bg-card">
          <DayHeading day={day} />
          <ol className="divide-y divide-line border-t border-line">
            {entries.map((entry) => (
              <InboxEntryRow key={entry.key} entry={entry} isNew={unreadKeys.has(entry.key)} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Marks unread entries as read; returns those that were unread when the page was opened. */
function useUnreadKeys(entries: readonly InboxEntry[] | undefined): ReadonlySet<string> {
  const [unreadKeys, setUnreadKeys] = useState<ReadonlySet<string>>(new Set());
  const unread = (entries ?? []).filter(({ isNew }) => isNew).map(({ key }) => key);
  if (unread.some((key) => !unreadKeys.has(key)))
    setUnreadKeys(new Set([...unreadKeys, ...unread]));
  const read = useEffectEvent(useMarkInboxRead());
  const anyUnread = unread.length > 0;
  useEffect(() => {
    if (anyUnread) read();
  }, [anyUnread]);
  return unreadKeys;
}
