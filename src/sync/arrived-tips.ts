import type { Tip } from '#contract/tips.ts';
import { isArrivalUncertain, appendLogEntry } from './drain/answer-rules.ts';
import { payloadOfKind } from './operations/registry.ts';
import type { OperationRow } from './outbox/operation-row.ts';
import { findDependents, readOutbox } from './outbox/outbox.ts';
import { isSameTip } from './same-tip.ts';
import type { MemberStore } from './storage/member-store.ts';
import { runDurably } from './storage/trouble.ts';

/**
 * Finds the newest own tip that may be the result of a post with unknown outcome; ignores tips that
 * are bound to other posts.
 */
export function findArrivedTip(
  post: OperationRow,
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): Tip | undefined {
  const sent = isArrivalUncertain(post) ? payloadOfKind(post, 'tip.post') : undefined;
  if (!sent) return undefined;
  const named = new Set(operations.map(({ entityId }) => entityId));
  return tips
    .filter((tip) => !named.has(tip.id) && isSameTip(tip, sent))
    .toSorted((one, other) => (one.creationTime < other.creationTime ? 1 : -1))[0];
}

/** Maximum time between two posts of one tip sent twice, in milliseconds. */
const maxDuplicateGapMs = 2 * 60 * 1000;

/** Finds another own tip with equal content, posted within `maxDuplicateGapMs`. */
export async function findDuplicateTip({ tips }: MemberStore, tip: Tip): Promise<Tip | undefined> {
  const at = Date.parse(tip.creationTime);
  const [from, to] = [at - maxDuplicateGapMs, at + maxDuplicateGapMs].map((time) =>
    new Date(time).toISOString(),
  );
  const near = await tips.where('creationTime').between(from, to, true, true).toArray();
  return near.find((other) => other.id !== tip.id && isSameTip(other, tip));
}

/**
 * Binds a post with unknown outcome to the backend's tip that the member chose; operations queued
 * on the post then apply to that tip. Returns false if the post's outcome is known by now.
 */
export async function bindPostToTip(
  store: MemberStore,
  id: string,
  { entityId, now }: { entityId: string; now: number },
): Promise<boolean> {
  return runDurably(store, () =>
    store.transaction('rw', store.operations, async () => {
      const rows = await readOutbox(store);
      const post = rows.find((row) => row.id === id);
      if (!post || !isArrivalUncertain(post)) return false;
      const {
        problem: _problem,
        blockedBy: _blocker,
        ...rest
      } = appendLogEntry(post, 'arrived', { now });
      const bound = { ...rest, state: 'acked' as const, entityId, ack: { status: 200, at: now } };
      const behind = findDependents(post, rows).map((row) => ({ ...row, entityId }));
      await store.operations.bulkPut([bound, ...behind]);
      return true;
    }),
  );
}
