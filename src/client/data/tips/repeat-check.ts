import { useLiveQuery } from 'dexie-react-hooks';
import { findOptionByName } from '#domain/catalogue.ts';
import {
  checkRepeatedTip,
  type EarlierTip,
  type RepeatProblem,
  hasCommonSelection,
} from '#domain/repeat.ts';
import { acceptLegs, type StartedLegPolicy } from '#domain/slip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { useDevice } from '../device/device.tsx';
import { loadOptimisticViews } from '../member-row-queries.ts';
import type { Selection } from './slip.ts';

/** The selections of a tip that is about to be posted. */
export type PostCandidate = {
  /** The id of this tip, which is not compared with itself. */
  id?: string | undefined;
  selections: readonly Selection[];
  ifStarted: StartedLegPolicy;
};

/** The result of comparing a post with the own tips on this device. */
export type RepeatCheckResult = {
  problem: RepeatProblem<Selection> | undefined;
  /** True if the repeated tip is not sent yet. */
  isUnsent: boolean;
  /** Ids of own tips with an equal pick that are being withdrawn; the post waits for them. */
  withdrawn: readonly string[];
};

/** The maximum number of own tips compared, newest first; older tips have only past games. */
const maxComparedTips = 500;

/** Compares selections with the own tips on this device; undefined until these tips were read. */
export function useRepeatCheck(posting: PostCandidate, now: Date): RepeatCheckResult | undefined {
  const { member } = useDevice();
  const { id, selections, ifStarted } = posting;
  const chosen = selections.map(({ fixtureId, oddsId }) => `${oddsId} ${fixtureId}`).join('\n');
  return useLiveQuery(
    async () => member && checkForRepeat(member.store, posting, now),
    // `selections` is not a dependency, because the string `chosen` changes with it.
    [member, id, chosen, ifStarted, now.getTime()],
  );
}

/** Compares selections with the own tips on this device, with the pending operations applied. */
export async function checkForRepeat(
  store: MemberStore,
  { id, selections, ifStarted }: PostCandidate,
  now: Date,
): Promise<RepeatCheckResult> {
  const legs = acceptLegs({ legs: selections, arrivedAt: now, ifStarted });
  const accepted = legs.allowed ? legs.value.accepted : [];
  const own = (await readRecentTips(store)).filter((tip) => tip.id !== id && isComparable(tip));
  const standing = own.filter((tip) => !isBeingWithdrawn(tip));
  const checked = checkRepeatedTip(accepted, standing.map(toEarlierTip));
  const problem = checked.allowed ? undefined : checked.problem;
  const repeated = standing.find(
    (tip) => problem?.code === 'already-tipped' && tip.id === problem.tipId,
  );
  return {
    problem,
    isUnsent: repeated?.version === 0,
    withdrawn: own
      .filter(
        (tip) =>
          isBeingWithdrawn(tip) && hasCommonSelection(toEarlierTip(tip).selections, accepted),
      )
      .map(({ id: tipId }) => tipId),
  };
}

async function readRecentTips(store: MemberStore): Promise<readonly OptimisticTip[]> {
  const [tips, operations] = await store.transaction('r', store.tips, store.operations, () =>
    Promise.all([
      store.tips.orderBy('creationTime').reverse().limit(maxComparedTips).toArray(),
      store.operations.orderBy('seq').toArray(),
    ]),
  );
  if (operations.length === 0) return tips;
  const { applyPendingToOwnTips } = await loadOptimisticViews();
  return applyPendingToOwnTips(tips, operations);
}

/** False for copies and refused posts. */
function isComparable({ copiedFrom, version, device }: OptimisticTip): boolean {
  const isRefused = version === 0 && device?.state === 'needs-you' && !device.mayBePosted;
  return copiedFrom === undefined && !isRefused;
}

/** False after a refused withdrawal, because the tip then stays posted. */
function isBeingWithdrawn({ device }: OptimisticTip): boolean {
  return device?.withdrawalId !== undefined && device.state !== 'needs-you';
}

function toEarlierTip({ id, outcome, options }: OptimisticTip): EarlierTip {
  const selections = options.map(({ fixtureId, oddName }) => ({
    fixtureId,
    oddsId: findOptionByName(oddName)?.oddsId ?? 0,
  }));
  return { id, isOpen: outcome === 'open', selections };
}
