import { useLiveQuery } from 'dexie-react-hooks';
import type { Arrival } from '#client/ui/messages/recovery-actions.tsx';
import type { Tip } from '#contract/tips.ts';
import { findArrivedTip, bindArrivedTip, findTwin } from '#sync/arrived-tips.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { goesWith, readOutbox } from '#sync/outbox/outbox.ts';
import { payloadIn } from '#sync/operations/registry.ts';
import { isUndecided } from '#sync/drain/after-answer.ts';
import { type Member, useDevice } from '../device/device.tsx';
import { useRunning } from '../device/running.ts';
import { useOperations } from '../device/sync-state.ts';

/** The arrival check of an operation; undefined for other operations. */
export function useArrival(row: OperationRow | undefined): Arrival | undefined {
  const { member } = useDevice();
  const { engine } = useRunning();
  const tip = useLiveQuery(async () => member && row && findIn(member, row), [member, row]);
  if (
    member === undefined ||
    row === undefined ||
    !isUndecided(row) ||
    !payloadIn(row, 'tip.post')
  ) {
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
      await bindArrivedTip(member.store, row.id, { entityId: tip.id, now: Date.now() });
      engine?.nudge();
      void engine?.refresh('own');
    },
  };
}

async function findIn({ store }: Member, row: OperationRow): Promise<Tip | undefined> {
  if (!isUndecided(row)) return undefined;
  return findArrivedTip(row, await store.tips.toArray(), await readOutbox(store));
}

/** Operations that are discarded together with an operation. */
export function useGoesWith(row: OperationRow | undefined): OperationRow[] {
  const operations = useOperations() ?? [];
  return row === undefined ? [] : goesWith(row, operations);
}

/**
 * A possible duplicate of a tip that the browser may have sent twice to a spec-only backend; a
 * Touchline server accepts only one.
 */
export function useTwin(tip: Tip): Tip | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? findTwin(member.store, tip) : undefined),
    [member, tip.id, tip.creationTime],
  );
}
