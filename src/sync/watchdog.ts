import type { DrainParts } from './drain.ts';
import { initialState, type ConnectionState } from './drain-state.ts';
import { type Observable, observed } from './observable.ts';
import { readOutbox } from './outbox.ts';
import type { OperationRow } from './operation-row.ts';
import { step } from './step.ts';

/** Notices that nothing is tried although it could be. */
export type Watchdog = {
  /** How often it had to. */
  alarms: Observable<number>;
  sawAttempt: () => void;
  /** Looks, which costs one reading of the outbox. */
  isOverdue: () => Promise<boolean>;
};

type WatchdogParts = Pick<DrainParts, 'memberId' | 'store' | 'backend' | 'session' | 'clock'> & {
  line: () => ConnectionState;
  /** For how long something may be due without being tried. */
  patience: number;
};

/**
 * Watches what a drain does from outside, so that nothing it hangs in can stop this too: it is
 * overdue when something could go out, and neither here nor on the disk anything has moved.
 */
export function createWatchdog(parts: WatchdogParts): Watchdog {
  const { clock, patience } = parts;
  const alarms = observed(0);
  let seen = '';
  let movedAt = clock.now();
  let lookedAt = clock.now();
  let reading = false;

  function moved(): void {
    movedAt = clock.now();
  }

  async function isOverdue(): Promise<boolean> {
    const now = clock.now();
    // A page that was frozen has not waited, it was away.
    if (now - lookedAt > 2 * patience) moved();
    lookedAt = now;
    // A reading that hangs since the last look hangs as the drain does.
    if (reading) return alarm();
    reading = true;
    const operations = await readOutbox(parts.store).catch(() => undefined);
    reading = false;
    if (!operations) return false;

    // What has just become due gets its time, too.
    const looks = isDue(parts, operations) ? looksOf(operations) : '';
    if (looks !== seen || looks === '') moved();
    seen = looks;
    return clock.now() - movedAt >= patience ? alarm() : false;
  }

  function alarm(): boolean {
    moved();
    alarms.set(alarms.get() + 1);
    return true;
  }

  return { alarms, sawAttempt: moved, isOverdue };
}

/** Whether a drain that began at this moment would try something. */
function isDue(parts: WatchdogParts, operations: readonly OperationRow[]): boolean {
  const now = parts.clock.now();
  const { memberId } = parts;
  const known = { memberId, backend: parts.backend(), session: parts.session() };
  const loaded = { type: 'loaded', operations, now } as const;
  const { commands } = step(initialState(known, parts.line()), loaded);
  return commands.some(({ type }) => type === 'send' || type === 'ping');
}

function looksOf(operations: readonly OperationRow[]): string {
  return operations
    .map(({ id, state, attempts, nextAt }) => `${id} ${state} ${attempts} ${nextAt}`)
    .join('\n');
}
