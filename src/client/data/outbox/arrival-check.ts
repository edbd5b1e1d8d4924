import { useLiveQuery } from 'dexie-react-hooks';
import type { Tip } from '#contract/tips.ts';
import { findArrivedTip, bindPostToTip, findDuplicateTip } from '#sync/arrived-tips.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { findDependents, readOutbox } from '#sync/outbox/outbox.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { isArrivalUncertain } from '#sync/drain/answer-rules.ts';
import { type Member, useDevice } from '../device/device.tsx';
import { useEngineState } from '../device/engine-state.ts';
import { useOperations } from '../device/sync-state.ts';

/** Functions for a post whose response was lost and that the server may have received. */
export type ArrivalCheck = {
  /** The own tip that was probably created by the post. */
  tip: Tip | undefined;
  /** Fetches the member's tips and checks again; `unknown` if the fetch failed. */
  check: () => Promise<'found' | 'none' | 'unknown'>;
  /** Confirms that the post created this tip. */
  bind: () => Promise<void>;
};

/** The check of a post whose response was lost; undefined if the arrival is certain. */
export function useArrivalCheck(row: OperationRow | undefined): ArrivalCheck | undefined {
  const { member } = useDevice();
  const { engine } = useEngineState();
  const tip = useLiveQuery(
    async () => member && row && findOwnArrivedTip(member, row),
    [member, row],
  );
  if (
    member === undefined ||
    row === undefined ||
    !isArrivalUncertain(row) ||
    !payloadOfKind(row, 'tip.post')
  ) {
    return undefined;
  }
  return {
    tip,
    async check() {
      if ((await engine?.refresh('own')) === 'failed') return 'unknown';
      return (await findOwnArrivedTip(member, row)) ? 'found' : 'none';
    },
    async bind() {
      if (tip === undefined) return;
      await bindPostToTip(member.store, row.id, { entityId: tip.id, now: Date.now() });
      engine?.sendPending();
      void engine?.refresh('own');
    },
  };
}

async function findOwnArrivedTip({ store }: Member, row: OperationRow): Promise<Tip | undefined> {
  if (!isArrivalUncertain(row)) return undefined;
  return findArrivedTip(row, await store.tips.toArray(), await readOutbox(store));
}

/** Operations that would be discarded with this operation, because they need its effect. */
export function useDependentOperations(row: OperationRow | undefined): OperationRow[] {
  const operations = useOperations() ?? [];
  return row === undefined ? [] : findDependents(row, operations);
}

/**
 * A second tip that may be a duplicate of this tip: a spec-only backend may have accepted one post
 * twice, a Touchline server accepts a post once.
 */
export function useDuplicateTip(tip: Tip): Tip | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? findDuplicateTip(member.store, tip) : undefined),
    [member, tip.id, tip.creationTime],
  );
}
