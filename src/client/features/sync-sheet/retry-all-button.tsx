import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useEngineState } from '#client/data/device/engine-state.ts';
import { useOperations, useReachability } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { momentText } from '#client/ui/formats.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { findServerWaitEnd } from './operation-reason.tsx';

/** A button that retries all waiting operations, and explains if this cannot help yet. */
export function RetryAllButton() {
  const { t } = useLingui();
  const { retry } = useOutboxActions();
  const { engine } = useEngineState();
  const waiting = (useOperations() ?? []).filter(canBeRetried);
  const [triedAt, setTriedAt] = useState<number>();
  const { busy, run } = useTask();
  const tryNow = async () => {
    const now = Date.now();
    // Retries only operations whose wait this phone chose; the others only need a send.
    for (const { id, nextAt } of waiting) if (nextAt > now) await retry(id);
    engine?.sendPending('woke');
    setTriedAt(now);
  };
  return (
    <>
      {waiting.length > 0 && (
        <Button className="ms-auto" busy={busy} onClick={() => run(tryNow)}>
          {t`Try now`}
        </Button>
      )}
      <p role="status" className="w-full text-sm text-dim empty:hidden">
        {triedAt !== undefined && waiting.length > 0 && (
          <RetryExplanation waitEnd={findServerWaitEnd(waiting, triedAt)} />
        )}
      </p>
    </>
  );
}

/** Explains why a retry sent nothing: the server imposed a wait, or there is no connection. */
function RetryExplanation({ waitEnd }: { waitEnd: number | undefined }) {
  const { t } = useLingui();
  const offline = useReachability() === 'offline';
  if (waitEnd !== undefined) {
    const time = momentText(new Date(waitEnd), 'time');
    return t`The server asked to wait until ${time}.`;
  }
  return offline && t`You are offline.`;
}

/** True for operations that are retried together; a refused one has its own retry button. */
function canBeRetried({ state }: OperationRow): boolean {
  return state === 'pending' || state === 'unknown';
}
