import { lazy, useEffect, useState } from 'react';
import { untilIdle } from '../until-idle.ts';
import { LazyPart } from './lazy-part.tsx';
import { onToast, type Toast } from './toasts.ts';

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }));

/**
 * Where toasts appear. Their library loads when nothing else is at work, so that it is there where
 * a line is lost and no worker keeps it. Each is said again in a live region that is always there:
 * screen readers miss regions that come and go, and those in a dialog's hidden tree.
 */
export function Toaster() {
  const [said, setSaid] = useState<{ toast: Toast; count: number }>();

  useEffect(() => void untilIdle().then(fetchStack), []);

  useEffect(
    () =>
      onToast((toast) => {
        setSaid((before) => ({ toast, count: (before?.count ?? 0) + 1 }));
        void fetchStack().then((stack) => stack?.showToast(toast));
      }),
    [],
  );

  return (
    <>
      <div role="status" aria-live="polite" className="sr-only" data-toasts-said>
        {said && (
          <p key={said.count}>
            {said.toast.title} {said.toast.text}
          </p>
        )}
      </div>
      {said && (
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
