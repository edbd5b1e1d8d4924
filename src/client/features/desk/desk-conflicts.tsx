import { conflictOf } from '#client/data/outbox/operation-contents.ts';
import { OperationRecovery } from '#client/data/outbox/operation-recovery.tsx';
import { OperationTitle } from '#client/data/outbox/operation-words.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { Notice } from '#client/ui/notice.tsx';
import { problemWords } from '#client/ui/messages/problems.ts';
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
  const { kind, problem } = row;
  return (
    conflictOf(row) &&
    problem && (
      <div data-live>
        <Notice tone="warning" title={<OperationTitle row={row} />}>
          {problemWords({ kind, ...problem })}
          <div className="mt-3 rounded-sm bg-card p-3 text-ink">
            <OperationRecovery row={row} />
          </div>
        </Notice>
      </div>
    )
  );
}
