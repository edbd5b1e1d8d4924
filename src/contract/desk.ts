import * as z from 'zod/mini';

import { fixtureStatuses, sides } from '#domain/fixture.ts';

import { Fixture } from './fixtures.ts';
import { deskLimit, reasonLimit, tipListLimit } from './limits.ts';
import { route } from './route.ts';
import { Fact, GoalPair, LegResult, ScorePair } from './tips.ts';
import { atMost, FixtureId, Id, Instant, Price, Version } from './values.ts';

const OddsId = z.int().check(z.gte(1), z.lte(51));
const Reason = z.optional(z.string().check(z.maxLength(reasonLimit)));

/**
 * One option of a fixture in all open tickets: those that are neither confirmed nor withdrawn.
 *
 * - `own` are the tickets of whoever asks; no other number counts them, since somebody else treats them.
 * - `unpriced`, `pending`, `won`, `lost` and `void` are how many of the `tickets` are so.
 * - `odd` is the price that all of them have, else 0. `knownOdd` is the one price of those that have any.
 * - `feedOdd` is the price of the feed, and `proposal` what the rules say of the result.
 * - `differing` were decided by an earlier result of the fixture, and otherwise than the rules say now.
 * - `confirmedDiffering` is the same of confirmed tickets, however old they are.
 */
export const DeskSelection = z.object({
  oddsId: z.int(),
  tickets: z.int(),
  own: z.int(),
  unpriced: z.int(),
  odd: Price,
  knownOdd: z.optional(Price),
  feedOdd: z.optional(Price),
  pending: z.int(),
  won: z.int(),
  lost: z.int(),
  void: z.int(),
  proposal: z.optional(z.object({ result: z.enum(['won', 'lost', 'void', 'ask']), fact: Fact })),
  differing: z.int(),
  confirmedDiffering: z.int(),
});
export type DeskSelection = z.infer<typeof DeskSelection>;

/** What a correction makes of the tickets on one option. */
const CorrectedResult = z.object({ oddsId: OddsId, result: z.enum(['won', 'lost', 'void']) });

/** What one administrator proposed to correct together, and another one has to carry out. */
const ProposedCorrection = z.object({
  by: z.object({ id: Id, name: z.string() }),
  at: Instant,
  reason: z.string(),
  results: z.array(CorrectedResult),
});
export type ProposedCorrection = z.infer<typeof ProposedCorrection>;

/**
 * A fixture that administrators have work with.
 *
 * - `version` is another one with each result and kick-off.
 * - `ticketState` is another number with each change to its open tickets and their versions.
 * - `prices` are the feed's, by which those of every option are estimated.
 * - `proposed` are the corrections that wait for a second administrator.
 * - `told` is the result that a source tells otherwise than it stands, until an administrator sets one.
 */
export const DeskFixture = z.object({
  id: FixtureId,
  sportKey: z.string(),
  home: z.string(),
  away: z.string(),
  kickOff: Instant,
  status: z.enum(fixtureStatuses),
  score: z.optional(ScorePair),
  firstGoal: z.optional(z.enum(sides)),
  prices: Fixture.shape.prices,
  version: z.int(),
  source: z.string(),
  ticketState: z.int(),
  proposed: z.optional(z.array(ProposedCorrection)),
  told: z.optional(
    z.object({ source: z.string(), status: z.enum(fixtureStatuses), score: z.optional(ScorePair) }),
  ),
  selections: z.array(DeskSelection),
});
export type DeskFixture = z.infer<typeof DeskFixture>;

/**
 * All that waits, without what is one's own; `fixtures` come by kick-off. The counts:
 *
 * - `unpriced`: tickets with a leg that has no price; `unpricedSoon`: those whose game begins within two hours.
 * - `resultsMissing`: fixtures that must be over and have no result.
 * - `ready`: tickets that only wait to be confirmed.
 * - `corrected`: fixtures with confirmed tickets whose result changed since, or with a proposed correction.
 * - `toldOtherwise`: fixtures of which a source tells another result than stands.
 */
export const desk = route('GET', '/api/admin/desk', {
  summary: 'What waits for administrators',
  access: 'administrator',
  reply: z.object({
    counts: z.object({
      unpriced: z.int(),
      unpricedSoon: z.int(),
      resultsMissing: z.int(),
      ready: z.int(),
      corrected: z.int(),
      toldOtherwise: z._default(z.int(), 0),
    }),
    fixtures: z.array(DeskFixture),
  }),
});

