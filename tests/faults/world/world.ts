import type { Intent } from '../contents/intents.ts';
import type { GameResult } from '../contents/results.ts';
import type { Device } from './device.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Game, Person } from './people.ts';
import type { Server } from './server.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The checks of a schedule; a failure is reported by the name of its check. */
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
  'two on a subject at once',
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
type Check = (typeof checks)[number];

export type Violation = { check: Check; what: string };

/** The current action of a person, which explains changes of the outbox. */
export type PersonAction =
  | {
      what: 'queueing';
      device: number;
      memberId: string;
      subjects: readonly string[];
      /** The requested content, its operation once stored, and the content that it replaces. */
      intent: Intent;
      entry?: Entry | undefined;
      replaced: Intent[];
    }
  | { what: 'discarding' | 'cancelling'; device: number; id: string }
  /** `renamed` has the new id of each tip, by its old id. */
  | { what: 'retrying'; device: number; renamed: Map<string, string> }
  | { what: 'leaving'; device: number; memberId: string };

export type Counts = {
  operations: number;
  requests: number;
  faults: Record<string, number>;
  /** The number of refusals by problem code. */
  refusals: Record<string, number>;
};

/** The whole state of one schedule. */
export type World = {
  time: VirtualTime;
  server: Server;
  people: readonly Person[];
  games: readonly Game[];
  /** The kick-offs of each game, each with the time from which it is known. */
  kickOffs: Map<string, { from: number; kickOff: number }[]>;
  /** The results in the season file, each with the position of the bookkeeping. */
  fileResults: { place: number; fixtureId: string; result: GameResult | undefined }[];
  /** When desk requests arrived, with the position of the bookkeeping after each. */
  handled: { place: number; at: number }[];
  /** For each member, when the email became verified or unverified. */
  verified: Map<string, { from: number; is: boolean }[]>;
  devices: readonly Device[];
  ledger: Ledger;
  /** Requests that were sent past all outboxes, by `member key`. */
  strays: Map<string, Intent>;
  counts: Counts;
  action: PersonAction | undefined;
  violations: Violation[];
  found: (check: Check, what: string) => void;
  log: (text: string) => void;
  /** Checks the outboxes of all devices, as after each event. */
  observe: () => void;
  /** Waits until nothing runs, and then checks. */
  settled: () => Promise<void>;
};

/** The kick-off of a game that the server knew at a time. */
export function kickOffKnown({ kickOffs }: World, gameId: string, at: number): number | undefined {
  return kickOffs.get(gameId)?.findLast(({ from }) => from <= at)?.kickOff;
}
