import * as z from 'zod/mini';

import { fixtureStatuses, sides } from '#domain/fixture.ts';

import { Fixture } from './fixtures/fixtures.ts';
import { confirmationLimit, reasonLimit, tipListLimit } from './limits.ts';
import { route } from './route.ts';
import { SettlementFact, GoalPair, LegResult, ScorePair } from './tips.ts';
import {
  maxLengthCheck,
  FixtureId,
  Id,
  Instant,
  pageSizeSchema,
  Price,
  Version,
} from './values.ts';

const OddsId = z.int().check(z.gte(1), z.lte(51));
const Reason = z.optional(z.string().check(z.maxLength(reasonLimit)));

/**
 * One option of a fixture in all open tickets: those that are neither confirmed nor withdrawn.
 *
 * - `own` counts the caller's own tickets, which only another administrator may treat; no other
 *   number includes them.
 * - `unpriced`, `pending`, `won`, `lost` and `void` count the `tickets` in that state.
 * - `odd` is the price shared by all of them, otherwise 0. `knownOdd` is the price shared by all
 *   priced ones.
 * - `feedOdd` is the feed's price, and `proposal` the result by the rules.
 * - `differing` counts tickets decided by an earlier score of the fixture, otherwise than the rules
 *   decide now.
 * - `confirmedDiffering` counts such tickets among the confirmed ones, of any age.
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
  proposal: z.optional(
    z.object({ result: z.enum(['won', 'lost', 'void', 'ask']), fact: SettlementFact }),
  ),
  differing: z.int(),
  confirmedDiffering: z.int(),
});
export type DeskSelection = z.infer<typeof DeskSelection>;

/**
 * A fixture with work for administrators.
 *
 * - `version` changes with each result and kick-off.
 * - `ticketState` changes with each change of its open tickets and their versions.
 * - `prices` are the feed's; estimates of all options derive from them.
 * - `told` is a source's result that differs from the stored one, until an administrator sets a
 *   result.
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
  told: z.optional(
    z.object({ source: z.string(), status: z.enum(fixtureStatuses), score: z.optional(ScorePair) }),
  ),
  selections: z.array(DeskSelection),
});
export type DeskFixture = z.infer<typeof DeskFixture>;

/**
 * All open work without the caller's own tickets; `fixtures` are ordered by kick-off. The counts:
 *
 * - `unpriced`: tickets with an unpriced leg; `unpricedSoon`: those with a kick-off within two
 *   hours.
 * - `resultsMissing`: fixtures that must be over and have no result.
 * - `ready`: tickets that only need confirmation.
 * - `corrected`: fixtures with confirmed tickets whose result changed since.
 * - `toldOtherwise`: fixtures for which a source reports another result than the stored one.
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
 * The most recent fixtures that started or were cancelled and match a search: every word must be in
 * the name of a club or of the league. Includes fixtures without remaining work.
 */
export const earlierFixtures = route('GET', '/api/admin/fixtures', {
  summary: 'Games that began',
  access: 'administrator',
  query: z.object({ search: z._default(z.string().check(z.maxLength(100)), '') }),
  reply: z.array(Fixture),
});

/**
 * The body of 412 `stale-version`: the current fixture, and author and time of the change, if
 * known.
 */
export const StaleFixture = z.object({
  fixture: DeskFixture,
  by: z.optional(z.string()),
  at: z.optional(Instant),
});

const FixtureParams = z.object({ fixtureId: FixtureId });

/**
 * Sets the result of a fixture: 90 minutes and stoppage time, without extra time and penalties.
 * `If-Match` is the version that the sender saw; setting the current result succeeds with any
 * version.
 */
