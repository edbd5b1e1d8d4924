import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { holdUnsaved } from './unsaved.ts';

const LeaveQuestion = lazy(async () => ({
  default: (await import('./leave-question.tsx')).LeaveQuestion,
}));

/** Asks before a form with unsaved work is left, by a link, by Back or by closing the window. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  useEffect(() => (dirty ? holdUnsaved() : undefined), [dirty]);

  if (status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveQuestion onStay={reset} onLeave={proceed} />
    </Suspense>
  );
}
