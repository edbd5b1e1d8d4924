import { findConflict } from '../outbox/conflicts.ts';
import { OperationRecovery } from '../outbox/operation-recovery.tsx';
import { operationProblemText } from '../outbox/state-texts.ts';
import { OperationTitle } from '../outbox/operation-texts.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Notice } from '#client/ui/notice.tsx';
import { operationOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

/** Changes that conflict with another administrator's; the reader chooses one of the two. */
export function DeskConflicts() {
  const operations = useOperations() ?? [];
  const conflicting = operations.filter(
    (row) => row.state === 'conflict' && operationOf(row)?.about === 'desk',
  );
  return conflicting.map((row) => <DeskConflict key={row.id} row={row} />);
}

function DeskConflict({ row }: { row: OperationRow }) {
  return (
    findConflict(row) && (
      <div data-live>
        <Notice tone="warning" title={<OperationTitle row={row} />}>
          {operationProblemText(row)}
          <div className="mt-3 rounded-sm bg-card p-3 text-ink">
            <OperationRecovery row={row} />
          </div>
        </Notice>
      </div>
    )
  );
}
