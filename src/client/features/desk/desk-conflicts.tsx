import { useLingui } from '@lingui/react/macro';
import { useActions } from '#client/data/outbox/actions.ts';
import { conflictOf } from '#client/data/outbox/operation-contents.ts';
import { Again, OperationTitle } from '#client/data/outbox/operation-words.tsx';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Notice } from '#client/ui/notice.tsx';
import { problemWords } from '#client/ui/messages/problems.ts';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { operationOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

/** Conflicting changes of two administrators, with the choice between them. */
export function DeskConflicts() {
  const operations = useOperations() ?? [];
  const clashing = operations.filter(
    (row) => row.state === 'conflict' && operationOf(row)?.about === 'desk',
  );
  return clashing.map((row) => <DeskConflict key={row.id} row={row} />);
}

function DeskConflict({ row }: { row: OperationRow }) {
  const { t } = useLingui();
  const { retry, discard } = useActions();
  const conflict = conflictOf(row, useServerNow(60_000));
  const { kind, problem } = row;
  return (
    conflict && (
      <div data-live>
        <Notice tone="warning" title={<OperationTitle row={row} />}>
          {problem ? problemWords({ kind, ...problem }) : t`It was refused.`}
          <div className="mt-3 rounded-sm bg-card p-3 text-ink">
            <ConflictChoice
              {...conflict}
              again={<Again row={row} />}
              onMine={() => retry(row.id)}
              onTheirs={async () => reportDiscarded(await discard(row.id))}
            />
          </div>
        </Notice>
      </div>
    )
  );
}
