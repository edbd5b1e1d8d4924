import * as z from 'zod/mini';
import { confirmTips, reopenTips } from '#contract/desk.ts';
import { deskLimit } from '#contract/limits.ts';
import { Id } from '#contract/values.ts';
import { confirmationsLane, fixtureInLane, tipInLane, tipLane } from '../outbox/lane.ts';
import { isOpenToAll } from './desk.ts';
import type { DeskOperation } from './operation.ts';

const ManyTips = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(deskLimit)),
});

const ofManyTips = {
  about: 'desk',
  rows: 'desk',
  isTouchlineOnly: true,
  lane: () => confirmationsLane,
  subject: () => confirmationsLane,
  touches: ({ ids }: { ids: string[] }) => ids.map(tipLane),
  waitsFor: (lane: string, { ids }: { ids: string[] }) => {
    const tipId = tipInLane(lane);
    // failpoint: confirmed-before-decided
    return tipId === undefined ? fixtureInLane(lane) !== undefined : ids.includes(tipId);
  },
  payload: ManyTips,
  mapTipIds: ({ ids }: { ids: string[] }, toId: (id: string) => string) => ({ ids: ids.map(toId) }),
} as const;

/** Confirms tickets together, after all earlier decisions about them. */
export const tipsConfirm: DeskOperation<z.infer<typeof ManyTips>> = {
  ...ofManyTips,
  request: ({ ids }) => ({ route: confirmTips, body: { ids } }),
  effect(tip, _, row) {
    const isReady = tip.options.every(({ result }) => result !== 'pending');
    if (!isReady || !isOpenToAll(tip, row)) return undefined;
    return { ...tip, IsGameSuccessful: true };
  },
};

/**
 * Reopens tickets shortly after their confirmation, after all earlier decisions: operations that
 * skipped the confirmed tickets here must skip them at the server as well.
 */
export const tipsReopen: DeskOperation<z.infer<typeof ManyTips>> = {
  // failpoint: reopened-before-decided
  ...ofManyTips,
  merge(earlier, { ids }) {
    if (earlier.kind !== 'tips.confirm') return undefined;
    const confirmed = ManyTips.safeParse(earlier.payload).data?.ids ?? [];
    if (!ids.some((id) => confirmed.includes(id))) return 'apart';
    if (!ids.every((id) => confirmed.includes(id))) return undefined;
    // Tickets whose confirmation was never sent need not be reopened.
    const remaining = confirmed.filter((id) => !ids.includes(id));
    return { remaining: remaining.length > 0 ? { ids: remaining } : undefined };
  },
  request: ({ ids }) => ({ route: reopenTips, body: { ids } }),
  effect: (tip, _, row) =>
    tip.tipsterId === row.memberId || !tip.IsGameSuccessful
      ? undefined
      : { ...tip, IsGameSuccessful: false },
};
