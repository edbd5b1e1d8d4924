import * as z from 'zod/mini';
import { confirmTips, reopenTips } from '#contract/desk.ts';
import { confirmationLimit } from '#contract/limits.ts';
import { FixtureId, Id } from '#contract/values.ts';
import { fixtureSubject, tipSubject } from '../outbox/subjects.ts';
import { isChangeableByDesk } from './fixture-legs.ts';
import type { DeskOperation } from './operation.ts';

const ManyTipsPayload = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(confirmationLimit)),
  /** The fixtures of the tickets' legs. */
  fixtureIds: z.optional(z.array(FixtureId)),
});
type ManyTipsPayload = z.infer<typeof ManyTipsPayload>;

const manyTipsBase = {
  about: 'desk',
  rows: 'desk',
  isTouchlineOnly: true,
  // failpoint: confirmed-before-decided
  subjects: ({ ids, fixtureIds = [] }: ManyTipsPayload) => [
    ...ids.map(tipSubject),
    ...fixtureIds.map(fixtureSubject),
  ],
  payload: ManyTipsPayload,
  mapTipIds: ({ ids, ...rest }: ManyTipsPayload, toId: (id: string) => string) => ({
    ...rest,
    ids: ids.map(toId),
  }),
} as const;

/** Confirms several tickets in one request, after all earlier queued decisions about them. */
export const confirmTipsOperation: DeskOperation<ManyTipsPayload> = {
  ...manyTipsBase,
  request: ({ ids }) => ({ route: confirmTips, body: { ids } }),
  effect(tip, { ids }, row) {
    if (!ids.includes(tip.id)) return undefined;
    const isReady = tip.options.every(({ result }) => result !== 'pending');
    if (!isReady || !isChangeableByDesk(tip, row)) return undefined;
    return { ...tip, IsGameSuccessful: true };
  },
};

/**
 * Reopens tickets shortly after their confirmation. Waits for all earlier decisions, because
 * operations that skipped the confirmed tickets on this device must skip them on the server as
 * well.
 */
export const reopenTipsOperation: DeskOperation<ManyTipsPayload> = {
  // failpoint: reopened-before-decided
  ...manyTipsBase,
  merge(earlier, { ids }) {
    if (earlier.kind !== 'tips.confirm') return undefined;
    const before = ManyTipsPayload.safeParse(earlier.payload).data;
    const confirmed = before?.ids ?? [];
    if (!ids.some((id) => confirmed.includes(id))) return 'apart';
    if (!ids.every((id) => confirmed.includes(id))) return undefined;
    // Tickets whose confirmation was never sent need not be reopened.
    const remaining = confirmed.filter((id) => !ids.includes(id));
    return { remaining: remaining.length > 0 ? { ...before, ids: remaining } : undefined };
  },
  request: ({ ids }) => ({ route: reopenTips, body: { ids } }),
  effect: (tip, { ids }, row) =>
    !ids.includes(tip.id) || tip.tipsterId === row.memberId || !tip.IsGameSuccessful
      ? undefined
      : { ...tip, IsGameSuccessful: false },
};
