import type { DrainDependencies } from './drain.ts';
import { createDrainState, type ConnectionState } from './state.ts';
import { type Observable, createObservable } from '../observable.ts';
import { readOutbox } from '../outbox/outbox.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { stepDrain } from './step.ts';

/** Detects a hanging drain. */
export type Watchdog = {
  /** Number of detected hangs. */
  hangCount: Observable<number>;
  reportAttempt: () => void;
  /** Checks for a hang with one read of the outbox. */
  isOverdue: () => Promise<boolean>;
};

type WatchdogDependencies = Pick<
  DrainDependencies,
  'memberId' | 'store' | 'backend' | 'session' | 'clock'
> & {
  connectionState: () => ConnectionState;
  /** Time that an operation may be due without an attempt, in milliseconds. */
  patienceMs: number;
};

/**
 * Longer than the remaining timeout of a request that has been reported as silent, in milliseconds.
 */
const catchUpMs = 10_000;

/**
 * Watches drains from outside, so that it does not hang with them: a drain is overdue if an
 * operation could be sent, nothing was attempted and no row has changed.
 */
export function createWatchdog(parts: WatchdogDependencies): Watchdog {
  const { clock, patienceMs } = parts;
  const alarms = createObservable(0);
  let seen = '';
  let movedAt = clock.now();
  let reading = false;

  function moved(): void {
    movedAt = clock.now();
  }

  async function isOverdue(): Promise<boolean> {
    // The last read hangs as well.
    if (reading) return alarm();
    if (!(await isStalled())) return false;
    // A page that was frozen catches up first: by then its pending request has timed out.
    await new Promise<void>((done) => clock.schedule(catchUpMs, done));
    return (await isStalled()) && alarm();
  }

  async function isStalled(): Promise<boolean> {
    reading = true;
    const operations = await readOutbox(parts.store).catch(() => undefined);
    reading = false;
    if (!operations) return false;

    // A newly due operation gets the full time.
    const looks = isAnyDue(parts, operations) ? outboxFingerprint(operations) : '';
    if (looks !== seen || looks === '') moved();
    seen = looks;
    return clock.now() - movedAt >= patienceMs;
  }

  function alarm(): boolean {
    moved();
    alarms.set(alarms.get() + 1);
    return true;
  }

  return { hangCount: alarms, reportAttempt: moved, isOverdue };
}

function isAnyDue(parts: WatchdogDependencies, operations: readonly OperationRow[]): boolean {
  const now = parts.clock.now();
  const { memberId } = parts;
  const known = { memberId, backend: parts.backend(), session: parts.session() };
  const loaded = { type: 'loaded', operations, now } as const;
  const { commands } = stepDrain(createDrainState(known, parts.connectionState()), loaded);
  return commands.some(({ type }) => type === 'send' || type === 'ping');
}

function outboxFingerprint(operations: readonly OperationRow[]): string {
  return operations
    .map(({ id, state, attempts, nextAt }) => `${id} ${state} ${attempts} ${nextAt}`)
    .join('\n');
}
