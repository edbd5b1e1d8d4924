import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InboxEntry } from '#client/data/inbox.ts';
import { joinClasses } from '#client/ui/classes.ts';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { gamesText, gameText, momentText } from '#client/ui/formats.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { noticeText } from '#client/ui/messages/notice-text.ts';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { OutcomeLetter } from '#client/ui/tip/outcome.tsx';
import { picksText } from '#client/ui/tip/share-text.ts';
import type { Notice } from '#contract/notices.ts';

type InboxEntryRowProps = {
  entry: InboxEntry;
  /** True if the entry is unread. */
  isNew: boolean;
};

const entryClasses = 'flex min-h-11 min-w-0 flex-1 items-start gap-3';

/** A message, or a notice about a tip, with a link to its subject. */
export function InboxEntryRow({ entry, isNew }: InboxEntryRowProps) {
  const at = new Date(entry.at);
  if ('notice' in entry) return <NoticeRow entry={entry} words={{ at, isNew }} />;
  const { tone, title, text, to, games = [] } = entry.message;
  const refused = tone === 'lost';
  const content = (
    <>
      <EntryIcon
        icon={refused ? 'warning' : 'check'}
        look={refused ? 'bg-lost-solid' : 'bg-won-solid'}
      />
      <EntryText title={title} text={text} about={gamesText(games)} at={at} isNew={isNew} />
    </>
  );
  return (
    <li className="flex px-4 py-2.5">
      {to === undefined ? (
        <div className={entryClasses}>{content}</div>
      ) : (
        <Link to={to} className={joinClasses(entryClasses, entryLinkClasses)}>
          {content}
          <Icon name="next" className="mt-1 size-4 text-dim" />
        </Link>
      )}
    </li>
  );
}

const entryLinkClasses = '-my-2.5 py-2.5 hover:bg-sunk';

type NoticeEntry = Extract<InboxEntry, { notice: unknown }>;

/** A notice: its avatar links to the tipster, the rest of the row to the tip. */
function NoticeRow({ entry, words }: { entry: NoticeEntry; words: { at: Date; isNew: boolean } }) {
  const { notice, isOwn, legs, picture } = entry;
  const name = tipsterNameOf({ tipsterName: notice.tipster, former: notice.former });
  return (
    <li className="flex gap-3 px-4 py-2.5">
      {isOwn || notice.kind === 'replaced' ? (
        <EntryIcon
          icon={noticeIcon(notice)}
          look="bg-pill text-on-pill"
          mark={renderOutcomeMark(notice)}
        />
      ) : (
        <Link
          to="/tipster/profile/$id"
          params={{ id: notice.tipsterId }}
          aria-label={name}
          className="relative -m-0.5 inline-flex shrink-0 self-start rounded-full p-0.5"
        >
          <Avatar name={name} picture={picture} size={40} />
          <EntryMark>
            {renderOutcomeMark(notice) ?? (
              <Icon name={noticeIcon(notice)} className="size-[0.75rem]" />
            )}
          </EntryMark>
        </Link>
      )}
      <Link
        to="/tip/$id"
        params={{ id: notice.tipId }}
        className={joinClasses(entryClasses, entryLinkClasses)}
      >
        <EntryText
          title={noticeText(notice, isOwn ? undefined : name)}
          about={notice.game === undefined ? picksText(legs) : gameText(notice.game)}
          {...words}
        />
        <Icon name="next" className="mt-1 size-4 text-dim" />
      </Link>
    </li>
  );
}

const noticeIcons: Record<Notice['kind'], IconName> = {
  posted: 'tips',
  priced: 'tickets',
  'kick-off': 'clock',
  settled: 'check',
  corrected: 'back',
  replaced: 'back',
};

function noticeIcon({ kind }: Notice): IconName {
  return noticeIcons[kind];
}

/** Renders the outcome of a settled tip, which marks the avatar. */
function renderOutcomeMark({ kind, outcome }: Notice): ReactNode {
  return kind === 'settled' && outcome !== 'open' ? <OutcomeLetter outcome={outcome} /> : undefined;
}

type EntryIconProps = { icon: IconName; look: string; mark?: ReactNode };

/** The icon of an entry, as wide as an avatar. */
function EntryIcon({ icon, look, mark }: EntryIconProps) {
  return (
    <span
      className={joinClasses(
        'relative inline-flex size-[2.5rem] shrink-0 items-center justify-center rounded-full text-on-solid forced-colors:border',
        look,
      )}
    >
      <Icon name={icon} className="size-[1.25rem]" />
      {mark !== undefined && <EntryMark>{mark}</EntryMark>}
    </span>
  );
}

function EntryMark({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -end-1 -bottom-1 inline-grid size-[1.375rem] place-items-center rounded-full bg-card text-ink"
    >
      {children}
    </span>
  );
}

type EntryTextProps = {
  title: string;
  text?: string | undefined;
  /** The games or picks that the entry is about. */
  about: string | undefined;
  at: Date;
  isNew: boolean;
};

function EntryText({ title, text, about, at, isNew }: EntryTextProps) {
  const { t } = useLingui();
  return (
    <span className="min-w-0 flex-1 wrap-break-word">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="min-w-0 font-narrow text-md">
          {isNew && (
            <span className="me-1.5 inline-flex items-center align-middle">
              <span
                aria-hidden="true"
                className="size-2 rounded-full bg-saved forced-colors:border"
              />
              <span className="sr-only">{t`New`}</span>{' '}
            </span>
          )}
          {title}
        </strong>
        <time dateTime={at.toISOString()} className="text-xs text-dim">
          {momentText(at, 'time')}
        </time>
      </span>
      {[text, about].map(
        (line) =>
          line !== undefined && (
            <span key={line} className="block text-sm text-dim">
              {line}
            </span>
          ),
      )}
    </span>
  );
}
