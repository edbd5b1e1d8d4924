import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type InboxEntry,
  useInbox,
  useNoticesFetchedAt,
  useReadInbox,
} from '#client/data/inbox.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { DayHeading } from '#client/ui/fixture/game-headings.tsx';
import { dayText } from '#client/ui/formats.ts';
import { Empty, Loading, Outdated } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { Entry } from './inbox-entry.tsx';

/** Messages of this phone and notices about tips, newest first. */
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
  const unreadKeys = useNew(entries);
  const refresh = useRefresh('notices');
  const fetchedAt = useNoticesFetchedAt();
  // Makes the tips of notices available offline.
  useRefresh('followed-tips');
  if (entries === undefined || (entries.length === 0 && refresh.state === 'waiting')) {
    return <Loading label={t`Loading your messages`} shape="row" />;
  }
  return (
    <>
      <TouchlineOnly>
        <Outdated refresh={refresh} fetchedAt={fetchedAt}>
          {t`New messages come when you are online.`}
        </Outdated>
      </TouchlineOnly>
      {entries.length === 0 ? (
        <Empty action={<LinkButton to="/tips">{t`Recent Tips`}</LinkButton>}>
          {t`No messages on this phone yet. What becomes of your tips, and of those of tipsters you follow, is said here.`}
        </Empty>
      ) : (
        <Days entries={entries} unreadKeys={unreadKeys} />
      )}
    </>
  );
}

type UnreadEntries = { entries: readonly InboxEntry[]; unreadKeys: ReadonlySet<string> };

function Days({ entries, unreadKeys }: UnreadEntries) {
  const days = Map.groupBy(entries, ({ at }) => dayText(new Date(at)));
  return (
    <div className="-mx-2 grid grid-cols-1 gap-3 md:mx-0">
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day} className="chalk rounded-md bg-card">
          <DayHeading day={day} />
          <ol className="divide-y divide-line border-t border-line">
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} isNew={unreadKeys.has(entry.key)} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Marks unread entries as read; returns the entries that were unread when the page opened. */
function useNew(entries: readonly InboxEntry[] | undefined): ReadonlySet<string> {
  const [unreadKeys, setUnreadKeys] = useState<ReadonlySet<string>>(new Set());
  const unread = (entries ?? []).filter(({ isNew }) => isNew).map(({ key }) => key);
  if (unread.some((key) => !unreadKeys.has(key)))
    setUnreadKeys(new Set([...unreadKeys, ...unread]));
  const read = useEffectEvent(useReadInbox());
  const anyUnread = unread.length > 0;
  useEffect(() => {
    if (anyUnread) read();
  }, [anyUnread]);
  return unreadKeys;
}
