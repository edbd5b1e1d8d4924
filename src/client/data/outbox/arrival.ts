import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { arrivedAs, bindArrived, twinOf } from '#sync/arrived.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { goesWith, readOutbox } from '#sync/outbox/outbox.ts';
import { isUndecided } from '#sync/drain/after-answer.ts';
import { type Member, useDevice } from '../device/device.tsx';
import { useRunning } from '../device/running.ts';
import { useCapability, useOperations } from '../device/sync-state.ts';
import { tipIn } from './operation-contents.ts';

/** What can be found out about a post whose answer was lost. */
export type Arrival = {
  /** The own tip it may have become. */
  tip: Tip | undefined;
  /** Fetches the list and looks again; `unknown` when it could not be fetched. */
  look: () => Promise<'found' | 'none' | 'unknown'>;
  /** Says that it is that tip. */
  bind: () => Promise<void>;
};

/** The same for an operation; undefined for one that is no such post. */
export function useArrival(row: OperationRow | undefined): Arrival | undefined {
  const { member } = useDevice();
  const { engine } = useRunning();
  const tip = useLiveQuery(async () => member && row && findIn(member, row), [member, row]);
  if (member === undefined || row === undefined || !isUndecided(row) || !tipIn(row)) {
    return undefined;
  }
  return {
    tip,
    async look() {
      if ((await engine?.refresh('own')) === 'failed') return 'unknown';
      return (await findIn(member, row)) ? 'found' : 'none';
    },
    async bind() {
      if (tip === undefined) return;
      await bindArrived(member.store, row.id, { entityId: tip.id, now: Date.now() });
      engine?.nudge();
      void engine?.refresh('own');
    },
  };
}

async function findIn({ store }: Member, row: OperationRow): Promise<Tip | undefined> {
  if (!isUndecided(row)) return undefined;
  return arrivedAs(row, await store.tips.toArray(), await readOutbox(store));
}

/** What is discarded together with an operation. */
export function useGoesWith(row: OperationRow | undefined): OperationRow[] {
  const operations = useOperations() ?? [];
  return row === undefined ? [] : goesWith(row, operations);
}

/** The same tip once more, where the browser may have sent it twice: a backend with keys takes one. */
export function useTwin(tip: Tip): Tip | undefined {
  const { member } = useDevice();
  const mayBeTwice = useCapability('keys') === false;
  return useLiveQuery(
    async () => (member && mayBeTwice ? twinOf(member.store, tip) : undefined),
    [member, mayBeTwice, tip.id, tip.creationTime],
  );
}
