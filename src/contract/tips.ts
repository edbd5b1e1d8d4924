import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

import {
  type SettlementFact as DomainFact,
  bothHalvesFactCodes,
  halfTimeFactCodes,
  fullTimeFactCodes,
  plainFactCodes,
} from '#domain/settlement/settlement-fact.ts';
import { fixtureStatuses } from '#domain/fixture.ts';
import { legResults, textRemovers, tipOutcomes } from '#domain/tip.ts';
import { slipLimit } from '#domain/slip.ts';

import { analysisLimit, reasonLimit, tipListLimit, tipPageSize, maxTipsPerDay } from './limits.ts';
import { route } from './route.ts';
import { FixtureId, Id, Instant, pageSizeSchema, Price } from './values.ts';

const Goals = z.object({ home: z.int(), away: z.int() });

/** The settlement rules' reason for a result: a code and its figures; each client has the text. */
export const SettlementFact: z.ZodMiniType<DomainFact> = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainFactCodes) }),
  z.object({ code: z.literal('postponed'), hours: z.number() }),
  z.object({ code: z.enum(fullTimeFactCodes), fullTime: Goals }),
  z.object({ code: z.enum(halfTimeFactCodes), halfTime: Goals }),
  z.object({ code: z.enum(bothHalvesFactCodes), halfTime: Goals, fullTime: Goals }),
  z.object({ code: z.literal('impossible-score'), halfTime: z.optional(Goals), fullTime: Goals }),
]);
export type SettlementFact = DomainFact;

/** Drops a fact that only a newer version knows; the leg's `reason` contains it in English. */
export const KnownSettlementFact = otherwise(z.optional(SettlementFact), undefined);

/** Goals as [home, away]. */
export const GoalPair = z.tuple([z.int(), z.int()]);

/**
 * The score of a fixture after 90 minutes, or the current one in play; `halfTime` may be unknown.
 */
export const ScorePair = z.object({ halfTime: z.optional(GoalPair), fullTime: GoalPair });
export type ScorePair = z.infer<typeof ScorePair>;

export const LegResult = z.enum(legResults);

/**
 * A selection in a tip as posted. `oddName` is "group - option". `odd` 0 means unpriced;
 * `estimatedOdd` is then an estimate from the 1X2 prices at posting, if any.
 */
export const UndecidedLeg = z.object({
  fixtureId: FixtureId,
  game: z.string(),
  sportKey: z.optional(z.string()),
  group: z.string(),
  oddName: z.string(),
  odd: Price,
  estimatedOdd: z.optional(Price),
  startDateOfGame: Instant,
});
export type UndecidedLeg = z.infer<typeof UndecidedLeg>;

/**
 * A selection in a tip with its result. `fact` is the rules' reason for the result and `reason` its
 * English text; a reason without a fact was written by a person. `corrected` is set if the leg was
 * corrected after confirmation: previous result, time, reason and time of the confirmation.
 * `fixtureStatus` is absent while the fixture is scheduled. `decidedBy` is who wrote the reason, for
 * administrators only.
 */
export const Leg = z.extend(UndecidedLeg, {
  status: z.boolean(),
  result: LegResult,
  confirmedAt: z.optional(Instant),
  reason: z.optional(z.string()),
  fact: KnownSettlementFact,
  decidedBy: z.optional(z.string()),
  corrected: z.optional(
    z.object({
      result: LegResult,
      at: Instant,
      reason: z.string(),
      confirmedAt: z.optional(Instant),
    }),
  ),
  fixtureStatus: z.optional(z.enum(fixtureStatuses)),
  score: z.optional(ScorePair),
});
export type Leg = z.infer<typeof Leg>;

/** Outcomes of a tip: lost if a leg is lost, void if every leg is void. */
export const TipOutcome = z.enum(tipOutcomes);

/**
 * The tipster's record in short. `yield` is units per priced settled tip, `priced` their number,
 * `hitRate` the share won; both shares are absent without such a tip. `form` is the outcomes of the
 * last five settled tips, oldest first, including void ones.
 */
export const Author = z.object({
  picture: z.nullable(z.string()),
  settled: z.int(),
  priced: z.optional(z.int()),
  yield: z.optional(z.number()),
  hitRate: z.optional(z.number()),
  form: z.array(z.enum(['won', 'lost', 'void'])),
});
export type Author = z.infer<typeof Author>;

/**
 * A tip as its reader may see it. A copy (`copiedFrom`) is visible only to its owner and
 * administrators; `copies` counts the copies of a public tip, absent for 0. `IsBooked`, `stake` and
 * `copiedFrom` are only for the owner and administrators; for others, `version` does not count the
 * booking. `former` means that the tipster's account was deleted and has no name. `totalOdds` is 0
 * while a leg is unpriced, except void legs; `estimatedTotal` is then the product of prices and
 * estimates, if every leg has one. `recordOdds`, the total odds at kick-off prices, count in the
 * record and are present if they differ. `analysisRemovedBy` means that the analysis was removed.
 * `author` is current at the time of the response. `IsGameSuccessful` means confirmed ("Treated"),
 * with any outcome.
 */
