import { lazy, useEffect, useState } from 'react';
import { LazyPart } from './lazy-part.tsx';
import { onToast, type Toast } from './toasts.ts';

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }));

/**
 * Where toasts appear. Their library loads with the first of them, and each is said again in a live
 * region that is always there: screen readers miss regions that come and go, and those in a dialog's
 * hidden tree.
 */
export function Toaster() {
  const [said, setSaid] = useState<{ toast: Toast; count: number }>();

  useEffect(
    () =>
      onToast((toast) => {
        setSaid((before) => ({ toast, count: (before?.count ?? 0) + 1 }));
        void import('./toast-stack.tsx').then(
          ({ showToast }) => showToast(toast),
          () => undefined,
        );
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
