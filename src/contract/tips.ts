import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

import {
  type Fact as DomainFact,
  factsOfBothHalves,
  factsOfHalfTime,
  factsOfTheEnd,
  plainFacts,
} from '#domain/fact.ts';
import { fixtureStatuses } from '#domain/fixture.ts';
import { legResults, tipOutcomes } from '#domain/tip.ts';

import { analysisLimit, reasonLimit, tipListLimit, tipPageSize, tipsPerDay } from './limits.ts';
import { route } from './route.ts';
import { FixtureId, Id, Instant, PageSize, Price } from './values.ts';

const Goals = z.object({ home: z.int(), away: z.int() });

/** Why a leg was decided as it was: a code and its figures, which every app says in its own words. */
export const Fact: z.ZodMiniType<DomainFact> = z.discriminatedUnion('code', [
  z.object({ code: z.enum(plainFacts) }),
  z.object({ code: z.literal('postponed'), hours: z.number() }),
  z.object({ code: z.enum(factsOfTheEnd), fullTime: Goals }),
  z.object({ code: z.enum(factsOfHalfTime), halfTime: Goals }),
  z.object({ code: z.enum(factsOfBothHalves), halfTime: Goals, fullTime: Goals }),
  z.object({ code: z.literal('impossible-score'), halfTime: z.optional(Goals), fullTime: Goals }),
]);
export type Fact = DomainFact;

/** One that only a newer app knows is read as none: the leg's reason says it, too. */
export const KnownFact = otherwise(z.optional(Fact), undefined);

/** Goals as [home, away]. */
export const GoalPair = z.tuple([z.int(), z.int()]);

/**
 * The score of a fixture after 90 minutes, or so far while it is in play; half-time is absent when nobody
 * told it.
 */
export const ScorePair = z.object({ halfTime: z.optional(GoalPair), fullTime: GoalPair });
export type ScorePair = z.infer<typeof ScorePair>;

/** How a leg was decided. */
export const LegResult = z.enum(legResults);

/**
 * A selection inside a tip. `oddName` is "group - option"; `odd` 0 means not priced yet, and `estimatedOdd` is then
 * what the game's prices of 1, X and 2 said of the option when the tip was posted, if there were any. `fact` is why
 * it was decided by the rules, and `reason` the same in English; a reason without a fact is a
 * person's own. `corrected` is what it was until that moment, after its tip was confirmed, and why that
 * was wrong. `fixtureStatus` is absent while its game is scheduled. `decidedBy` names the person who
 * gave the reason, for administrators only.
 */
export const Leg = z.object({
  fixtureId: FixtureId,
  game: z.string(),
  sportKey: z.optional(z.string()),
  group: z.string(),
  oddName: z.string(),
  odd: Price,
  estimatedOdd: z.optional(Price),
  startDateOfGame: Instant,
  status: z.boolean(),
  result: LegResult,
  confirmedAt: z.optional(Instant),
  reason: z.optional(z.string()),
  fact: KnownFact,
  decidedBy: z.optional(z.string()),
  corrected: z.optional(z.object({ result: LegResult, at: Instant, reason: z.string() })),
  fixtureStatus: z.optional(z.enum(fixtureStatuses)),
  score: z.optional(ScorePair),
});
export type Leg = z.infer<typeof Leg>;

/** How a whole tip stands: lost as soon as a leg is, void when every leg is. */
export const TipOutcome = z.enum(tipOutcomes);

/**
 * The tipster's record in a line: `yield` is units per settled tip that was priced, of which there are `priced`, and
 * `hitRate` the share won, both absent without any; `form` are the outcomes of the last five settled tips, oldest
 * first, voids among them.
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
 * A tip as its reader may see it; a copy (`copiedFrom`) is there for its owner and administrators only, and `copies`
 * of the original says how many there are, in public lists, absent for none. `IsBooked`, `stake` and `copiedFrom` are
 * there for the owner and administrators only, and nobody else's `version` counts the booking. `former` says that the
 * tipster's account was deleted; there is no name then. `totalOdds` is 0 while a leg that counts is unpriced;
 * `estimatedTotal` is then the product of the prices and, for legs without one, the estimates, if each has one;
 * `recordOdds` are the total odds at the prices of kick-off, which the record counts, where they differ from it;
 * `author` is in every list and as the record stood at that answer; `IsGameSuccessful` means confirmed ("Treated"),
 * whatever the outcome.
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
  stake: z.optional(z.int()),
  copiedFrom: z.optional(Id),
  copies: z.optional(z.int()),
});
export type Tip = z.infer<typeof Tip>;

/** A tip without what only its owner and administrators may see. */
export function publicTip({ IsBooked: _b, stake: _s, copiedFrom: _c, ...tip }: Tip): Tip {
  return tip;
}

