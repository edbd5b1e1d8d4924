import * as z from 'zod/mini';
import { editTip, LegResult } from '#contract/tips.ts';
import type { TipOperation } from '../operation.ts';
import { LegNamed, LegsSeen, sentLegs, withLegs } from './tip-legs.ts';

/** The result of one leg: won (accepted), lost (declined) or void (withdrawn). */
export const LegSettle = z.extend(LegsSeen, { change: z.extend(LegNamed, { result: LegResult }) });
export type LegSettle = z.infer<typeof LegSettle>;

export const legSettle: TipOperation<LegSettle> = {
  kind: 'leg.settle',
  v: 1,
  about: 'tip',
  rows: 'others',
  payload: LegSettle,
  lane: ({ tipId }) => `tip:${tipId}`,
  subject: ({ tipId }) => tipId,
  request: ({ tipId, legs, change }, { entityId, foreign }) => ({
    route: editTip,
    params: { id: entityId ?? tipId },
    body: { options: sentLegs(legs, [change], foreign), stake: 0, priceSold: 0 },
  }),
  fold: (tip, { change }, row) => tip && withLegs(tip, [change], row.queuedAt),
};