export const setResult = route('PUT', '/api/admin/results/:fixtureId', {
  summary: 'Set the result of a fixture',
  access: 'administrator',
  params: FixtureParams,
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
 * Counts of a call's tickets: changed, unchanged because they already agreed, left as they are
 * despite a difference, and skipped because they are the sender's own.
 */
export const DeskTicketCounts = z.object({
  changed: z.int(),
  unchanged: z.int(),
  left: z.int(),
  own: z.int(),
});
export type DeskTicketCounts = z.infer<typeof DeskTicketCounts>;

/**
 * Prices options of a fixture in every open ticket except the sender's own; after kick-off a reason
 * is required and the price enters no record. `seen` is the price that the sender saw, 0 for none:
 * if given, tickets with another price are refused with 412 after the other options were priced.
 * With `ifUnpriced` only unpriced tickets get the price.
 */
export const setPrices = route('PUT', '/api/admin/prices/:fixtureId', {
  summary: 'Price options in all open tickets',
  access: 'administrator',
  params: FixtureParams,
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
  reply: DeskTicketCounts,
  problems: ['not-found', 'invalid-price', 'reason-required', 'stale-version'],
});

/**
 * Decides options of a fixture in every open ticket except the sender's own, for the fixture's
 * version that the sender saw.
 *
 * - A decision against the proposal needs a reason.
 * - `over` also replaces another administrator's different decision for the same version; without
 *   it they are refused with 412, after the other options were decided.
 * - With `ifPending` only tickets undecided for this version are decided.
 * - A ticket with this decision from an earlier result is decided again if a reason is given, and
 *   is no longer `differing`.
 * - `pending` undoes the sender's decisions of the last ten minutes and restores the previous ones.
 * - `act` identifies the sender's action by an id that the sender chose: with `pending`, only
 *   decisions of that action are undone.
 */
export const settleFixture = route('PUT', '/api/admin/settlements/:fixtureId', {
  summary: 'Decide options in all open tickets',
  access: 'administrator',
  params: FixtureParams,
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
  reply: DeskTicketCounts,
  problems: ['not-found', 'too-early-to-decide', 'decision-needs-reason', 'stale-version'],
});

const TipIds = z.strictObject({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(confirmationLimit)),
});

/** Unchanged tickets, each with the code of its problem. */
const UnchangedTickets = z.array(z.object({ id: Id, code: z.string() }));

/**
 * Confirms tickets whose legs are all decided, except the sender's own and those whose decision by
 * an earlier result differs from the current rules. A confirmed ticket stays confirmed.
 */
export const confirmTips = route('POST', '/api/admin/confirmations', {
  summary: 'Confirm tips',
  access: 'administrator',
  body: TipIds,
  reply: z.object({ confirmed: z.array(Id), left: UnchangedTickets }),
});

/**
 * Reopens tickets that the sender confirmed within the last ten minutes. An open ticket stays open.
 */
export const reopenTips = route('DELETE', '/api/admin/confirmations', {
  summary: 'Take back the confirmation of tips',
  access: 'administrator',
  body: TipIds,
  reply: z.object({ reopened: z.array(Id), left: UnchangedTickets }),
});

/**
 * Decides options of a fixture again in every confirmed ticket except the sender's own, for the
 * fixture's version that the sender saw. `over` works as in a settlement. A call without `results`
 * changes nothing.
 */
export const correctFixture = route('POST', '/api/admin/corrections/:fixtureId', {
  summary: 'Correct confirmed tickets',
  access: 'administrator',
  params: FixtureParams,
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
  reply: DeskTicketCounts,
  problems: ['not-found', 'too-early-to-decide', 'stale-version'],
});

/**
 * The effect of a correction in which each option gets the result in `results` (`1:lost,33:void`),
 * or the one by the rules. `tickets` would change; `own` are excluded. Units are those of these
 * tickets in their tipsters' records.
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
  params: FixtureParams,
  query: z.object({
    results: z.optional(
      z
        .string()
        .check(
          maxLengthCheck(1000),
          z.regex(/^\d{1,2}:(won|lost|void)(,\d{1,2}:(won|lost|void))*$/),
        ),
    ),
  }),
  reply: CorrectionPreview,
  problems: ['not-found'],
});

/**
 * An audited change of a tip or a fixture. `by` is absent for automatic changes; `game` is the game
 * of the leg or result, and `option` the option's name in the ticket ("1X2 - 1"). `before` and
 * `after` are the values in the audit.
 */
export const AuditEntry = z.object({
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
export type AuditEntry = z.infer<typeof AuditEntry>;

const HistoryFilters = {
  /** Entries of one tip, including its post and withdrawal. */
  tip: z.optional(Id),
  /** Entries of one administrator. */
  by: z.optional(Id),
  /** Entries of one game and of the tickets that contain it. */
  fixture: z.optional(FixtureId),
  /** Inclusive. */
  from: z.optional(Instant),
  /** Exclusive. */
  until: z.optional(Instant),
};

/** Audited actions of administrators, newest first; the next page is in the `Link` header. */
export const deskHistory = route('GET', '/api/admin/history', {
  summary: 'What administrators did, and why',
  access: 'administrator',
  query: z.object({
    ...HistoryFilters,
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    limit: pageSizeSchema(tipListLimit, tipListLimit),
  }),
  reply: z.array(AuditEntry),
});

/** All entries as CSV (RFC 4180), one line each; no cell starts a spreadsheet formula. */
export const deskHistoryFile = route('GET', '/api/admin/history.csv', {
  summary: 'What administrators did, as CSV',
  access: 'administrator',
  query: z.object(HistoryFilters),
  reply: z.string(),
});
