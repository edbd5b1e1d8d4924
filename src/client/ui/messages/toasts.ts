import { t } from '@lingui/core/macro';
import { gamesText } from '../formats.ts';
import { useIsSavingDurable, type Tone } from '../tag.tsx';

/** A short message about something that just happened. */
export type Toast = {
  tone: Extract<Tone, 'won' | 'waiting' | 'saved' | 'lost'>;
  title: string;
  text?: string;
  /** An action such as Retry or Reload. The message stays until it is answered. */
  action?: { label: string; run: () => void };
  /** Undoes the reported change while the message is shown; the message closes by itself. */
  undo?: () => void;
  /** Id of its subject, such as that of an operation: a later message with this subject replaces it. */
  subject?: string;
  /** Adds to the message about the same subject instead of replacing it. */
  adds?: true;
  /** Id of the operation it reports as pending; the message ends with that operation. */
  operation?: string;
  /** Counts as unread in the bell: a result from the server, not of one's own tap. */
  unread?: true;
  /** The address of its subject. */
  to?: string;
};

/**
 * The duration of a message in milliseconds; one with an undo lasts longer, because the button must
 * be found.
 */
const readableMs = 6000;
const undoableMs = 15_000;

/** Milliseconds a message is shown; `Infinity` for refusals and questions, which stay until they are read. */
export function toastDurationMs({ tone, action, undo }: Toast): number {
  if (tone === 'lost' || action) return Infinity;
  return undo ? undoableMs : readableMs;
}

/** Messages of one subject replace each other; without a subject, those with the same text do. */
export function subjectOf({ subject, title, text = '' }: Toast): string {
  return subject ?? `${title}\n${text}`;
}

/** Returns the current form of a message, or undefined to end it. */
export type ReviseToast = (toast: Toast) => Toast | undefined;

/** Shows, revises and announces messages. */
type Receiver = {
  show?: (toast: Toast) => void;
  revise?: (revise: ReviseToast) => void;
  announce?: (words: string) => void;
};

const receivers = new Set<Receiver>();
const early: Toast[] = [];

/** Registers a receiver of messages; returns the function that ends it. */
export function registerMessageReceiver(receiver: Receiver): () => void {
  receivers.add(receiver);
  const { show } = receiver;
  if (show) early.splice(0).forEach((toast) => show(toast));
  return () => void receivers.delete(receiver);
}

/** Shows a toast. One that comes before the page is rendered waits for it. */
export function notify(toast: Toast): void {
  const shows = [...receivers].flatMap(({ show }) => show ?? []);
  if (shows.length === 0) early.push(toast);
  for (const show of shows) show(toast);
}

/** Changes or ends messages that are out of date; nothing is announced. */
export function reviseMessages(revise: ReviseToast): void {
  for (const receiver of receivers) receiver.revise?.(revise);
}

/** Announces to screen readers a change that the screen shows anyway; shows nothing. */
export function announce(words: string): void {
  for (const receiver of receivers) receiver.announce?.(words);
}

/** A stored change: its operation, its subject, and its undo. */
export type PendingChange = { operation?: string | undefined; subject?: string; undo?: () => void };

/** Reports that a change was stored here, or that it was not if the browser stores nothing. */
export function useReportSaved(): (text: string, pending?: PendingChange) => void {
  const durable = useIsSavingDurable();
  return (text, { operation, ...rest } = {}) => {
    const title = durable ? t`Saved on this phone` : t`Not kept on this phone`;
    const words = durable ? text : t`Keep this page open until it is posted.`;
    const pending = { ...rest, ...(operation !== undefined && { operation }) };
    notify({ tone: 'saved', title, text: words, ...pending });
  };
}

/** A change that was discarded: its games, where it has any, and how to put it back. */
export type DiscardedChange = {
  games: readonly string[];
  subject: string;
  undo: () => Promise<unknown>;
};

/** Reports a discarded change, with an undo; does nothing if it was already gone. */
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

/** Reports that an undo came after the change had been sent. */
export function reportUndoTooLate(): void {
  notify({ tone: 'lost', title: t`It could not be undone`, text: t`It had been sent already.` });
}
