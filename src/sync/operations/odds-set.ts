import * as z from 'zod/mini';
import { editTip } from '#contract/tips.ts';
import { Price } from '#contract/values.ts';
import type { TipOperation } from '../operation.ts';
import { LegNamed, LegsSeen, sentLegs, withLegs } from './tip-legs.ts';

/** New prices for legs of a tip. */
export const OddsSet = z.extend(LegsSeen, {
  changes: z.array(z.extend(LegNamed, { odd: Price })).check(z.minLength(1)),
});
export type OddsSet = z.infer<typeof OddsSet>;

export const oddsSet: TipOperation<OddsSet> = {
  kind: 'odds.set',
  v: 1,
  about: 'tip',
  rows: 'others',
  payload: OddsSet,
  lane: ({ tipId }) => `tip:${tipId}`,
  subject: ({ tipId }) => tipId,
  coalesce(earlier, payload) {
    const before = earlier.kind === 'odds.set' ? OddsSet.safeParse(earlier.payload) : undefined;
    if (!before?.success) return undefined;
    const anew = new Set(payload.changes.map(({ fixtureId }) => fixtureId));
    const others = before.data.changes.filter(({ fixtureId }) => !anew.has(fixtureId));
    // The legs stay as they were before either, which is what any other backend is sent.
    return {
      payload: { ...payload, legs: before.data.legs, changes: [...others, ...payload.changes] },
    };
  },
  request: ({ tipId, legs, changes }, { entityId, foreign }) => ({
    route: editTip,
    params: { id: entityId ?? tipId },
    body: { options: sentLegs(legs, changes, foreign), stake: 0, priceSold: 0 },
  }),
  fold: (tip, { changes }, row) => tip && withLegs(tip, changes, row.queuedAt),
};
