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
  /** Stays beside one that says the same or is about the same: it adds to that one. */
  stands?: true;
  /** The thing it is about: a later message about the same takes its place. */
  about?: string;
  /** The address of that thing. */
  to?: string;
};

type Listener = (toast: Toast) => void;
type Ear = (words: string) => void;

const early: Toast[] = [];
let listener: Listener | undefined;
let ear: Ear | undefined;

/** Shows a toast; what is said before the page stands waits until it does. */
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

let shownCount = 0;
const watchers = new Set<() => void>();

/** How many messages lie on the screen, for what can wait until it is free; fits an external store. */
export const messages = {
  count: () => shownCount,
  /** Set by the one place that shows them. */
  set: (count: number) => {
    shownCount = count;
    for (const watcher of watchers) watcher();
  },
  subscribe: (onChange: () => void) => {
    watchers.add(onChange);
    return () => void watchers.delete(onChange);
  },
};

/** Says what the screen shows anyway to those who do not see it change; nothing appears. */
export function say(words: string): void {
  ear?.(words);
}

/** Hands what is only said to the one region that says it. */
export function onSay(hear: Ear): () => void {
  ear = hear;
  return () => {
    ear = undefined;
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
    stands: true,
  });
}
