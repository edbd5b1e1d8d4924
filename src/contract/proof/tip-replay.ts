import * as z from 'zod/mini';

import { findOptionByName } from '#domain/catalogue.ts';
import { type LegCorrection, type TextRemover, textRemovers } from '#domain/tip.ts';

import { type SettlementFact, KnownSettlementFact, Leg, LegResult } from '../tips.ts';

/** The fields of an event from which a tip is rebuilt. */
export type TipEvent = {
  at: Date;
  subject: string;
  action: string;
  after: unknown;
  reason: string;
};

/** Fields of a post event that only its author and administrators can read. */
type PrivateContent = { copiedFrom: string | null; stake: number };

/**
 * The fields of a leg in the post event. The server writes the fields of this schema, and a history
 * is rebuilt from them; older events may lack the optional ones.
 */
export const PostedLeg = z.object({
  fixtureId: z.string(),
  game: z.optional(z.string()),
  kickOff: z.string(),
  oddName: z.string(),
  odd: z.number(),
  estimatedOdd: z.optional(z.number()),
});
export type PostedLeg = z.infer<typeof PostedLeg>;

/** A leg rebuilt from events; events change none of the posted fields except prices. */
type ReplayedLeg = Omit<PostedLeg, 'oddName' | 'estimatedOdd'> & {
  oddsId: number;
  estimatedOdd: number | null;
  kickOffOdd: number;
  bookedOdd: number;
  result: z.infer<typeof LegResult>;
  decidedAt: Date | null;
  reason: string | null;
  fact: SettlementFact | null;
  corrected: LegCorrection | null;
  /** Earlier decisions with their reasons, which an undo restores. */
  decisions: { at: string; result: string; words: string | null }[];
};

/** A tip rebuilt from its events. */
export type ReplayedTip = {
  id: string;
  createdAt: Date;
  /** The analysis; only posts of earlier versions contain the text instead of a digest. */
  analysis: string | undefined;
  /** The salted digest of the analysis; undefined without an analysis. */
  analysisDigest: string | undefined;
  analysisRemovedBy: TextRemover | undefined;
  copiedFrom: string | null;
  stake: number;
  bookedAt: string | null;
  confirmedAt: Date | null;
  /** First and last kick-off at the confirmation; absent in confirmations of earlier versions. */
  confirmedKickOffs: { expiresAt: string; lastKickOff: string } | undefined;
  withdrawnAt: Date | null;
  legs: ReplayedLeg[];
};

const PostContent = z.object({
  legs: z.array(PostedLeg),
  analysis: z.optional(z.string()),
  analysisDigest: z.optional(z.string()),
});
const ErasureContent = z.object({ by: z.enum(textRemovers) });
const PriceContent = z.object({ fixtureId: z.string(), odd: z.number(), kickOffOdd: z.number() });
const DecisionContent = z.object({
  fixtureId: z.string(),
  result: LegResult,
  fact: KnownSettlementFact,
  corrected: Leg.shape.corrected,
  decidedAt: z.optional(z.string()),
});
const ConfirmationContent = z.object({
  expiresAt: z.optional(z.string()),
  lastKickOff: z.optional(z.string()),
});

/** Creates a tip from its post event. */
export function replayPost(
  { subject, at, after }: TipEvent,
  { copiedFrom, stake }: PrivateContent = { copiedFrom: null, stake: 0 },
): ReplayedTip {
  const { legs, analysis, analysisDigest } = z.parse(PostContent, after);
  const undecided = { result: 'pending', decidedAt: null, reason: null, fact: null } as const;
  return {
    id: subject.slice('tip:'.length),
    createdAt: at,
    analysis,
    analysisDigest,
    analysisRemovedBy: undefined,
    copiedFrom,
    stake,
    bookedAt: null,
    confirmedAt: null,
    confirmedKickOffs: undefined,
    withdrawnAt: null,
    legs: legs.map(({ oddName, estimatedOdd = null, ...leg }) => ({
      ...leg,
      estimatedOdd,
      kickOffOdd: leg.odd,
      bookedOdd: 0,
      oddsId: findOptionByName(oddName)?.oddsId ?? 0,
      ...undecided,
      corrected: null,
      decisions: [],
    })),
  };
}

/** Applies an event after the post. */
export function replayTipEvent(tip: ReplayedTip, event: TipEvent): void {
  switch (event.action) {
    case 'tip.confirm': {
      const { expiresAt, lastKickOff } = z.parse(ConfirmationContent, event.after);
      tip.confirmedAt = event.at;
      tip.confirmedKickOffs = expiresAt && lastKickOff ? { expiresAt, lastKickOff } : undefined;
      return;
    }
    case 'tip.reopen':
      tip.confirmedAt = null;
      return;
    case 'tip.withdraw':
      tip.withdrawnAt = event.at;
      return;
    case 'tip.restate':
      tip.analysisDigest = z.parse(PostContent, event.after).analysisDigest;
      return;
    case 'tip.erase':
      tip.analysisRemovedBy = z.parse(ErasureContent, event.after).by;
      return;
    case 'leg.price': {
      const { fixtureId, ...odds } = z.parse(PriceContent, event.after);
      const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
      if (leg) Object.assign(leg, odds);
      return;
    }
    case 'leg.settle':
    case 'leg.correct':
      replayDecision(tip, event);
  }
}

function replayDecision(tip: ReplayedTip, { at, after, reason }: TipEvent): void {
  const {
    fixtureId,
    result,
    fact = null,
    corrected = null,
    decidedAt,
  } = z.parse(DecisionContent, after);
  const leg = tip.legs.find((each) => each.fixtureId === fixtureId);
  if (!leg) return;
  // An undo (`decidedAt` is set) restores the reason of the earlier decision.
  const earlier = leg.decisions.findLast(
    (one) => one.at === decidedAt && one.result === result,
  )?.words;
  const own = reason === '' ? null : reason;
  const words = decidedAt === undefined ? own : (earlier ?? null);
  const isPending = result === 'pending';
  Object.assign(leg, {
    result,
    fact,
    corrected,
    decidedAt: isPending ? null : decidedAt === undefined ? at : new Date(decidedAt),
    reason: fact ? null : words,
  } satisfies Partial<ReplayedLeg>);
  if (decidedAt === undefined) leg.decisions.push({ at: at.toISOString(), result, words: own });
}
