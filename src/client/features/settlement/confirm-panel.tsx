import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Leg } from '#contract/tips.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { operationOf } from '#sync/operations/registry.ts';
import { fixtureSubject, hasSubjectIn, tipSubject } from '#sync/outbox/subjects.ts';
import { useUndoableActions } from '#client/data/desk/undoable-actions.ts';
import { useSaveErrorText } from '#client/data/outbox/save-error.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useDesk } from '#client/data/desk/desk.ts';
import { readAdminTip } from '#client/data/tips/admin-tip-queries.ts';
import { useDevice } from '#client/data/device/device.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { createLazyComponent } from '#client/ui/lazy-content.tsx';
import { focusOnMount } from '#client/ui/focus.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { GamesPanel } from '../desk/games-panel.tsx';
import { useIsTipLocked } from '../desk/tip-notices.tsx';

const StatusDialog = createLazyComponent(() => import('./status-dialog.tsx'), 'StatusDialog');

/** The games of a ticket with their results, and a button that confirms it if all are decided. */
export function ConfirmPanel({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const locked = useIsTipLocked(tip);
  const [confirming, setConfirming] = useState(false);
  const desk = useDesk();
  const fixtureOf = ({ fixtureId }: Leg) => desk?.fixtures.find(({ id }) => id === fixtureId);
  return (
    <GamesPanel
      tip={tip}
      // The confirmation removes the button, so the text that replaces it gets the focus.
      footerRef={confirming && locked ? focusOnMount : undefined}
      renderDialog={(leg, close) => (
        <StatusDialog tip={tip} leg={leg} fixture={fixtureOf(leg)} onClose={close} />
      )}
    >
      {tip.IsGameSuccessful && !tip.device && <Notice>{t`This ticket has been confirmed.`}</Notice>}
      {!locked && <ConfirmWarnings tip={tip} />}
      {!locked && <ConfirmButton tip={tip} onConfirming={setConfirming} />}
    </GamesPanel>
  );
}

type ConfirmButtonProps = { tip: OptimisticTip; onConfirming: (is: boolean) => void };

function ConfirmButton({ tip, onConfirming }: ConfirmButtonProps) {
  const { t } = useLingui();
  const undoable = useUndoableActions(useServerNow(60_000));
  const { member } = useDevice();
  const fixtures = tip.options.map(({ fixtureId }) => fixtureSubject(fixtureId));
  const subjects = new Set([tipSubject(tip.id), ...fixtures]);
  const isChangedHere =
    useOperations()?.some(
      (row) => operationOf(row)?.about === 'desk' && hasSubjectIn(row, subjects),
    ) === true;
  const notSavedWords = useSaveErrorText();
  const { busy, run } = useTask((error) => {
    onConfirming(false);
    notify({ tone: 'lost', title: notSavedWords(error) });
  });
  const confirm = async () =>
    run(async () => {
      // The stored ticket is read, because a recent decision may not be on the screen yet.
      const { options, version } = (member && (await readAdminTip(member.store, tip.id))) ?? tip;
      if (options.some(({ result }) => result === 'pending')) {
        const title = t`Error Confirming Ticket. Make sure all tip status has been confirmed`;
        return notify({ tone: 'lost', title });
      }
      // This comes first, because the panel may be closed before the confirmation is stored.
      onConfirming(true);
      // Unsent decisions of the desk will raise the ticket's version on the server, so the version
      // on this phone must not be sent.
      if (isChangedHere) await undoable.confirmTickets([tip.id]);
      else await undoable.confirmTicket({ id: tip.id, version });
      return undefined;
    });
  return (
    <Button look="primary" busy={busy} onClick={confirm}>
      {busy ? t`Processing...` : t`Confirm Ticket`}
    </Button>
  );
}

/** Warnings before a confirmation that changes a record. */
function ConfirmWarnings({ tip: { options, copiedFrom } }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const now = useServerNow(60_000);
  if (options.some(({ result }) => result === 'pending')) return undefined;
  const counting = options.filter(({ result }) => result !== 'void');
  const upcoming = counting.filter(
    ({ startDateOfGame: start }) => !hasStarted(new Date(start), now),
  );
  // A copied ticket counts in no record.
  const unpriced = copiedFrom === undefined ? counting.filter(({ odd }) => odd === 0) : [];
  if (upcoming.length === 0 && unpriced.length === 0) return undefined;
  return (
    <Notice tone="warning" title={t`A confirmation counts in the record at once.`}>
      {upcoming.length > 0 && (
        <p>
          <Plural
            value={upcoming.length}
            one="# game has not kicked off yet."
            other="# games have not kicked off yet."
          />
        </p>
      )}
      {unpriced.length > 0 && (
        <p>
          <Plural
            value={unpriced.length}
            one="# game has no odds: the ticket counts in the hit rate, and not in units."
            other="# games have no odds: the ticket counts in the hit rate, and not in units."
          />
        </p>
      )}
    </Notice>
  );
}
