import type { ApiProblem } from '#contract/problem.ts';

import type { Caller } from './callers.ts';
import type { PermitPolicy } from './permit-policy.ts';

/** A call that needs a permit. */
export type PermitRequest = { caller: Caller; changes: boolean };

/** A queued call; exactly one of its functions is called, once. */
type Entry = { request: PermitRequest; grant: () => void; refuse: () => void };

const maxQueueSeconds = 1;

export type QueueOptions = {
  policy: Pick<PermitPolicy, 'queuePerPermit' | 'shareOfStrangers'>;
  /** Runs a function after some seconds; the returned function cancels that. */
  after: (seconds: number, run: () => void) => () => void;
  createRefusal: () => ApiProblem;
};

type RequestKind = 'reads' | 'changes';

/**
 * Queues of calls that wait for a permit, one for reads and one for changes. One caller has at most
 * half of either.
 */
export function createPermitQueue(permits: number, { policy, after, createRefusal }: QueueOptions) {
  const { queuePerPermit, shareOfStrangers } = policy;
  const entries: Record<RequestKind, Entry[]> = { reads: [], changes: [] };

  return {
    /**
     * Resolves when the call got a permit; rejects if the queue is full or no permit was free
     * within a second.
     */
    async enqueue(request: PermitRequest): Promise<void> {
      const kind = kindOf(request);
      const queue = entries[kind];
      const maxLength = permits * queuePerPermit[kind];
      const isAdmitted = makeRoomFor(request.caller, queue, { maxLength, shareOfStrangers });
      if (!isAdmitted) throw createRefusal();
      return new Promise((resolve, reject) => {
        const end = () => {
          cancel();
          remove(queue, entry);
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
        queue.push(entry);
        const cancel = after(maxQueueSeconds, () => entry.refuse());
      });
    },
    /**
     * Returns the next call that may start: reads first, then by the number of the caller's permits
     * in use.
     */
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

type QueueBounds = { maxLength: number; shareOfStrangers: number };

/** True if a call may wait; in a full queue the caller with more entries loses the latest one. */
function makeRoomFor(caller: Caller, queue: readonly Entry[], bounds: QueueBounds): boolean {
  const own = queue.filter(({ request }) => request.caller.key === caller.key).length;
  if (own >= bounds.maxLength / 2) return false;
  const rivals = findRivals(caller, queue, bounds);
  if (!rivals) return true;
  const busiest = entriesOfBusiest(rivals);
  if (busiest.length <= own + 1) return false;
  busiest.at(-1)?.refuse();
  return true;
}

/** The entries that a new one of this caller competes with; undefined if there is free room. */
function findRivals(
  { isMember }: Caller,
  queue: readonly Entry[],
  { maxLength, shareOfStrangers }: QueueBounds,
): readonly Entry[] | undefined {
  const ofStrangers = queue.filter(({ request }) => !request.caller.isMember);
  if (!isMember && ofStrangers.length >= maxLength * shareOfStrangers) return ofStrangers;
  return queue.length >= maxLength ? queue : undefined;
}

function remove(queue: Entry[], entry: Entry): void {
  const index = queue.indexOf(entry);
  if (index >= 0) queue.splice(index, 1);
}

function kindOf({ changes }: PermitRequest): RequestKind {
  return changes ? 'changes' : 'reads';
}

function entriesOfBusiest(entries: readonly Entry[]): Entry[] {
  const byCaller = Map.groupBy(entries, ({ request }) => request.caller.key);
  return [...byCaller.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}
