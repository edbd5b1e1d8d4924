import * as z from 'zod/mini';
import { editTip, SettlementFact, Leg, LegResult, type Tip } from '#contract/tips.ts';
import { FixtureId, Price } from '#contract/values.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import { countsOf, outcomeOf, tipScorePercentage, totalsOf } from '#domain/tip.ts';
import { fixtureSubject, tipSubject } from '../outbox/subjects.ts';
import { tipOperationBase, type TipOperation } from './operation.ts';

/** The tip whose legs an administrator changes. */
const TipLegsPayload = z.object({
  tipId: z.string(),
  /** All legs as displayed to the administrator; a spec-only backend needs the whole list. */
  legs: z.array(Leg),
});

const legOperationBase = {
  ...tipOperationBase,
  rows: 'others',
  // failpoint: ticket-before-its-fixtures
  subjects: ({ tipId, legs }: z.infer<typeof TipLegsPayload>) => [
    tipSubject(tipId),
    ...legs.map(({ fixtureId }) => fixtureSubject(fixtureId)),
  ],
} as const;

/** Fields that every change of a leg has. */
const LegChangeBase = z.object({
  fixtureId: FixtureId,
  game: z.string(),
  reason: z.optional(z.string()),
  /** The settlement rules' reason, displayed until the server sends its own. */
  fact: z.optional(SettlementFact),
});

const SetOddsPayload = z.extend(TipLegsPayload, {
  changes: z.array(z.extend(LegChangeBase, { odd: Price })).check(z.minLength(1)),
});

/** Sets new prices for legs of a tip. */
export const setOddsOperation: TipOperation<z.infer<typeof SetOddsPayload>> = {
  ...legOperationBase,
  payload: SetOddsPayload,
  merge(earlier, payload) {
    const before =
      earlier.kind === 'odds.set' ? SetOddsPayload.safeParse(earlier.payload) : undefined;
    if (before?.data?.tipId !== payload.tipId) return undefined;
    const anew = new Set(payload.changes.map(({ fixtureId }) => fixtureId));
    const others = before.data.changes.filter(({ fixtureId }) => !anew.has(fixtureId));
    // Requests to a spec-only backend are built from the legs as before the earlier operation.
    return {
      payload: {
        ...payload,
        legs: before.data.legs,
        // failpoint: joined-prices-lose-one
        changes: [...others, ...payload.changes],
      },
    };
  },
  request: ({ tipId, changes }, entityId) => ({
    route: editTip,
    params: { id: entityId ?? tipId },
    body: { options: changes.map(toSentLegChange), stake: 0, priceSold: 0 },
  }),
  effect: (tip, { changes }, row) => tip && applyLegEdits(tip, changes, row.queuedAt),
};

const LegChange = z.extend(LegChangeBase, { result: LegResult });
type LegChange = z.infer<typeof LegChange>;

const SettleLegPayload = z.extend(TipLegsPayload, {
  change: LegChange,
  /** Set if the leg was declined on the odds form, which sends an update of the tip. */
  declined: z.optional(z.literal(true)),
});

/** True if a change returns the leg to its state in `legs`. */
function isDisplayedState(legs: readonly Leg[], { fixtureId, result, reason }: LegChange): boolean {
  const seen = legs.find((leg) => leg.fixtureId === fixtureId);
  // The settlement rules made a decision with a fact, and the server computes its reason.
  const seenReason = seen?.fact ? undefined : seen?.reason;
  return seen?.result === result && seenReason === reason;
}

/** Decides one leg: won (accepted), lost (declined) or void (withdrawn). */
export const settleLegOperation: TipOperation<z.infer<typeof SettleLegPayload>> = {
  ...legOperationBase,
  payload: SettleLegPayload,
  merge(earlier, { tipId, change }) {
    const before =
      earlier.kind === 'leg.settle' ? SettleLegPayload.safeParse(earlier.payload) : undefined;
    if (before?.data?.tipId !== tipId) return undefined;
    if (before.data.change.fixtureId !== change.fixtureId) return undefined;
    // A decision that was never sent is undone by not sending it.
    return isDisplayedState(before.data.legs, change) ? 'nothing' : undefined;
  },
  request: ({ tipId, change }, entityId) => ({
    route: editTip,
    params: { id: entityId ?? tipId },
    // failpoint: reason-not-sent
    body: { options: [toSentLegChange(change)], stake: 0, priceSold: 0 },
  }),
  effect: (tip, { change }, row) => tip && applyLegEdits(tip, [change], row.queuedAt),
};

/** The changed values of a leg. */
type LegValues = {
  odd?: number | undefined;
  result?: z.infer<typeof LegResult> | undefined;
  reason?: string | undefined;
  fact?: SettlementFact | undefined;
};

type LegEdit = LegValues & { fixtureId: string; game: string };

function applyLegEdits(tip: Tip, edits: readonly LegEdit[], at: string): Tip {
  const options = tip.options.map((leg) => {
    // failpoint: decision-shown-on-every-leg
    const edit = edits.find(({ fixtureId }) => fixtureId === leg.fixtureId);
    return edit ? applyLegValues(leg, edit, at) : leg;
  });
  return replaceLegs(tip, options);
}

/** Replaces the legs of a tip and recomputes its totals. */
export function replaceLegs({ estimatedTotal: _, ...tip }: Tip, legs: Leg[]): Tip {
  const options = legs.map(removeNeedlessEstimate);
  const counts = countsOf(options);
  return {
    ...tip,
    options,
    ...totalsOf(options),
    outcome: outcomeOf(options),
    totalGamesWon: counts.won,
    totalGamesLost: counts.lost,
    gameRankPercentage: tipScorePercentage(options) ?? 0,
  };
}

function removeNeedlessEstimate(leg: Leg): Leg {
  if (leg.odd === unpricedOdd || leg.estimatedOdd === undefined) return leg;
  const { estimatedOdd: _, ...priced } = leg;
  return priced;
}

/** Applies new values to a leg; `at` is the instant of a new decision. */
export function applyLegValues(leg: Leg, edit: LegValues, at: string): Leg {
  // A leg does not contain the reason of a price change; only the server stores that reason.
  if (edit.result === undefined || edit.result === leg.result) {
    return { ...leg, odd: edit.odd ?? leg.odd };
  }
  const rest = removeDecision(leg);
  const { result, reason, fact } = edit;
  return {
    ...rest,
    odd: edit.odd ?? leg.odd,
    result,
    status: result === 'won',
    ...(result !== 'pending' && { confirmedAt: at }),
    ...(reason && { reason }),
    ...(fact && { fact }),
  };
}

/** Removes all details of a leg's decision. */
function removeDecision(leg: Leg): Leg {
  const { confirmedAt: _a, reason: _r, fact: _f, decidedBy: _d, corrected: _c, ...rest } = leg;
  return rest;
}

/** Omits the fact, because the server computes the fact itself. */
function toSentLegChange({ fact: _, ...edit }: LegEdit): Record<string, unknown> {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
}