/**
 * The last games that began, or were called off, and that a search finds: each of its words is in the name
 * of a club or of the league. Those that nobody has work with any more are among them.
 */
export const earlierFixtures = route('GET', '/api/admin/fixtures', {
  summary: 'Games that began',
  access: 'administrator',
  query: z.object({ search: z._default(z.string().check(z.maxLength(100)), '') }),
  reply: z.array(Fixture),
});

/** What 412 `stale-version` carries: the fixture as it is, who changed it and when, where it is known. */
export const StaleFixture = z.object({
  fixture: DeskFixture,
  by: z.optional(z.string()),
  at: z.optional(Instant),
});

const ByFixture = z.object({ fixtureId: FixtureId });

/**
 * Sets the result of a fixture: 90 minutes and stoppage time, extra time and penalties aside. `If-Match` is
 * the fixture's version that its sender saw; a result that stands already is set, whatever the version.
 */
export const setResult = route('PUT', '/api/admin/results/:fixtureId', {
  summary: 'Set the result of a fixture',
  access: 'administrator',
  params: ByFixture,
  body: z.strictObject({
    status: z.enum(fixtureStatuses),
    halfTime: z.optional(GoalPair),
    fullTime: z.optional(GoalPair),
    firstGoal: z.optional(z.enum(sides)),
    reason: Reason,
  }),
  reply: DeskFixture,
  problems: ['not-found', 'too-early-to-decide', 'stale-version'],
});

/**
 * What a call did to the tickets it is about: how many it changed, how many were so already, how many stayed
 * otherwise, and how many of the sender's own it passed over.
 */
export const DeskTally = z.object({
  changed: z.int(),
  unchanged: z.int(),
  left: z.int(),
  own: z.int(),
});
export type DeskTally = z.infer<typeof DeskTally>;

/**
 * Prices options of a fixture in every open ticket but one's own; after kick-off for a reason, and then it enters no
 * record. `seen` is the price that its sender saw, 0 for none: with it, a ticket that somebody has priced otherwise
 * meanwhile is refused with 412, once the other options are priced. With `ifUnpriced` only tickets without a price
 * get it.
 */
export const setPrices = route('PUT', '/api/admin/prices/:fixtureId', {
  summary: 'Price options in all open tickets',
  access: 'administrator',
  params: ByFixture,
  body: z.strictObject({
    prices: z
      .array(
        z.strictObject({
          oddsId: OddsId,
          odd: Price,
          seen: z.optional(Price),
          ifUnpriced: z.optional(z.literal(true)),
        }),
      )
      .check(z.minLength(1), z.maxLength(51)),
    reason: Reason,
  }),
  reply: DeskTally,
  problems: ['not-found', 'invalid-price', 'reason-required', 'stale-version'],
});

/**
 * Decides options of a fixture in every open ticket but one's own, by the version of the fixture that its sender saw.
 * A decision against the proposal needs a reason; `over` decides what another administrator has decided otherwise by
 * the same version, too, which is refused with 412 else, once the other options are decided. With `ifPending` only
 * what nobody has decided by this version is decided. What an earlier result decided so already is decided again
 * where a reason is given, and is `differing` no more. `pending` takes back what the sender decided within ten
 * minutes, so that what was decided before stands again. An `act` is what its sender did at once, by an id of their
 * own: with `pending` only what was decided by that act is taken back.
 */
export const settleFixture = route('PUT', '/api/admin/settlements/:fixtureId', {
  summary: 'Decide options in all open tickets',
  access: 'administrator',
  params: ByFixture,
  body: z.strictObject({
    version: Version,
    results: z
      .array(
        z.strictObject({
          oddsId: OddsId,
          result: LegResult,
          over: z.optional(z.boolean()),
          ifPending: z.optional(z.literal(true)),
          reason: Reason,
          act: z.optional(Id),
        }),
      )
      .check(z.minLength(1), z.maxLength(51)),
  }),
  reply: DeskTally,
  problems: ['not-found', 'too-early-to-decide', 'decision-needs-reason', 'stale-version'],
});

const TipIds = z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(deskLimit)) });

/** Tickets that stay as they are, with the code of the problem that each of them has. */
const Left = z.array(z.object({ id: Id, code: z.string() }));

/**
 * Confirms tickets whose legs are all decided, without one's own and without those that an earlier result
 * decided otherwise than the rules say now. One that is confirmed is confirmed.
 */
