import * as z from 'zod/mini';
import {
  DeskFixture,
  type DeskSelection,
  setPrices,
  setResult,
  settleFixture,
} from '#contract/desk.ts';
import { SettlementFact, GoalPair, type Leg, LegResult, type ScorePair } from '#contract/tips.ts';
import { decisionStatusOf } from '#contract/decision-status.ts';
import { FixtureId, Id, Instant, Price } from '#contract/values.ts';
import { findOptionById } from '#domain/catalogue.ts';
import { fixtureStatuses, pairsToScore, sides } from '#domain/fixture.ts';
import { proposeSettlement } from '#domain/settlement/settlement.ts';
import { undoWindowMs } from '#domain/tip.ts';
import { fixtureSubject } from '../outbox/subjects.ts';
import type { OperationProblem, OperationRow } from '../outbox/operation-row.ts';
import {
  changeFixtureLegs,
  changeSelections,
  createOptionLookup,
  isChangeableByDesk,
  removeOptions,
} from './fixture-legs.ts';
import { applyLegValues } from './leg.ts';
import type { DeskOperation } from './operation.ts';

/** The fixture whose tickets an administrator changes; `game` is its display name. */
export const FixturePayload = z.object({ fixtureId: FixtureId, game: z.string() });

/** Shared members of the operations on all tickets of a fixture. */
export const fixtureOperationBase = {
  about: 'desk',
  rows: 'desk',
  isTouchlineOnly: true,
  // failpoint: fixture-before-its-tickets
  subjects: ({ fixtureId }: { fixtureId: string }) => [fixtureSubject(fixtureId)],
} as const;

const SetResultPayload = z.extend(FixturePayload, {
  status: z.enum(fixtureStatuses),
  halfTime: z.optional(GoalPair),
  fullTime: z.optional(GoalPair),
  firstGoal: z.optional(z.enum(sides)),
  reason: z.optional(z.string()),
});

/** Sets the result of a fixture. */
export const setResultOperation: DeskOperation<z.infer<typeof SetResultPayload>> = {
  ...fixtureOperationBase,
  payload: SetResultPayload,
  merge: ({ kind }, payload) => (kind === 'result.set' ? { replacement: payload } : undefined),
  request: ({ fixtureId, game: _, ...result }) => ({
    route: setResult,
    params: { fixtureId },
    body: result,
  }),
  isAlreadyMade: (result, { status, score, firstGoal }) =>
    // failpoint: any-result-counts-as-ours
    status === result.status &&
    isSamePair(score?.fullTime, result.fullTime) &&
    isSamePair(score?.halfTime, result.halfTime) &&
    firstGoal === result.firstGoal,
  effect(tip, { fixtureId, status, ...pairs }) {
    if (!tip.options.some((leg) => leg.fixtureId === fixtureId)) return undefined;
    const score = buildScorePair(pairs);
    const options = tip.options.map((leg): Leg => {
      if (leg.fixtureId !== fixtureId) return leg;
      const { score: _score, fixtureStatus: _status, ...rest } = leg;
      return {
        ...rest,
        ...(status !== 'scheduled' && { fixtureStatus: status }),
        ...(score && { score }),
      };
    });
    return { ...tip, options };
  },
  fixtureEffect(fixture, { status, firstGoal, ...pairs }, row) {
    // The stored fixture may already contain this result or a newer result.
    if (row.ack?.version !== undefined && fixture.version >= row.ack.version) return fixture;
    const { score: _score, firstGoal: _first, told: _reported, ...rest } = fixture;
    const score = buildScorePair(pairs);
    const changed: DeskFixture = {
      ...rest,
      status,
      ...(score && { score }),
      ...(firstGoal && { firstGoal }),
      version: row.ack?.version ?? fixture.version,
    };
    const now = new Date(row.queuedAt);
    return {
      ...changed,
      selections: changed.selections.map((one) => recomputeSelection(changed, one, now)),
    };
  },
};

const SetPricesPayload = z.extend(FixturePayload, {
  prices: z
    .array(
      z.object({
        oddsId: z.int(),
        odd: Price,
        seen: z.optional(Price),
        ifUnpriced: z.optional(z.literal(true)),
      }),
    )
    .check(z.minLength(1)),
  reason: z.optional(z.string()),
});

