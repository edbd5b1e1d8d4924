import type { Toast } from './toasts.ts';

/** A message with a number of its own, since the same may be said twice. */
export type ShownToast = { id: number; toast: Toast };

/** No more than so many wait below the one that is shown. */
const most = 8;

/** How long what needs no answer can be read, and how long what can be taken back waits for that. */
const readable = 6000;
const undoable = 15_000;

/**
 * How long a message is shown; undefined for refusals and for what has to be answered, which stay. What
 * says that something was done passes by itself, also where it offers to undo it.
 */
export function timeOf({ tone, act, undo }: Toast): number | undefined {
  if (tone === 'lost' || act) return undefined;
  return undo ? undoable : readable;
}

/**
 * The messages once another has come; the last one is shown. It takes the place of what would have
 * passed and has nothing to do, of what says the same, and of what was said about the same thing.
 */
export function withMessage(shown: readonly ShownToast[], next: ShownToast): readonly ShownToast[] {
  const remaining = shown.filter(
    ({ toast }) =>
      timeOf(toast) !== readable &&
      !isAboutTheSame(toast, next.toast) &&
      !repeats(toast, next.toast),
  );
  return [...remaining, next].slice(-most);
}

/** Whether two messages concern one thing, so that they may contradict each other. */
function isAboutTheSame(one: Toast, other: Toast): boolean {
  return one.about !== undefined && one.about === other.about && !other.stands;
}

/** Whether a message only says again what another has said. */
export function repeats(one: Toast, other: Toast): boolean {
  return !other.stands && one.title === other.title && one.text === other.text;
}
