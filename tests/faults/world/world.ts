import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { Game, Person } from './people.ts';
import type { Server } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What a schedule is checked for; the words that a failure is reported with. */
export const checks = [
  'lost',
  'duplicated',
  'out of order',
  'stuck',
  'sent as the wrong member',
  'posted without an effect',
  'refused by nobody',
  'not marked before it is sent',
  'two of a lane at once',
  'key',
  'bytes changed',
  'before Retry-After',
  'without precondition',
  'after kick-off',
  'view',
  'cursor fell',
  'not converged',
  'not sealed',
  'records',
  'session',
  'broken promise',
  'not strict',
  'unhandled',
] as const;
export type Check = (typeof checks)[number];

export type Violation = { check: Check; what: string };

/** What the person is doing at this moment, which may rightly remove operations. */
type Doing =
  | { what: 'queueing'; device: number; lane: string; kind: string }
  | { what: 'discarding'; device: number; ids: ReadonlySet<string> }
  | { what: 'retrying'; device: number }
  | { what: 'leaving'; device: number; memberId: string };

export type Counts = {
  operations: number;
  requests: number;
  faults: Record<string, number>;
};

/** Everything of one schedule. */
export type World = {
  time: VirtualTime;
  server: Server;
  people: readonly Person[];
  games: readonly Game[];
  /** When each game was said to kick off, as it changed. */
  kickOffs: Map<string, { from: number; kickOff: number }[]>;
  devices: readonly Device[];
  ledger: Ledger;
  counts: Counts;
  doing: Doing | undefined;
  /** Raised by everything that happens, for telling before from after. */
  moment: number;
  violations: Violation[];
  found: (check: Check, what: string) => void;
  log: (text: string) => void;
  /** Looks at every device, as after each event. */
  observe: () => void;
  /** Waits until nothing is going on, and looks. */
  settled: () => Promise<void>;
};

/** When a game was to kick off, as the server knew it at a moment. */
export function kickOffKnown({ kickOffs }: World, gameId: string, at: number): number | undefined {
  return kickOffs.get(gameId)?.findLast(({ from }) => from <= at)?.kickOff;
}