/** Sets prices of options in all open tickets of a fixture except the administrator's own. */
export const setPricesOperation: DeskOperation<z.infer<typeof SetPricesPayload>> = {
  ...fixtureOperationBase,
  payload: SetPricesPayload,
  merge(earlier, payload) {
    const before =
      earlier.kind === 'prices.set' ? SetPricesPayload.safeParse(earlier.payload) : undefined;
    // A request has one reason, so price changes with different reasons are not merged.
    if (!before?.success || before.data.reason !== payload.reason) return undefined;
    const known = new Map(before.data.prices.map((price) => [price.oddsId, price]));
    const later = payload.prices.map((price) => {
      const first = known.get(price.oddsId);
      if (!first) return price;
      const { seen: shown, ifUnpriced, ...rest } = price;
      // An unpriced-only price changes nothing if the earlier operation prices all tickets.
      if (ifUnpriced && !first.ifUnpriced && first.odd > 0) return first;
      // `seen` must be a price on the server. The earlier price was never sent; but with
      // `ifUnpriced`, the displayed price may be that of other tickets.
      const seen = first.ifUnpriced ? shown : first.seen;
      // failpoint: joined-price-counts-as-seen
      return {
        ...rest,
        ...(ifUnpriced && first.ifUnpriced && { ifUnpriced }),
        ...(seen !== undefined && { seen }),
      };
    });
    // failpoint: joined-desk-prices-lose-one
    return {
      payload: { ...payload, prices: [...removeOptions(before.data.prices, later), ...later] },
    };
  },
  rebasePayload(payload, { selections }) {
    const prices = payload.prices.map(({ seen: _, ...price }) => {
      const seen = selections.find((one) => one.oddsId === price.oddsId)?.odd ?? 0;
      return { ...price, ...(seen > 0 && { seen }) };
    });
    return { ...payload, prices };
  },
  request: ({ fixtureId, prices, reason }) => ({
    route: setPrices,
    params: { fixtureId },
    body: { prices, ...(reason !== undefined && { reason }) },
  }),
  effect(tip, { fixtureId, prices }, row) {
    if (!isChangeableByDesk(tip, row)) return undefined;
    const priceOf = createOptionLookup(prices);
    return changeFixtureLegs(tip, fixtureId, (leg) => {
      const price = priceOf(leg);
      if (price?.ifUnpriced && leg.odd > 0) return undefined;
      return price && { ...leg, odd: price.odd };
    });
  },
  fixtureEffect: (fixture, { prices }) =>
    changeSelections(fixture, prices, ({ knownOdd, ...one }, { odd, ifUnpriced }) => ({
      ...one,
      // With `ifUnpriced`, tickets that already have a price do not change.
      odd: ifUnpriced && one.unpriced < one.tickets && odd !== knownOdd ? one.odd : odd,
      unpriced: odd === 0 ? Math.max(0, one.tickets - one.void) : 0,
    })),
};

const SettleFixturePayload = z.extend(FixturePayload, {
  /** The version of the fixture whose result the administrator saw. */
  version: z.int(),
  results: z
    .array(
      z.object({
        oddsId: z.int(),
        result: LegResult,
        over: z.optional(z.boolean()),
        /** If set, only tickets without a decision for this version change. */
        ifPending: z.optional(z.literal(true)),
        reason: z.optional(z.string()),
        /** The settlement rules' reason, displayed until the server sends its own. */
        fact: z.optional(SettlementFact),
        /** Id of the user action that decided this; for `pending`, of the action to undo. */
        act: z.optional(Id),
        /** For an undo: result and time of the undone action, which the screen needs. */
        took: z.optional(z.object({ result: LegResult, since: Instant })),
      }),
    )
    .check(z.minLength(1)),
});

/** Sets results of options in all open tickets of a fixture except the administrator's own. */
export const settleFixtureOperation: DeskOperation<z.infer<typeof SettleFixturePayload>> = {
  ...fixtureOperationBase,
  payload: SettleFixturePayload,
  version: ({ version }) => version,
  merge(earlier, payload) {
    const before =
      earlier.kind === 'fixture.settle'
        ? SettleFixturePayload.safeParse(earlier.payload)
        : undefined;
    if (!before?.success) return undefined;
    const known = new Map(before.data.results.map((each) => [each.oddsId, each]));
    const again = payload.results.filter(({ oddsId }) => known.has(oddsId));
    // Two decisions of one option stay separate, because each decision can be undone.
    const isUndo = again.every(({ oddsId, result, act }) => {
      const first = known.get(oddsId);
      return result === 'pending' && first?.result !== 'pending' && first?.act === act;
    });
    if (!isUndo) return undefined;
    // An unsent decision is undone by removing it from its operation.
    const remaining = removeOptions(before.data.results, again);
    if (again.length === payload.results.length) {
      return {
        remaining: remaining.length > 0 ? { ...before.data, results: remaining } : undefined,
      };
    }
    // The remaining decisions were made for the result of the earlier version.
    if (before.data.version !== payload.version) return undefined;
    return {
      payload: { ...payload, results: [...remaining, ...removeOptions(payload.results, again)] },
    };
  },
  rebasePayload: (payload, { version, selections }) => ({
    ...payload,
    version,
    results: payload.results.map((each) => {
      const one = selections.find(({ oddsId }) => oddsId === each.oddsId);
      if (!one || each.ifPending || !isDecidedOtherwise(one, each.result)) return each;
      return { ...each, over: true };
    }),
  }),
  request: ({ fixtureId, version, results }, _, ownVersion = version) => ({
    route: settleFixture,
    params: { fixtureId },
    body: {
      version: Math.max(version, ownVersion),
      results: results.map(({ fact: _fact, took: _took, ...result }) => result),
    },
  }),
  isAlreadyMade: ({ results }, { selections }) =>
    results.every(({ oddsId, result, reason }) => {
      const one = selections.find((each) => each.oddsId === oddsId);
      // A decision with a reason must be sent again for the newest result.
      const isOutdated = reason !== undefined && one !== undefined && one.differing > 0;
      return one !== undefined && one.tickets > 0 && one[result] === one.tickets && !isOutdated;
    }),
  effect(tip, { fixtureId, results }, row) {
    if (!isChangeableByDesk(tip, row)) return undefined;
    const resultOf = createOptionLookup(results);
    return changeFixtureLegs(tip, fixtureId, (leg) => {
      const change = resultOf(leg);
      if (!change) return undefined;
      const isDecided = leg.result !== 'pending' && decisionStatusOf(leg) !== 'outdated';
      if (change.ifPending && isDecided) return undefined;
      if (change.result === 'pending' && !isUndoneDecision(leg, change, row)) return undefined;
      // Omitted values remove the reason and fact of an earlier decision.
      const { result, reason, fact } = change;
      return applyLegValues(leg, { result, reason, fact }, row.queuedAt);
    });
  },
  fixtureEffect: (fixture, { results }) =>
    changeSelections(fixture, results, (one, { result, ifPending, took }) => {
      if (ifPending) return decideOpenTickets(one, result);
      // An undo does not change tickets with another result, because another action decided them.
      if (took) return undoResult(one, took.result);
      return { ...one, pending: 0, won: 0, lost: 0, void: 0, differing: 0, [result]: one.tickets };
    }),
};

