import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { ConfirmSummary } from './confirm-summary.tsx';
import { OverruleDialog } from './overrule-dialog.tsx';
import { type DecisionRequest, entryOf, settlingOf, voidEntries } from './settle-groups.ts';
import { VoidOpenDialog } from './void-open-dialog.tsx';

/** An action that needs a reason or a summary first, with its data as the administrator saw it. */
export type DialogRequest =
  | { kind: 'overrule'; decision: DecisionRequest }
  | { kind: 'void'; fixture: DeskFixture }
  | { kind: 'confirm'; tickets: readonly Tip[] };

type SettleDialogProps = {
  request: DialogRequest;
  fixtures: readonly DeskFixture[];
  now: Date;
  busy: boolean;
  onSettle: (settling: ReturnType<typeof settlingOf>) => Promise<void>;
  onConfirm: (ids: readonly string[]) => Promise<void>;
  onClose: () => void;
};

/** The dialog for a decision's reason or a confirmation's summary. */
export function SettleDialog({ request, onSettle, onConfirm, ...props }: SettleDialogProps) {
  const { onClose } = props;
  switch (request.kind) {
    case 'overrule': {
      const { fixture, row, result } = request.decision;
      return (
        <OverruleDialog
          {...request.decision}
          onDecide={async (reason) =>
            onSettle(settlingOf(fixture, [{ ...entryOf(row.one, result), reason }]))
          }
          onClose={onClose}
        />
      );
    }
    case 'void': {
      const { fixture } = request;
      return (
        <VoidOpenDialog
          fixture={fixture}
          onDecide={async (reason) => onSettle(settlingOf(fixture, voidEntries(fixture, reason)))}
          onClose={onClose}
        />
      );
    }
    case 'confirm': {
      const { tickets } = request;
      return (
        <ConfirmSummary
          {...props}
          tickets={tickets}
          onConfirm={() => void onConfirm(tickets.map(({ id }) => id))}
        />
      );
    }
  }
}
