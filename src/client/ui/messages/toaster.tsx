import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MessageBar } from './message-bar.tsx';
import { repeats, withMessage, type ShownToast } from './message-stack.ts';
import { messages, onSay, onToast, type Toast } from './toasts.ts';

/** A queue that goes out says the same hundreds of times: once a second is enough for all of it. */
const oncePer = 1000;

/**
 * Where messages appear, one at a time. Each is said as well in a live region that is always there:
 * screen readers miss regions that come and go, and those in a dialog's hidden tree. `onShown` hears
 * each of them, for what keeps them.
 */
export function Toaster({ onShown }: { onShown?: (toast: Toast) => void }) {
  const { shown, add, close } = useShownToasts();
  const [said, setSaid] = useState({ words: '', urgent: false, count: 0 });

  const say = useEffectEvent((words: string, urgent = false) =>
    setSaid(({ count }) => ({ words, urgent, count: count + 1 })),
  );
  const show = useEffectEvent((toast: Toast) => {
    if (!add(toast)) return;
    say(toast.text === undefined ? toast.title : `${toast.title} ${toast.text}`, isUrgent(toast));
    onShown?.(toast);
  });

  useEffect(() => {
    const endSaying = onSay((words) => say(words));
    const endToasts = onToast((toast) => show(toast));
    return () => {
      endSaying();
      endToasts();
    };
  }, []);
  useEffect(() => messages.set(shown.length), [shown.length]);

  const last = shown.at(-1);
  const words = said.count > 0 && <p key={said.count}>{said.words}</p>;
  return (
    <>
      <div className="sr-only" data-toasts-said>
        <div role="status" aria-live="polite">
          {!said.urgent && words}
        </div>
        <div role="alert" aria-live="assertive">
          {said.urgent && words}
        </div>
      </div>
      {last && <MessageBar key={last.id} toast={last.toast} onClose={() => close(last.id)} />}
    </>
  );
}

function isUrgent({ tone }: Toast): boolean {
  return tone === 'lost';
}

/** The messages that were not closed yet, the shown one last. */
function useShownToasts() {
  const [shown, setShown] = useState<readonly ShownToast[]>([]);
  const last = useRef<{ toast: Toast; at: number; id: number }>(undefined);

  /** Adds a message, unless it was said a moment ago and still stands. */
  function add(toast: Toast): boolean {
    const at = performance.now();
    const before = last.current;
    if (before && repeats(before.toast, toast) && at - before.at < oncePer) return false;
    const id = (before?.id ?? 0) + 1;
    last.current = { toast, at, id };
    setShown((others) => withMessage(others, { id, toast }));
    return true;
  }

  function close(id: number): void {
    // The same said a moment later is news, and not the repetition of what was read.
    if (last.current?.id === id) last.current.at = -Infinity;
    setShown((others) => others.filter((other) => other.id !== id));
  }

  return { shown, add, close };
}
