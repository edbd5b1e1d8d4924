import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import { useOutboxExport } from '#client/data/outbox/operation-export.ts';
import { useLostOperations } from '#client/data/device/storage.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { countText } from '#client/ui/formats.ts';
import { Icon } from '#client/ui/icon.tsx';
import { WindowedList } from '#client/ui/list/windowed-list.tsx';
import { EmptyState, Loading } from '#client/ui/notice.tsx';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import {
  computeDisplayStates,
  divideOperationsByProblem,
  findObstacles,
  type DisplayState,
} from '#sync/status.ts';
import { OperationCard } from './operation-card.tsx';

type OperationListProps = {
  /** The maximum number of listed operations; the page lists all. */
  limit?: number;
};

/** All operations on this phone; those that need a decision come first. */
export function OperationList({ limit = Infinity }: OperationListProps) {
  const { t } = useLingui();
  const operations = useOperations();
  if (operations === undefined) {
    return <Loading label={t`Loading what is on this phone`} shape="row" />;
  }
  if (operations.length === 0) return <NoOperations />;
  return <Operations operations={operations} limit={limit} />;
}

function NoOperations() {
  const { t } = useLingui();
  const { lost } = useLostOperations();
  const isMember = useSession() !== undefined;
  const isAllSent = isMember && lost === undefined;
  const sign = (
    <span
      aria-hidden="true"
      className="inline-flex size-14 items-center justify-center rounded-full bg-won-ground text-won"
    >
      <Icon name="check" className="size-7" />
    </span>
  );
  return (
    <EmptyState
      picture={isAllSent && sign}
      title={isAllSent ? t`Everything you did has arrived.` : t`Nothing waits on this phone.`}
    >
      {t`What you do offline is saved here until it is sent.`}
    </EmptyState>
  );
}

function Operations({ operations, limit }: { operations: readonly OperationRow[]; limit: number }) {
  const { t } = useLingui();
  const { saveAll } = useOutboxExport();
  const now = useDeviceNow();
  const states = useMemo(() => computeDisplayStates(operations), [operations]);
  const blockers = useMemo(() => findBlockers(operations), [operations]);
  const heldBy = useMemo(() => groupByObstacle(operations), [operations]);
  const problems = useMemo(
    () => new Set(divideOperationsByProblem(operations).problems),
    [operations],
  );
  const rank = (row: OperationRow) => (problems.has(row) ? 0 : rankState(states.get(row.id)));
  const sorted = operations.toSorted(
    (one, other) => rank(one) - rank(other) || one.seq - other.seq,
  );
  const all = countText(sorted.length);
  return (
    <>
      <WindowedList
        label={t`On this phone`}
        items={sorted.slice(0, limit)}
        keyOf={({ seq }) => String(seq)}
        estimate={110}
      >
        {(row) => (
          <OperationCard
            row={row}
            state={states.get(row.id)}
            blocker={blockers.get(row.id)}
            waitingRows={heldBy.get(row.id)}
            now={now}
            first={row === sorted[0]}
          />
        )}
      </WindowedList>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {sorted.length > limit && <LinkButton to="/sync">{t`See all ${all}`}</LinkButton>}
        {operations.some(({ state }) => state !== 'acked') && (
          <Button look="quiet" className="-ms-4" onClick={saveAll}>
            {t`Save all as a file`}
          </Button>
        )}
      </div>
    </>
  );
}

/** Returns this device's time, by which the outbox measures waits; updates every second. */
function useDeviceNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Returns the sort rank of a state: 1 in flight, 2 saved, 3 acknowledged. */
function rankState(state: DisplayState | undefined): number {
  if (state === undefined) return 3;
  return state === 'sending' ? 1 : 2;
}

/** Groups waiting operations by the id of the operation that needs a decision first. */
function groupByObstacle(operations: readonly OperationRow[]): Map<string, OperationRow[]> {
  const obstacles = findObstacles(operations);
  return Map.groupBy(
    operations.filter(({ id }) => obstacles.has(id)),
    ({ id }) => obstacles.get(id)?.id ?? '',
  );
}

/**
 * Finds, for each operation, the operation for which it waits: one that needs a decision, else the
 * last earlier one with a common subject. One pass, because there may be hundreds.
 */
function findBlockers(operations: readonly OperationRow[]): Map<string, OperationRow> {
  const obstacles = findObstacles(operations);
  const pending = operations.filter(({ state }) => state !== 'acked');
  const blockers = new Map<string, OperationRow>();
  const lastBySubject = new Map<string, OperationRow>();
  for (const row of pending.toSorted((one, other) => one.seq - other.seq)) {
    const earlier = row.subjects.flatMap((subject) => lastBySubject.get(subject) ?? []);
    const last = earlier.toSorted((one, other) => other.seq - one.seq)[0];
    const blocker = obstacles.get(row.id) ?? last;
    if (blocker) blockers.set(row.id, blocker);
    for (const subject of row.subjects) lastBySubject.set(subject, row);
  }
  return blockers;
}