export const confirmTips = route('POST', '/api/admin/confirmations', {
  summary: 'Confirm tips',
  access: 'administrator',
  body: TipIds,
  reply: z.object({ confirmed: z.array(Id), left: Left }),
});

/** Opens tickets again that the sender confirmed within ten minutes. One that is open is open. */
export const reopenTips = route('DELETE', '/api/admin/confirmations', {
  summary: 'Take back the confirmation of tips',
  access: 'administrator',
  body: TipIds,
  reply: z.object({ reopened: z.array(Id), left: Left }),
});

/**
 * Decides options of a fixture again in every ticket that is confirmed, but one's own, by the version of
 * the fixture that its sender saw. Tickets confirmed more than 72 hours ago wait until another
 * administrator makes the same call: they are the `left` ones until then. Without `results` it takes back
 * what its sender proposed so: `changed` counts the options that waited. `over` as in a settlement; it
 * replaces what another administrator has proposed otherwise, too.
 */
export const correctFixture = route('POST', '/api/admin/corrections/:fixtureId', {
  summary: 'Correct confirmed tickets',
  access: 'administrator',
  params: ByFixture,
  body: z.strictObject({
    version: Version,
    results: z
      .array(
        z.strictObject({
          oddsId: OddsId,
          result: z.enum(['won', 'lost', 'void']),
          over: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(51)),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(reasonLimit)),
  }),
  reply: DeskTally,
  problems: ['not-found', 'too-early-to-decide', 'stale-version'],
});

/**
 * What a correction would do, each option becoming what `results` says (`1:lost,33:void`), or what the rules
 * say. `tickets` would change, `old` of them with a second administrator alone; `own` are set aside. Units
 * are those of these tickets in the record of their tipster.
 */
export const CorrectionPreview = z.object({
  fixture: DeskFixture,
  selections: z.array(
    z.object({
      oddsId: z.int(),
      tickets: z.int(),
      own: z.int(),
      won: z.int(),
      lost: z.int(),
      void: z.int(),
      becomes: z.optional(z.enum(['won', 'lost', 'void'])),
    }),
  ),
  tickets: z.int(),
  old: z.int(),
  own: z.int(),
  tipsters: z.array(
    z.object({
      id: Id,
      name: z.string(),
      tickets: z.int(),
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type CorrectionPreview = z.infer<typeof CorrectionPreview>;

/** Previews a correction. */
export const previewCorrection = route('GET', '/api/admin/corrections/:fixtureId', {
  summary: 'What a correction would do',
  access: 'administrator',
  params: ByFixture,
  query: z.object({
    results: z.optional(
      z
        .string()
        .check(atMost(1000), z.regex(/^\d{1,2}:(won|lost|void)(,\d{1,2}:(won|lost|void))*$/)),
    ),
  }),
  reply: CorrectionPreview,
  problems: ['not-found'],
});

/**
 * Something that was done to a tip or a fixture: by whom, when, what, and why. `by` is absent where no person
 * did it; `game` is the game that a leg or a result is of, and `option` what its ticket holds of it ("1X2 - 1").
 * `before` and `after` are what the audit holds.
 */
export const Deed = z.object({
  id: z.int(),
  at: Instant,
  by: z.optional(z.object({ id: Id, name: z.string() })),
  action: z.string(),
  tipId: z.optional(Id),
  fixtureId: z.optional(FixtureId),
  game: z.optional(z.string()),
  option: z.optional(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
});
export type Deed = z.infer<typeof Deed>;

const OfWhom = {
  /** Of one tip, its post and its withdrawal among them. */
  tip: z.optional(Id),
  /** Of one administrator. */
  by: z.optional(Id),
  /** Of one game and of the tickets that hold it. */
  fixture: z.optional(FixtureId),
  /** Not before this moment. */
  from: z.optional(Instant),
  /** Before this moment. */
  until: z.optional(Instant),
};

/** What administrators did, the newest first; the next page is in the `Link` header. */
export const deskHistory = route('GET', '/api/admin/history', {
  summary: 'What administrators did, and why',
  access: 'administrator',
  query: z.object({
    ...OfWhom,
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    limit: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(tipListLimit)),
      tipListLimit,
    ),
  }),
  reply: z.array(Deed),
});

/** All of it as a table, one line each (RFC 4180), with nothing that a spreadsheet would take for a formula. */
export const deskHistoryFile = route('GET', '/api/admin/history.csv', {
  summary: 'What administrators did, as CSV',
  access: 'administrator',
  query: z.object(OfWhom),
  reply: z.string(),
});
