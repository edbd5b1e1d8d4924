import { tipInLane } from '#sync/outbox/lane.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/** The names of a lane's games, as far as this device has them. */
export async function gamesOfLane(store: MemberStore, lane: string): Promise<string[]> {
  const rows: { payload: unknown }[] = await store.operations.where('lane').equals(lane).toArray();
  const queued = gamesIn(rows.map(({ payload }) => payload));
  const tipId = tipInLane(lane);
  if (queued.length > 0 || tipId === undefined) return queued;
  const tip = (await store.tips.get(tipId)) ?? (await store.adminTips.get(tipId));
  return gamesIn(tip?.options);
}

/** Collects every game name in a payload at any depth, without its schema. */
function gamesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'game' in value && typeof value.game === 'string' ? [value.game] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(gamesIn)])];
}
