import type { Tip } from '#contract/tips.ts';
import type { UndoableAction } from '#client/data/desk/undo-pieces.ts';
import { useUndoableActions } from '#client/data/desk/undoable-actions.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useTaskWithToast } from './desk-task.ts';
import { UndoBar } from './undo-bar.tsx';

/** Recent actions on a ticket that can be undone. */
export function TicketUndo({ tip }: { tip: Tip }) {
  const now = useServerNow(15_000);
  const { actions, undo } = useUndoableActions(now);
  const { run } = useTaskWithToast();
  return (
    <TouchlineBackendOnly>
      <UndoBar
        actions={actions.flatMap((action) => limitActionToTicket(tip, action))}
        now={now}
        onUndo={(action) => void run(async () => undo(action, () => undefined))}
      />
    </TouchlineBackendOnly>
  );
}

/** Returns the action with only its changes of this ticket that are still in effect; [] if none. */
function limitActionToTicket(
  { id, options, IsGameSuccessful }: Tip,
  action: UndoableAction,
): UndoableAction[] {
  const pieces = action.pieces.filter((piece) => {
    if (piece.kind === 'option' || piece.tipId !== id) return false;
    if (piece.kind === 'ticket') return IsGameSuccessful;
    const { was, result } = piece;
    return options.some((leg) => leg.fixtureId === was.fixtureId && leg.result === result);
  });
  return pieces.length === 0 ? [] : [{ ...action, pieces }];
}
