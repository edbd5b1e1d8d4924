import type { ApiProblem } from '#contract/problem.ts';

import type { Caller } from './callers.ts';
import type { PermitPolicy } from './permit-policy.ts';

/** A call that needs a permit. */
export type PermitRequest = { caller: Caller; changes: boolean };

/** A call in the queue; one of its functions is called, once. */
type Entry = { request: PermitRequest; grant: () => void; refuse: () => void };

const maxQueueSeconds = 1;

export type QueueOptions = {
  policy: Pick<PermitPolicy, 'queuePerPermit' | 'shareOfStrangers'>;
  /** Runs a function after some seconds; the returned function cancels that. */
  after: (seconds: number, run: () => void) => () => void;
  createRefusal: () => ApiProblem;
};

/** Calls that wait for a permit, reads and changes apart. One caller has at most half of either. */
export function createPermitQueue(permits: number, { policy, after, createRefusal }: QueueOptions) {
  const { queuePerPermit, shareOfStrangers } = policy;
  const limits = {
    reads: permits * queuePerPermit.reads,
    changes: permits * queuePerPermit.changes,
  };
  const entries: { reads: Entry[]; changes: Entry[] } = { reads: [], changes: [] };

  /** The entries that a new one of this caller competes with, if there is no room beside them. */
  function findRivals(kind: 'reads' | 'changes', { isMember }: Caller): Entry[] | undefined {
    const all = entries[kind];
    const ofStrangers = all.filter(({ request }) => !request.caller.isMember);
    if (!isMember && ofStrangers.length >= limits[kind] * shareOfStrangers) return ofStrangers;
    return all.length >= limits[kind] ? all : undefined;
  }

  function remove(entry: Entry): void {
    const all = entries[kindOf(entry.request)];
    const index = all.indexOf(entry);
    if (index >= 0) all.splice(index, 1);
  }

  /** Whether a call may wait; a caller with more calls in a full queue gives up the latest of theirs. */
  function makeRoomFor(request: PermitRequest): boolean {
    const kind = kindOf(request);
    const own = entriesOf(entries[kind], request.caller).length;
    if (own >= limits[kind] / 2) return false;
    const rivals = findRivals(kind, request.caller);
    if (!rivals) return true;
    const busiest = entriesOfBusiest(rivals);
    if (busiest.length <= own + 1) return false;
    busiest.at(-1)?.refuse();
    return true;
  }

  return {
    /** Resolves when the call was granted a permit; rejects when there is no room, or none for a second. */
    async enqueue(request: PermitRequest): Promise<void> {
      if (!makeRoomFor(request)) throw createRefusal();
      return new Promise((resolve, reject) => {
        const end = () => {
          cancel();
          remove(entry);
        };
        const entry: Entry = {
          request,
          grant() {
            end();
            resolve();
          },
          refuse() {
            end();
            reject(createRefusal());
          },
        };
        entries[kindOf(request)].push(entry);
        const cancel = after(maxQueueSeconds, () => entry.refuse());
      });
    },
    /** The next call that may start: reads first, then those of callers with the fewest permits in use. */
    findNext(
      canStart: (request: PermitRequest) => boolean,
      inUseOf: (caller: Caller) => number,
    ): Entry | undefined {
      for (const kind of ['reads', 'changes'] as const) {
        const [next] = entries[kind]
          .filter(({ request }) => canStart(request))
          .toSorted((one, other) => inUseOf(one.request.caller) - inUseOf(other.request.caller));
        if (next) return next;
      }
      return undefined;
    },
  };
}

function kindOf({ changes }: PermitRequest): 'reads' | 'changes' {
  return changes ? 'changes' : 'reads';
}

function entriesOf(entries: readonly Entry[], { key }: Caller): Entry[] {
  return entries.filter(({ request }) => request.caller.key === key);
}

function entriesOfBusiest(entries: readonly Entry[]): Entry[] {
  const byCaller = Map.groupBy(entries, ({ request }) => request.caller.key);
  return [...byCaller.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}
