import { t } from '@lingui/core/macro';
import { gamesText } from '../formats.ts';
import { useIsSavingDurable, type Tone } from '../tag.tsx';

/** A short message about something that has just happened. */
export type Toast = {
  tone: Extract<Tone, 'won' | 'waiting' | 'saved' | 'lost'>;
  title: string;
  text?: string;
  /** A button such as Retry or Reload; such a message stays until it is pressed or closed. */
  action?: { label: string; run: () => void };
  /** Undoes the change; possible while the message is shown, which is for `undoableMs`. */
  undo?: () => void;
  /** The id of the subject; a later message with the same subject replaces this one. */
  subject?: string;
  /** Shows this message in addition to other messages with the same subject. */
  adds?: true;
  /** The id of the operation that is reported as pending; the message is hidden when it ends. */
  operation?: string;
  /** Marks the message as unread in the inbox, because it reports a result from the server. */
  unread?: true;
  /** The URL of the subject. */
  to?: string;
};

/** How long a message is shown without and with an Undo button, in milliseconds. */
const readableMs = 6000;
const undoableMs = 15_000;

/** Milliseconds a message is shown; `Infinity` for refusals and messages that need an answer. */
export function toastDurationMs({ tone, action, undo }: Toast): number {
  if (tone === 'lost' || action) return Infinity;
  return undo ? undoableMs : readableMs;
}

/** The subject of a message; if absent, its text, so that equal messages replace each other. */
export function subjectOf({ subject, title, text = '' }: Toast): string {
  return subject ?? `${title}\n${text}`;
}

/** Returns the updated message, or undefined to hide it. */
export type ReviseToast = (toast: Toast) => Toast | undefined;

/** A component that shows, updates or announces messages. */
type MessageReceiver = {
  show?: (toast: Toast) => void;
  revise?: (revise: ReviseToast) => void;
  announce?: (words: string) => void;
};

const receivers = new Set<MessageReceiver>();
const earlyToasts: Toast[] = [];

/** Registers a receiver of messages; returns a function that removes it. */
export function registerMessageReceiver(receiver: MessageReceiver): () => void {
  receivers.add(receiver);
  const { show } = receiver;
  if (show) earlyToasts.splice(0).forEach((toast) => show(toast));
  return () => void receivers.delete(receiver);
}

/** Shows a toast; before the page is rendered, the toast waits. */
export function notify(toast: Toast): void {
  const shows = [...receivers].flatMap(({ show }) => show ?? []);
  if (shows.length === 0) earlyToasts.push(toast);
  for (const show of shows) show(toast);
}

/** Updates or hides messages that are out of date; does not announce anything. */
export function reviseMessages(revise: ReviseToast): void {
  for (const receiver of receivers) receiver.revise?.(revise);
}

/** Announces a visible change to screen readers only. */
export function announce(words: string): void {
  for (const receiver of receivers) receiver.announce?.(words);
}

/** A stored change: its operation's id, its subject, and its undo. */
export type PendingChange = { operation?: string | undefined; subject?: string; undo?: () => void };

/** Returns a function that reports a change as saved on this phone, or that storage is refused. */
export function useReportSaved(): (text: string, pending?: PendingChange) => void {
  const durable = useIsSavingDurable();
  return (text, { operation, ...rest } = {}) => {
    const title = durable ? t`Saved on this phone` : t`Not kept on this phone`;
    const words = durable ? text : t`Keep this page open until it is posted.`;
    const pending = { ...rest, ...(operation !== undefined && { operation }) };
    notify({ tone: 'saved', title, text: words, ...pending });
  };
}

/** A discarded change: its games, if any, and a function that restores it. */
export type DiscardedChange = {
  games: readonly string[];
  subject: string;
  undo: () => Promise<unknown>;
};

/** Reports a discarded change and offers an undo; does nothing if nothing was discarded. */
export function reportDiscarded(discarded: DiscardedChange | undefined): void {
  if (discarded === undefined) return;
  const { games, subject, undo } = discarded;
  const name = gamesText(games);
  notify({
    tone: 'saved',
    title: name === undefined ? t`Discarded` : t`Discarded: ${name}`,
    text: t`It is not sent any more.`,
    subject,
    undo: () => {
      undo().catch(() =>
        notify({ tone: 'lost', title: t`It could not be put back`, text: t`Please do it again.` }),
      );
    },
  });
}

/** Reports that an undo came too late, because the change was already sent. */
export function reportUndoTooLate(): void {
  notify({ tone: 'lost', title: t`It could not be undone`, text: t`It had been sent already.` });
}
