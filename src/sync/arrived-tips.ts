import type { Tip } from '#contract/tips.ts';
import { isUndecided, logged } from './drain/after-answer.ts';
import { payloadIn } from './operations/registry.ts';
import type { OperationRow } from './outbox/operation-row.ts';
import { goesWith, readOutbox } from './outbox/outbox.ts';
import { isSameTip } from './same-tip.ts';
import type { MemberStore } from './storage/member-store.ts';
import { durably } from './storage/trouble.ts';

/**
 * Finds the newest own tip that may be the result of a post with unknown outcome and belongs to no
 * other post.
 */
export function findArrivedTip(
  post: OperationRow,
  tips: readonly Tip[],
  operations: readonly OperationRow[],
): Tip | undefined {
  const sent = isUndecided(post) ? payloadIn(post, 'tip.post') : undefined;
  if (!sent) return undefined;
  const named = new Set(operations.map(({ entityId }) => entityId));
  return tips
    .filter((tip) => !named.has(tip.id) && isSameTip(tip, sent))
    .toSorted((one, other) => (one.creationTime < other.creationTime ? 1 : -1))[0];
}

/** Maximum time between two posts that are treated as one post sent twice, in milliseconds. */
const maxTwinGapMs = 2 * 60 * 1000;

/** Finds another own tip with equal content, posted within that time. */
export async function findTwin({ tips }: MemberStore, tip: Tip): Promise<Tip | undefined> {
  const at = Date.parse(tip.creationTime);
  const [from, to] = [at - maxTwinGapMs, at + maxTwinGapMs].map((time) =>
    new Date(time).toISOString(),
  );
  const near = await tips.where('creationTime').between(from, to, true, true).toArray();
  return near.find((other) => other.id !== tip.id && isSameTip(other, tip));
}

/**
 * Binds a post with unknown outcome to a tip of the backend that its member identified, so that
 * operations queued on the post apply to that tip. Returns false if the post no longer waits for
 * this.
 */
export async function bindArrivedTip(
  store: MemberStore,
  id: string,
  { entityId, now }: { entityId: string; now: number },
): Promise<boolean> {
  return durably(store, () =>
    store.transaction('rw', store.operations, async () => {
      const rows = await readOutbox(store);
      const post = rows.find((row) => row.id === id);
      if (!post || !isUndecided(post)) return false;
      const { problem: _problem, blockedBy: _blocker, ...rest } = logged(post, 'arrived', { now });
      const bound = { ...rest, state: 'acked' as const, entityId, ack: { status: 200, at: now } };
      const behind = goesWith(post, rows).map((row) => ({ ...row, entityId }));
      await store.operations.bulkPut([bound, ...behind]);
      return true;
    }),
  );
}
