import type { Tip } from '#contract/tips.ts';
import { type DeskAct, useDeskActs } from '#client/data/desk-acts.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useCapability } from '#client/data/device/sync-state.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { UndoBar } from './act-bars.tsx';

/** Recent actions on a ticket that can be undone. */
export function TicketUndo({ tip }: { tip: Tip }) {
  const now = useServerNow(15_000);
  const { acts, undo } = useDeskActs(now);
  const notSavedWords = useNotSavedWords();
  const { run } = useTask((error) => notify({ tone: 'lost', title: notSavedWords(error) }));
  // Other backends cannot reopen a ticket.
  const isKnown = useCapability('desk') !== false;
  const done = isKnown ? acts.flatMap((act) => partOn(tip, act)) : [];
  return (
    <UndoBar
      acts={done}
      now={now}
      onUndo={(act) => void run(async () => undo(act, () => undefined))}
    />
  );
}

/** The pieces of an action on this ticket that are still in effect. */
function partOn({ id, options, IsGameSuccessful }: Tip, act: DeskAct): DeskAct[] {
  const { leg, confirmed } = act;
  if (leg?.tipId === id) {
    const isSo = options.some(
      ({ fixtureId, result }) => fixtureId === leg.was.fixtureId && result === leg.result,
    );
    return isSo ? [act] : [];
  }
  const isSo = IsGameSuccessful && confirmed.includes(id);
  return isSo ? [{ ...act, settled: [], confirmed: [id] }] : [];
}