/**
 * A leg as a client sends it. Only the fixture and the option count: a spec-only client names the
 * fixture by `game` and `startDateOfGame`. Odds, status and dates from a client are ignored.
 */
export const SentLeg = z.strictObject({
  fixtureId: z.optional(FixtureId),
  game: z.optional(z.string().check(z.maxLength(200))),
  group: z.optional(z.string().check(z.maxLength(64))),
  oddName: z.string().check(z.maxLength(100)),
  odd: z.optional(z.unknown()),
  estimatedOdd: z.optional(z.unknown()),
  startDateOfGame: z.optional(z.union([z.string().check(z.maxLength(64)), z.number()])),
  status: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  confirmedAt: z.optional(z.unknown()),
  confirmationTime: z.optional(z.unknown()),
  reason: z.optional(z.unknown()),
  fact: z.optional(z.unknown()),
  decidedBy: z.optional(z.unknown()),
  corrected: z.optional(z.unknown()),
  fixtureStatus: z.optional(z.unknown()),
});
export type SentLeg = z.input<typeof SentLeg>;

/** What happens to the rest of a slip when one of its games has started. */
export const IfStarted = z.enum(['drop', 'refuse']);
export type IfStarted = z.infer<typeof IfStarted>;

/** A slip on its way to becoming a tip; `id` equals the idempotency key. */
export const NewTip = z.strictObject({
  id: z.optional(Id),
  options: z.array(SentLeg),
  stake: z._default(z.int().check(z.gte(0), z.lte(10)), 0),
  priceSold: z._default(z.literal(0), 0),
  analysis: z.optional(z.string().check(z.maxLength(analysisLimit))),
  ifStarted: z._default(IfStarted, 'refuse'),
  copiedFrom: z.optional(Id),
});
export type NewTip = z.input<typeof NewTip>;

/** A posted tip, and the started games that were left out when the sender chose `drop`. */
export const PostedTip = z.extend(Tip, {
  dropped: z.optional(z.array(z.object({ fixtureId: FixtureId, game: z.string() }))),
});

/** An administrator's change to one leg; what is absent stays as it is. */
export const LegChange = z.strictObject({
  fixtureId: z.optional(FixtureId),
  game: z.optional(z.string().check(z.maxLength(200))),
  group: z.optional(z.string()),
  oddName: z.optional(z.string()),
  odd: z.optional(z.number()),
  estimatedOdd: z.optional(z.unknown()),
  result: z.optional(LegResult),
  status: z.optional(z.boolean()),
  /** In the person's own words; what the rules say is known without it. */
  reason: z.optional(z.string().check(z.maxLength(reasonLimit))),
  fact: z.optional(z.unknown()),
  decidedBy: z.optional(z.unknown()),
  corrected: z.optional(z.unknown()),
  startDateOfGame: z.optional(z.union([z.string(), z.number()])),
  confirmedAt: z.optional(z.unknown()),
  confirmationTime: z.optional(z.unknown()),
  sportKey: z.optional(z.string()),
  fixtureStatus: z.optional(z.unknown()),
  score: z.optional(z.unknown()),
});
export type LegChange = z.infer<typeof LegChange>;

/** An administrator's edit of a tip: prices and results of its legs. */
export const TipEdit = z.strictObject({
  options: z.array(LegChange).check(z.minLength(1), z.maxLength(30)),
  stake: z.optional(z.unknown()),
  priceSold: z.optional(z.unknown()),
});
export type TipEdit = z.infer<typeof TipEdit>;

const ById = z.object({ id: Id });

