import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { undoWindowMs } from '#domain/tip.ts';
import type { ReadyTickets } from '#client/data/desk/desk.ts';
import { selectPieces, type UndoableAction } from '#client/data/desk/undo-pieces.ts';
import { Button } from '#client/ui/button.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { countText, gameText } from '#client/ui/formats.ts';
import { ChangeStateTag } from '#client/ui/tag.tsx';
import { legStateText } from '#client/ui/tip/outcome.tsx';

type ReadyTicketsBarProps = {
  ready: ReadyTickets;
  /** True if this button is the main action of the page, so that it is highlighted. */
  first: boolean;
  busy: boolean;
  onConfirm: () => void;
};

/** The number of tickets ready for confirmation, and a button that opens a summary. */
export function ReadyTicketsBar({ ready, first, busy, onConfirm }: ReadyTicketsBarProps) {
  const { unpriced, differing } = ready;
  const count = ready.ids.length;
  if (count === 0) return undefined;
  return (
    <div className="card-border flex flex-1 basis-72 flex-wrap items-center gap-3 rounded-md bg-card px-4 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-narrow text-md font-bold" role="status">
          <Plural value={count} one="# ticket is ready" other="# tickets are ready" />
        </p>
        {unpriced > 0 && (
          <p className="text-sm text-dim">
            <UnpricedTicketsText unpriced={unpriced} />
          </p>
        )}
        {differing > 0 && (
          <p className="text-sm text-dim">
            <Plural
              value={differing}
              one="# is left out: an earlier result decided it otherwise."
              other="# are left out: an earlier result decided them otherwise."
            />
          </p>
        )}
      </div>
      <Button look={first ? 'primary' : 'plain'} busy={busy} onClick={onConfirm}>
        <Plural value={count} one="Confirm # ticket" other="Confirm # tickets" />
      </Button>
    </div>
  );
}

/** Says how many tickets have a leg without odds, and how records count these tickets. */
export function UnpricedTicketsText({ unpriced }: { unpriced: number }) {
  return (
    <Plural
      value={unpriced}
      one="# has a game without odds: it counts in the hit rate, and not in units."
      other="# have a game without odds: they count in the hit rate, and not in units."
    />
  );
}

type UndoBarProps = {
  actions: readonly UndoableAction[];
  now: Date;
  onUndo: (action: UndoableAction) => void;
};

/** The recent actions that can be undone; only the newest is visible until a tap. */
export function UndoBar({ actions, now, onUndo }: UndoBarProps) {
  const [newest, ...others] = actions;
  if (!newest) return undefined;
  return (
    <div className="card-border flex-1 basis-72 rounded-md bg-card px-4 py-2">
      <UndoRow action={newest} now={now} onUndo={onUndo} />
      {others.length > 0 && (
        <Disclosure summary={<Plural value={others.length} one="# more" other="# more" />}>
          {others.map((action) => (
            <UndoRow key={action.id} action={action} now={now} onUndo={onUndo} />
          ))}
        </Disclosure>
      )}
    </div>
  );
}

function UndoRow({
  action,
  now,
  onUndo,
}: Pick<UndoBarProps, 'now' | 'onUndo'> & { action: UndoableAction }) {
  // The page's clock advances in steps, so an action may be later than `now`.
  const remaining = Math.min(undoWindowMs, action.at + undoWindowMs - now.getTime());
  const minutes = Math.max(1, Math.ceil(remaining / 60_000));
  const remainingMinutes = countText(minutes);
  const what = actionText(action);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm" role="status">
        {what} {action.state && <ChangeStateTag state={action.state} />}
      </p>
      <Button onClick={() => onUndo(action)}>
        <span>
          <Trans>Undo · {remainingMinutes} min</Trans>
        </span>
        <span className="sr-only">{what}</span>
      </Button>
    </div>
  );
}

function actionText(action: UndoableAction): string {
  const [leg] = selectPieces(action, 'leg');
  if (leg) {
    const game = gameText(leg.was.game);
    const result = legStateText(leg.result);
    return t`${game}: decided, ${result}`;
  }
  const confirmed = selectPieces(action, 'ticket').length;
  if (confirmed > 0 && action.state) {
    return plural(confirmed, { one: 'Confirm # ticket', other: 'Confirm # tickets' });
  }
  if (confirmed > 0) {
    return plural(confirmed, { one: '# ticket confirmed', other: '# tickets confirmed' });
  }
  const decided = selectPieces(action, 'option');
  const games = new Set(decided.map(({ fixtureId }) => fixtureId)).size;
  if (games > 1) return plural(games, { one: '# game decided', other: '# games decided' });
  const game = gameText(decided[0]?.game ?? '');
  const options = plural(decided.length, { one: '# option', other: '# options' });
  return t`${game}: ${options} decided`;
}
