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
  /** Checks for a hang by reading the outbox. */
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

/** Time before a hang is confirmed, in milliseconds; a silent request times out first. */
const hangConfirmationMs = 10_000;

/**
 * Detects a hanging drain from outside: an operation could be sent, but for `patienceMs` nothing
 * was attempted and no row changed.
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
    // The previous read of the outbox has not ended, so the storage hangs as well.
    if (reading) return alarm();
    if (!(await isStalled())) return false;
    // Waits, because on a page that was frozen the pending request times out first.
    await new Promise<void>((done) => clock.schedule(hangConfirmationMs, done));
    return (await isStalled()) && alarm();
  }

  async function isStalled(): Promise<boolean> {
    reading = true;
    const operations = await readOutbox(parts.store).catch(() => undefined);
    reading = false;
    if (!operations) return false;

    // Restarts the time if the due operations changed.
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
