import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useActions } from '#client/data/outbox/actions.ts';
import { useRunning } from '#client/data/device/running.ts';
import { useOperations, useReachability } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { shortTime } from '#client/ui/formats.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { heldUntil } from './operation-reason.tsx';

/** A try of everything at once where something waits for one, and why it may not have helped. */
export function TryNow() {
  const { t } = useLingui();
  const { retry } = useActions();
  const { engine } = useRunning();
  const waiting = (useOperations() ?? []).filter(mayBeTried);
  const [asked, setAsked] = useState<number>();
  const { busy, run } = useTask();
  const tryNow = async () => {
    const now = Date.now();
    // What waits by this phone's own choice; the rest only has to be looked at.
    for (const { id, nextAt } of waiting) if (nextAt > now) await retry(id);
    engine?.nudge('woke');
    setAsked(now);
  };
  return (
    <>
      {waiting.length > 0 && (
        <Button className="ms-auto" busy={busy} onClick={() => run(tryNow)}>
          {t`Try now`}
        </Button>
      )}
      <p role="status" className="w-full text-sm text-dim empty:hidden">
        {asked !== undefined && waiting.length > 0 && (
          <WhyNotYet held={heldUntil(waiting, asked)} />
        )}
      </p>
    </>
  );
}

/** Why what was just asked to go does not: the server asked for a wait, or there is no connection. */
function WhyNotYet({ held }: { held: number | undefined }) {
  const { t } = useLingui();
  const offline = useReachability() === 'offline';
  if (held !== undefined) {
    const time = shortTime(new Date(held));
    return t`The server asked to wait until ${time}.`;
  }
  return offline && t`You are offline.`;
}

/** What was refused is tried again one by one, by its own button; the rest together. */
function mayBeTried({ state }: OperationRow): boolean {
  return state === 'pending' || state === 'unknown';
}
