import { Plural, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useActions } from '#client/data/outbox/actions.ts';
import { useExport } from '#client/data/outbox/export.ts';
import { useEvicted } from '#client/data/device/storage.ts';
import { useRunning } from '#client/data/device/running.ts';
import { useOperations, useReachability } from '#client/data/device/sync-state.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { shortTime } from '#client/ui/formats.ts';
import { WindowList } from '#client/ui/list.tsx';
import { Empty, Loading } from '#client/ui/notice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { standingsOf, waitsFor, type DeviceState } from '#sync/status.ts';
import { OperationCard } from './operation-card.tsx';
import { heldUntil } from './operation-reason.tsx';

/** Every operation on this phone, what needs its person first. */
export function OperationList() {
  const { t } = useLingui();
  const operations = useOperations();
  const { lost } = useEvicted();
  if (operations === undefined) {
    return <Loading label={t`Loading what is on this phone`} shape="row" />;
  }
  const post = <LinkButton to="/tips/create">{t`Post a tip`}</LinkButton>;
  if (operations.length > 0) return <Operations operations={operations} />;
  if (lost) return <Empty act={post}>{t`Nothing waits on this phone any more.`}</Empty>;
  return <Empty act={post}>{t`Everything you did has arrived.`}</Empty>;
}

function Operations({ operations }: { operations: readonly OperationRow[] }) {
  const { t } = useLingui();
  const now = useDeviceNow(1000);
  const standings = standingsOf(operations);
  const rank = (row: OperationRow) => rankOf(standings.get(row.id));
  const sorted = operations.toSorted(
    (one, other) => rank(one) - rank(other) || one.seq - other.seq,
  );
  return (
    <div className="grid gap-4">
      <ActsOnAll operations={operations} now={now} />
      <WindowList
        label={t`On this phone`}
        items={sorted}
        keyOf={({ seq }) => String(seq)}
        estimate={150}
      >
        {(row) => (
          <OperationCard
            row={row}
            standing={standings.get(row.id)}
            blocker={isAfter(row, operations)}
            now={now}
          />
        )}
      </WindowList>
    </div>
  );
}

/** What needs its person, what is under way, what waits, and last what has arrived. */
function rankOf(standing: DeviceState | undefined): number {
  if (standing === undefined) return 3;
  if (standing === 'needs-you') return 0;
  return standing === 'sending' ? 1 : 2;
}

/** How much is left, and what can be done with all of it at once. */
function ActsOnAll({ operations, now }: { operations: readonly OperationRow[]; now: number }) {
  const { t } = useLingui();
  const { retry } = useActions();
  const { engine } = useRunning();
  const { saveAll } = useExport();
  const [asked, setAsked] = useState(false);
  const { busy, run } = useTask();
  const left = operations.filter(({ state }) => state !== 'acked').length;
  const refused = operations.filter(isRefused).length;
  const unsent = left - refused;
  const waiting = operations.filter(mayBeTried);
  const tryNow = async () => {
    // What waits by this phone's own choice; the rest only has to be looked at.
    for (const { id, nextAt } of waiting) if (nextAt > now) await retry(id);
    engine?.nudge('woke');
    setAsked(true);
  };
  return (
    <div className="grid gap-2">
      <p className="font-semibold">
        {(unsent > 0 || refused === 0) && (
          <Plural
            value={unsent}
            _0="Everything has arrived."
            one="# change is not sent yet."
            other="# changes are not sent yet."
          />
        )}{' '}
        {refused > 0 && (
          <Plural value={refused} one="# change was refused." other="# changes were refused." />
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {waiting.length > 0 && (
          <Button busy={busy} onClick={() => run(tryNow)}>
            {t`Try all now`}
          </Button>
        )}
        {left > 0 && <Button onClick={saveAll}>{t`Save all as a file`}</Button>}
      </div>
      <p role="status" className="text-sm text-dim empty:hidden">
        {asked && waiting.length > 0 && <WhyNotYet held={heldUntil(waiting, now)} />}
      </p>
    </div>
  );
}

/** Why what was just asked to go does not: the server asked for a wait, or there is no connection. */
function WhyNotYet({ held }: { held: number | undefined }) {
  const { t } = useLingui();
  const offline = useReachability() === 'offline';
  if (held !== undefined) {
    const time = shortTime(new Date(held));
    return t`The server asked this phone to wait until ${time}. It is sent then.`;
  }
  return offline && t`You are offline. It is sent when you are back online.`;
}

/** What the server has taken a look at, and did not take. */
function isRefused({ state }: OperationRow): boolean {
  return state === 'rejected' || state === 'conflict';
}

/** What was refused is tried again one by one, by its own button; the rest together. */
function mayBeTried({ state }: OperationRow): boolean {
  return state === 'pending' || state === 'unknown';
}

/** What has to be through before an operation: what holds it up for good first, then whose turn it is. */
function isAfter(row: OperationRow, operations: readonly OperationRow[]): OperationRow | undefined {
  const pending = operations.filter(({ state }) => state !== 'acked');
  const idsOf = ({ id, formerly = [] }: OperationRow) => [id, ...formerly];
  return (
    waitsFor(row, operations) ??
    pending.find((other) => idsOf(other).some((id) => row.deps.includes(id))) ??
    pending.findLast(({ lane, seq }) => lane === row.lane && seq < row.seq)
  );
}

/** This device's own clock, anew every so often: what the queue reckons its waits by. */
function useDeviceNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  return now;
}