export const Tip = z.object({
  id: Id,
  tipsterId: Id,
  tipsterName: z.string(),
  former: z.optional(z.boolean()),
  author: z.optional(Author),
  options: z.array(Leg),
  totalOdds: z.number(),
  estimatedTotal: z.optional(z.number()),
  recordOdds: z.optional(z.number()),
  creationTime: Instant,
  expiryTime: Instant,
  IsBooked: z.optional(z.boolean()),
  IsGameSuccessful: z.boolean(),
  outcome: TipOutcome,
  totalGamesWon: z.int(),
  totalGamesLost: z.int(),
  gameRankPercentage: z.number(),
  version: z.int(),
  analysis: z.optional(z.string()),
  analysisRemovedBy: z.optional(z.enum(textRemovers)),
  stake: z.optional(z.int()),
  copiedFrom: z.optional(Id),
  copies: z.optional(z.int()),
});
export type Tip = z.infer<typeof Tip>;

/** Removes the fields that only the owner and administrators may see. */
export function removePrivateFields({ IsBooked: _b, stake: _s, copiedFrom: _c, ...tip }: Tip): Tip {
  return tip;
}

/** Fields of a leg that a client may return unchanged; the server ignores these fields. */
const returnedLeg = /* @__PURE__ */ toIgnoredFields({
  ...Leg.shape,
  confirmationTime: Leg.shape.confirmedAt,
});

function toIgnoredFields<Shape extends object>(
  shape: Shape,
): Record<keyof Shape, z.ZodMiniOptional<z.ZodMiniUnknown>>;
function toIgnoredFields(shape: object) {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, z.optional(z.unknown())]));
}

/**
 * A leg as sent by a client. Only fixture and option are used; without a fixture id, `game` and
 * `startDateOfGame` identify the fixture. Odds, status and dates are ignored.
 */
export const SentLeg = z.strictObject({
  ...returnedLeg,
  fixtureId: z.optional(FixtureId),
  game: z.optional(z.string().check(z.maxLength(200))),
  group: z.optional(z.string().check(z.maxLength(64))),
  oddName: z.string().check(z.maxLength(100)),
  startDateOfGame: z.optional(z.union([z.string().check(z.maxLength(64)), z.number()])),
});
export type SentLeg = z.input<typeof SentLeg>;

/** If a game of the slip has started: `drop` posts the other legs, `refuse` posts nothing. */
export const StartedLegPolicy = z.enum(['drop', 'refuse']);
export type StartedLegPolicy = z.infer<typeof StartedLegPolicy>;

/** The body of a posted tip; `id` equals the idempotency key. */
export const NewTip = z.strictObject({
  id: z.optional(Id),
  options: z.array(SentLeg),
  stake: z._default(z.int().check(z.gte(0), z.lte(10)), 0),
  priceSold: z._default(z.literal(0), 0),
  analysis: z.optional(z.string().check(z.maxLength(analysisLimit))),
  ifStarted: z._default(StartedLegPolicy, 'refuse'),
  copiedFrom: z.optional(Id),
});
export type NewTip = z.input<typeof NewTip>;

/** A posted tip; `dropped` are the started games left out because of the policy `drop`. */
export const PostedTip = z.extend(Tip, {
  dropped: z.optional(z.array(z.object({ fixtureId: FixtureId, game: z.string() }))),
});

/** An administrator's change of one leg; absent fields stay unchanged. */
export const LegChange = z.strictObject({
  ...returnedLeg,
  fixtureId: z.optional(FixtureId),
  game: z.optional(z.string().check(z.maxLength(200))),
  group: z.optional(z.string()),
  oddName: z.optional(z.string()),
  odd: z.optional(z.number()),
  result: z.optional(LegResult),
  status: z.optional(z.boolean()),
  /** The administrator's own text; the rules' reason is not sent. */
  reason: z.optional(z.string().check(z.maxLength(reasonLimit))),
});
export type LegChange = z.infer<typeof LegChange>;

/** An administrator's edit of a tip: prices and results of its legs. */
export const TipEdit = z.strictObject({
  options: z.array(LegChange).check(z.minLength(1), z.maxLength(slipLimit)),
  stake: z.optional(z.unknown()),
  priceSold: z.optional(z.unknown()),
});
export type TipEdit = z.infer<typeof TipEdit>;

const IdParams = z.object({ id: Id });

/**
 * Posts a slip as a tip, public unless it is a copy. Only copies may repeat selections: otherwise
 * an open tip with exactly these selections (`already-tipped`, with `tipId`) or five current tips
 * with one of them (`selection-limit`, with `selections`) refuse the post.
 */
export const postTip = route('POST', '/api/tips', {
  summary: `Post a tip, at most ${maxTipsPerDay} within 24 hours`,
  access: 'verified',
  body: NewTip,
  reply: PostedTip,
  problems: [
    'slip-is-empty',
    'slip-is-full',
    'already-selected',
    'unknown-fixture',
    'unknown-option',
    'fixture-started',
    'already-tipped',
    'selection-limit',
    'daily-tip-limit',
    'identity-mismatch',
    'not-found',
    'in-time-out',
  ],
});

