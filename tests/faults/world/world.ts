import type { Ask } from '../contents/asks.ts';
import type { GameResult } from '../contents/results.ts';
import type { Device } from './device.ts';
import type { Entry, Ledger } from './ledger.ts';
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
  'refused without cause',
  'taken against a rule',
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
  'not as asked',
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
export type Doing =
  | {
      what: 'queueing';
      device: number;
      memberId: string;
      lane: string;
      /** What is asked for now, the operation that stands for it, and what it speaks for. */
      ask: Ask;
      entry?: Entry | undefined;
      spokenFor: Ask[];
    }
  | { what: 'discarding' | 'cancelling'; device: number; id: string }
  /** Tips that go by a new id are here by their old one. */
  | { what: 'retrying'; device: number; renamed: Map<string, string> }
  | { what: 'leaving'; device: number; memberId: string };

export type Counts = {
  operations: number;
  requests: number;
  faults: Record<string, number>;
  /** How often something was refused, by the server's reason. */
  refusals: Record<string, number>;
};

/** Everything of one schedule. */
export type World = {
  time: VirtualTime;
  server: Server;
  people: readonly Person[];
  games: readonly Game[];
  /** When each game was said to kick off, as it changed. */
  kickOffs: Map<string, { from: number; kickOff: number }[]>;
  /** What the season file made of games, and how far the database's books went by then. */
  told: { place: number; fixtureId: string; result: GameResult | undefined }[];
  /** When requests of the desk were dealt with, by how far the books went after them. */
  handled: { place: number; at: number }[];
  /** Whether each member's email was verified, where that changed. */
  verified: Map<string, { from: number; is: boolean }[]>;
  devices: readonly Device[];
  ledger: Ledger;
  /** Asks that went past every outbox, by `member key`. */
  strays: Map<string, Ask>;
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
