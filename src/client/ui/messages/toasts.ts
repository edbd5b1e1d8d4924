import { t } from '@lingui/core/macro';
import { useDurable, type Tone } from '../tag.tsx';

/** A short message about something that just happened. */
export type Toast = {
  tone: Extract<Tone, 'won' | 'waiting' | 'saved' | 'lost'>;
  title: string;
  text?: string;
  /** One thing to do about it, such as Retry or Reload. The message stays until that is answered. */
  act?: { label: string; onAct: () => void };
  /** Takes back what was done, for as long as the message is shown; it passes by itself. */
  undo?: () => void;
  /** Id of what it is about, such as a lane: a later message about that replaces this one. */
  subject?: string;
  /** Adds to the message about the same subject instead of replacing it. */
  adds?: true;
  /** The address of what it is about. */
  to?: string;
};

/** How long a message stays in sight, in milliseconds; an undo stays longer, since it has to be found. */
const readableMs = 6000;
const undoableMs = 15_000;

/** Milliseconds a message is shown; `Infinity` for refusals and questions, which stay until they are read. */
export function durationOf({ tone, act, undo }: Toast): number {
  if (tone === 'lost' || act) return Infinity;
  return undo ? undoableMs : readableMs;
}

/** Messages of one subject replace each other; without a subject, those of the same words do. */
export function subjectOf({ subject, title, text = '' }: Toast): string {
  return subject ?? `${title}\n${text}`;
}

type Listener = (toast: Toast) => void;
type SpeechListener = (words: string) => void;

const early: Toast[] = [];
let listener: Listener | undefined;
let speechListener: SpeechListener | undefined;

/** Shows a toast. One that comes before the page stands waits until it does. */
export function notify(toast: Toast): void {
  if (listener) listener(toast);
  else early.push(toast);
}

/** Hands every toast to the one place that shows them. */
export function onToast(show: Listener): () => void {
  listener = show;
  early.splice(0).forEach(show);
  return () => {
    listener = undefined;
  };
}

let count = 0;
const watchers = new Set<() => void>();

/** The number of messages on the screen, for what can wait until it is free; fits an external store. */
export const shownCount = {
  get: () => count,
  /** Set by the one place that shows them. */
  set: (next: number) => {
    count = next;
    for (const watcher of watchers) watcher();
  },
  subscribe: (onChange: () => void) => {
    watchers.add(onChange);
    return () => void watchers.delete(onChange);
  },
};

/** Says what the screen shows anyway to those who do not see it change; nothing appears. */
export function say(words: string): void {
  speechListener?.(words);
}

/** Hands what is only said to the one region that says it. */
export function onSay(hear: SpeechListener): () => void {
  speechListener = hear;
  return () => {
    speechListener = undefined;
  };
}

/** Says that what was just done is stored here; and that it is not, where the browser stores nothing. */
export function useSaySaved(): (text: string, undo?: Toast['undo']) => void {
  const durable = useDurable();
  return (text, undo) => {
    const title = durable ? t`Saved on this phone` : t`Not kept on this phone`;
    const words = durable ? text : t`Keep this page open until it is posted.`;
    notify({ tone: 'saved', title, text: words, ...(undo && { undo }) });
  };
}

/** Says that something is off this phone, and stays: there is no other way to have it back. */
export function sayDiscarded(undo: (() => Promise<unknown>) | undefined): void {
  if (undo === undefined) return;
  const onAct = () => {
    undo().catch(() =>
      notify({ tone: 'lost', title: t`It could not be put back`, text: t`Please do it again.` }),
    );
  };
  notify({
    tone: 'saved',
    title: t`Discarded`,
    text: t`It is not sent any more.`,
    act: { label: t`Undo`, onAct },
    adds: true,
  });
}