/**
 * Posts a slip: it becomes the sender's saved tip, and public unless it is a copy. Unless it is a copy, an open tip
 * of the sender with exactly the same selections refuses it (`already-tipped`, with that `tipId`), and so do five
 * standing tips with one of them (`selection-limit`, with those `selections`).
 */
export const postTip = route('POST', '/api/tips', {
  summary: `Post a tip, at most ${tipsPerDay} within 24 hours`,
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

/** One's own tips, saved and booked, newest first; the next page is in the `Link` header. */
export const ownTips = route('GET', '/api/tips', {
  summary: 'Own tips',
  access: 'member',
  query: z.object({ limit: PageSize(tipListLimit, tipPageSize), before: z.optional(Id) }),
  reply: z.array(Tip),
});

/** One tip, open to anyone unless it is a copy. */
export const oneTip = route('GET', '/api/tips/:id', {
  summary: 'One tip',
  access: 'open',
  params: ById,
  reply: Tip,
  problems: ['not-found'],
});

/**
 * The newest tips of everybody, open to anyone; the next page is in the `Link` header. `search` is
 * part of a tipster's name, whatever its case and accents; `minOdds` asks for total odds and `stars`
 * for its tipster's stars of at least so many, five meaning 4.5; `open` leaves out what has started.
 */
export const recentTips = route('GET', '/api/feed', {
  summary: 'The newest tips',
  access: 'open',
  query: z.object({
    limit: PageSize(tipListLimit, tipPageSize),
    before: z.optional(Id),
    fixtureId: z.optional(FixtureId),
    search: z._default(z.string().check(z.maxLength(100)), ''),
    minOdds: z._default(z.coerce.number().check(z.gte(0), z.lte(10)), 0),
    stars: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(5)), 0),
    open: z._default(z.enum(['true', 'false']), 'false'),
  }),
  reply: z.array(Tip),
});

/**
 * The newest tips of the tipsters whom a member follows, without what is private of them; the next page
 * is in the `Link` header.
 */
export const followedTips = route('GET', '/api/following/tips', {
  summary: 'The newest tips of followed tipsters',
  access: 'member',
  query: z.object({ limit: PageSize(tipListLimit, tipPageSize), before: z.optional(Id) }),
  reply: z.array(Tip),
});

/** Books a saved tip, once. */
export const bookTip = route('PUT', '/api/tips/bookTicket/:id', {
  summary: 'Book a tip',
  access: 'verified',
  params: ById,
  reply: Tip,
  problems: ['not-found', 'already-booked', 'tip-expired', 'stale-version', 'in-time-out'],
});

/** Withdraws one's own tip within two minutes of its post and before any kick-off. */
export const withdrawTip = route('DELETE', '/api/tips/:id', {
  summary: 'Withdraw a tip',
  access: 'verified',
  params: ById,
  reply: z.object({ id: Id }),
  problems: [
    'not-found',
    'too-late-to-withdraw',
    'already-booked',
    'already-confirmed',
    'stale-version',
  ],
});

/** Sets odds and results of a tip's legs; JSON, or multipart with `options` as JSON text. */
export const editTip = route('PUT', '/api/tips/:id', {
  summary: 'Set odds and results',
  access: 'administrator',
  params: ById,
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
  params: ById,
  body: z.strictObject({ IsGameSuccessful: z.literal(true) }),
  reply: Tip,
  problems: ['not-found', 'own-tip', 'legs-undecided', 'already-confirmed', 'stale-version'],
});

/** Which tips an administrator looks for. */
export const TipState = z.enum(['all', 'unpriced', 'undecided', 'decided', 'treated']);
export type TipState = z.infer<typeof TipState>;

/** The same, and those that are not confirmed. */
export const TipsListed = z.enum([...TipState.options, 'open']);
export type TipsListed = z.infer<typeof TipsListed>;

/** Everybody's tips for administrators, newest first; with a fixture only those with a leg on it. */
export const adminTips = route('GET', '/api/admin/tickets', {
  summary: 'Tips to price and settle',
  access: 'administrator',
  query: z.object({
    state: z._default(TipsListed, 'all'),
    fixtureId: z.optional(FixtureId),
    search: z._default(z.string().check(z.maxLength(100)), ''),
    limit: PageSize(tipListLimit, tipListLimit),
    before: z.optional(Id),
  }),
  reply: z.array(Tip),
});
