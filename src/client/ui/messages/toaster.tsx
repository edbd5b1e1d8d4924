import { useEffect, useState } from 'react';
import { untilShown } from '#client/idle.ts';
import { lazyNamed, LazyPart } from '../lazy-part.tsx';
import { onSay, onToast } from './toasts.ts';

const ToastStack = lazyNamed(() => import('./toast-stack.tsx'), 'ToastStack');

/**
 * Where toasts appear. Their library loads when nothing else is at work, so that it is there where
 * the connection is lost and no worker has stored it. Each is said again in a live region that is always there:
 * screen readers miss regions that come and go, and those in a dialog's hidden tree.
 */
export function Toaster() {
  const [said, setSaid] = useState({ words: '', count: 0 });
  const [stacked, setStacked] = useState(false);

  useEffect(() => void untilShown().then(fetchStack), []);

  useEffect(() => {
    const say = (words: string) => setSaid(({ count }) => ({ words, count: count + 1 }));
    const endSaying = onSay(say);
    const endToasts = onToast((toast) => {
      setStacked(true);
      say(toast.text === undefined ? toast.title : `${toast.title} ${toast.text}`);
      void fetchStack().then((stack) => stack?.showToast(toast));
    });
    return () => {
      endSaying();
      endToasts();
    };
  }, []);

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-toasts-said>
        {said.count > 0 && <p key={said.count}>{said.words}</p>}
      </div>
      {stacked && (
        <LazyPart instead={null}>
          <ToastStack />
        </LazyPart>
      )}
    </>
  );
}

/** The code of the stack; undefined where it cannot be fetched. */
async function fetchStack() {
  return import('./toast-stack.tsx').catch(() => undefined);
}