/**
 * Returns the counts after a decision with `ifPending`. Tickets decided for an earlier result
 * change as well, unless some tickets intentionally differ from the newest result: the counts do
 * not separate these groups, so then only pending tickets change.
 */
function decideOpenTickets(one: DeskSelection, result: z.infer<typeof LegResult>): DeskSelection {
  const decided = one.tickets - one.pending;
  const isAll = one.differing > 0 && decided - one[result] === one.differing;
  if (!isAll) return { ...one, pending: 0, [result]: one[result] + one.pending };
  return { ...one, pending: 0, won: 0, lost: 0, void: 0, differing: 0, [result]: one.tickets };
}

function undoResult(one: DeskSelection, result: z.infer<typeof LegResult>): DeskSelection {
  const pending = one.pending + one[result];
  const differing = Math.min(one.differing, one.tickets - pending);
  return { ...one, [result]: 0, pending, differing };
}

/** True if the operation undoes this leg's decision. */
function isUndoneDecision(
  { result, confirmedAt }: Leg,
  { took }: z.infer<typeof SettleFixturePayload>['results'][number],
  { queuedAt }: OperationRow,
): boolean {
  const since = took ? Date.parse(took.since) : Date.parse(queuedAt) - undoWindowMs;
  return (took === undefined || took.result === result) && Date.parse(confirmedAt ?? '') >= since;
}

/** Returns the current fixture from a desk operation's problem; undefined if absent or invalid. */
export function parseProblemFixture(
  problem: OperationProblem | undefined,
): DeskFixture | undefined {
  return problem?.fixture === undefined ? undefined : DeskFixture.safeParse(problem.fixture).data;
}

/** Recomputes a selection for a new result; all decisions were made for an earlier result. */
function recomputeSelection(fixture: DeskFixture, one: DeskSelection, now: Date): DeskSelection {
  const { proposal: _, ...rest } = one;
  const option = findOptionById(one.oddsId);
  const { status, score: pairs, firstGoal } = fixture;
  const score = pairs && { ...pairsToScore(pairs), ...(firstGoal && { firstGoal }) };
  const kickOff = new Date(fixture.kickOff);
  const proposed = option && proposeSettlement(option, { status, score, kickOff }, now);
  if (!proposed) return { ...rest, differing: 0 };
  const { result } = proposed;
  const all = one.won + one.lost + one.void;
  const differing = result === 'ask' ? 0 : all - one[result];
  return { ...rest, proposal: proposed, differing };
}

function isDecidedOtherwise(one: DeskSelection, result: z.infer<typeof LegResult>): boolean {
  return one.won + one.lost + one.void > (result === 'pending' ? 0 : one[result]);
}

function buildScorePair(pairs: { halfTime?: Pair | undefined; fullTime?: Pair | undefined }) {
  const { halfTime, fullTime } = pairs;
  const score: ScorePair | undefined = fullTime && { ...(halfTime && { halfTime }), fullTime };
  return score;
}

type Pair = z.infer<typeof GoalPair>;

function isSamePair(one: Pair | undefined, other: Pair | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[1] === other?.[1];
}