/** The caller's tips, saved and booked, newest first; next page in the `Link` header. */
export const ownTips = route('GET', '/api/tips', {
  summary: 'Own tips',
  access: 'member',
  query: z.object({ limit: pageSizeSchema(tipListLimit, tipPageSize), before: z.optional(Id) }),
  reply: z.array(Tip),
});

/** One tip, public unless it is a copy. */
export const oneTip = route('GET', '/api/tips/:id', {
  summary: 'One tip',
  access: 'open',
  params: IdParams,
  reply: Tip,
  problems: ['not-found'],
});

/**
 * The newest public tips; next page in the `Link` header. `search` is part of the tipster's name,
 * ignoring case and accents; `minOdds` is a minimum of total odds; `stars` is a minimum of the
 * tipster's stars, where 5 means 4.5; `open` excludes started tips.
 */
export const recentTips = route('GET', '/api/feed', {
  summary: 'The newest tips',
  access: 'open',
  query: z.object({
    limit: pageSizeSchema(tipListLimit, tipPageSize),
    before: z.optional(Id),
    fixtureId: z.optional(FixtureId),
    search: z._default(z.string().check(z.maxLength(100)), ''),
    minOdds: z._default(z.coerce.number().check(z.gte(0), z.lte(10)), 0),
    stars: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(5)), 0),
    open: z._default(z.enum(['true', 'false']), 'false'),
  }),
  reply: z.array(Tip),
});

/** The newest tips of followed tipsters, without private fields; next page in the `Link` header. */
export const followedTips = route('GET', '/api/following/tips', {
  summary: 'The newest tips of followed tipsters',
  access: 'member',
  query: z.object({ limit: pageSizeSchema(tipListLimit, tipPageSize), before: z.optional(Id) }),
  reply: z.array(Tip),
});

/** Books a saved tip; a second booking is refused. */
export const bookTip = route('PUT', '/api/tips/bookTicket/:id', {
  summary: 'Book a tip',
  access: 'verified',
  params: IdParams,
  reply: Tip,
  problems: ['not-found', 'already-booked', 'tip-expired', 'stale-version', 'in-time-out'],
});

/** Withdraws an own tip within two minutes of posting and before any kick-off. */
export const withdrawTip = route('DELETE', '/api/tips/:id', {
  summary: 'Withdraw a tip',
  access: 'verified',
  params: IdParams,
  reply: z.object({ id: Id }),
  problems: [
    'not-found',
    'too-late-to-withdraw',
    'already-booked',
    'already-confirmed',
    'stale-version',
  ],
});

/**
 * Removes the analysis of a tip permanently: the author at any time, an administrator with a
 * reason. Repeating the call changes nothing.
 */
export const eraseAnalysis = route('DELETE', '/api/tips/:id/analysis', {
  summary: 'Remove the text of a tip',
  access: 'member',
  params: IdParams,
  body: z._default(
    z.strictObject({ reason: z.optional(z.string().check(z.maxLength(reasonLimit))) }),
    {},
  ),
  reply: Tip,
  problems: ['not-found'],
});

/** Sets odds and results of a tip's legs, as JSON or as multipart (`options` as JSON text). */
export const editTip = route('PUT', '/api/tips/:id', {
  summary: 'Set odds and results',
  access: 'administrator',
  params: IdParams,
  body: TipEdit,
  reply: Tip,
  problems: [
    'not-found',
    'own-tip',
    'unknown-leg',
    'invalid-price',
    'reason-required',
    'too-early-to-decide',
    'decision-needs-reason',
    'already-confirmed',
    'stale-version',
  ],
});

/** Confirms a tip whose legs are all decided. */
export const confirmTip = route('PUT', '/api/tips/confirmTip/:id', {
  summary: 'Confirm a tip',
  access: 'administrator',
  params: IdParams,
  body: z.strictObject({ IsGameSuccessful: z.literal(true) }),
  reply: Tip,
  problems: ['not-found', 'own-tip', 'legs-undecided', 'already-confirmed', 'stale-version'],
});

export const AdminTipFilter = z.enum(['all', 'unpriced', 'undecided', 'decided', 'treated']);
export type AdminTipFilter = z.infer<typeof AdminTipFilter>;

/** All filters, and `open` for unconfirmed tips. */
export const AdminTipListFilter = z.enum([...AdminTipFilter.options, 'open']);
export type AdminTipListFilter = z.infer<typeof AdminTipListFilter>;

/**
 * Tips of all tipsters for administrators, newest first; `fixtureId` selects tips with a leg on it.
 */
export const adminTips = route('GET', '/api/admin/tickets', {
  summary: 'Tips to price and settle',
  access: 'administrator',
  query: z.object({
    state: z._default(AdminTipListFilter, 'all'),
    fixtureId: z.optional(FixtureId),
    search: z._default(z.string().check(z.maxLength(100)), ''),
    limit: pageSizeSchema(tipListLimit, tipListLimit),
    before: z.optional(Id),
  }),
  reply: z.array(Tip),
});
