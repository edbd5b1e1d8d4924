import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useInbox, useReadMessages } from '#client/data/inbox.ts';
import { classes } from '#client/ui/classes.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { whenText } from '#client/ui/formats.ts';
import { Empty, Loading } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import type { MessageRow } from '#sync/storage/member-store.ts';

/** What was said on this phone, the newest first. */
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
  const messages = useInbox();
  const read = useEffectEvent(useReadMessages());
  const anyUnread = messages?.some((message) => message.read === 0) === true;
  useEffect(() => {
    if (anyUnread) read();
  }, [anyUnread]);
  if (messages === undefined) return <Loading label={t`Loading your messages`} shape="row" />;
  if (messages.length === 0) {
    const act = <LinkButton to="/tips">{t`Recent Tips`}</LinkButton>;
    return <Empty act={act}>{t`No messages yet. What becomes of your tips is said here.`}</Empty>;
  }
  return (
    <ol
      aria-label={t`Messages`}
      className="chalk -mx-2 divide-y divide-line rounded-md bg-card md:mx-0"
    >
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </ol>
  );
}

const row = 'flex w-full items-start gap-3 px-4 py-3';

function Message({ message }: { message: MessageRow }) {
  const content = <MessageContent message={message} />;
  return (
    <li>
      {message.to === undefined ? (
        <div className={row}>{content}</div>
      ) : (
        <Link to={message.to} className={classes(row, 'min-h-11 hover:bg-sunk')}>
          {content}
          <Icon name="next" className="mt-1 size-4 text-dim" />
        </Link>
      )}
    </li>
  );
}

function MessageContent({ message }: { message: MessageRow }) {
  const { tone, title, text, at } = message;
  const refused = tone === 'lost';
  return (
    <>
      <span
        className={classes(
          'mt-0.5 inline-flex size-5.5 shrink-0 items-center justify-center rounded-full text-on-solid',
          refused ? 'bg-lost-solid' : 'bg-won-solid',
        )}
      >
        <Icon name={refused ? 'warning' : 'check'} className="size-3.5" />
      </span>
      <span className="min-w-0 flex-1 wrap-break-word">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <strong className="min-w-0 font-narrow text-md">{title}</strong>
          <span className="text-xs text-dim">{whenText(new Date(at))}</span>
        </span>
        {text !== undefined && <span className="block text-sm text-dim">{text}</span>}
      </span>
    </>
  );
}
