import { useBlocker } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { lazyNamed, LazyPart } from './lazy-part.tsx';
import { holdUnsaved } from './unsaved.ts';

const LeaveQuestion = lazyNamed(() => import('./leave-question.tsx'), 'LeaveQuestion');

/** Asks before a form with unsaved work is left, by a link, by Back or by closing the window. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && isElsewhere(current, next),
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  useEffect(() => (dirty ? holdUnsaved() : undefined), [dirty]);

  if (status !== 'blocked') return null;
  return (
    <LazyPart instead={<PlainQuestion onStay={reset} onLeave={proceed} />}>
      <LeaveQuestion onStay={reset} onLeave={proceed} />
    </LazyPart>
  );
}

type Place = { pathname: string; search: unknown };

/** What opens or closes over a page does not leave it. */
function isElsewhere(current: Place, next: Place): boolean {
  return (
    current.pathname !== next.pathname ||
    JSON.stringify(current.search) !== JSON.stringify(next.search)
  );
}

/** The browser's own question, where ours cannot be fetched. */
function PlainQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  const ask = () => {
    const words = t`What you changed here is not saved yet. Leave without saving?`;
    if (globalThis.confirm(words)) onLeave();
    else onStay();
  };
  const latest = useRef(ask);
  useEffect(() => latest.current(), []);
  return null;
}
