import * as z from 'zod/mini';

import { fixtureStatuses, sides } from '#domain/fixture.ts';

import { Fixture } from './fixtures/fixtures.ts';
import { confirmationLimit, reasonLimit } from './limits.ts';
import { route } from './route.ts';
import { SettlementFact, GoalPair, LegResult, ScorePair } from './tips.ts';
import { maxLengthCheck, FixtureId, Id, Instant, Price, Version } from './values.ts';

const OddsId = z.int().check(z.gte(1), z.lte(51));
const Reason = z.optional(z.string().check(z.maxLength(reasonLimit)));

/**
 * One option of a fixture in all open tickets, which are neither confirmed nor withdrawn.
 *
 * - `own` counts the caller's own tickets, which only another administrator may price and settle;
 *   no other number includes them.
 * - `unpriced`, `pending`, `won`, `lost` and `void` count the `tickets` in that state.
 * - `odd` is the common price of all `tickets`, or 0. `knownOdd` is the common price of all priced
 *   tickets.
 * - `feedOdd` is the feed's price, and `proposal` the result by the settlement rules.
 * - `differing` counts tickets decided for an earlier score, with another result than the rules give
 *   now.
 * - `confirmedDiffering` counts such tickets among all confirmed ones.
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
 * - `ticketState` changes with each change of the fixture's open tickets.
 * - `prices` are the feed's, from which all options are estimated.
 * - `told` is a source's result that differs from the stored one; removed when an administrator sets
 *   a result.
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
 * All open work except the caller's own tickets; `fixtures` are ordered by kick-off. The counts:
 *
 * - `unpriced`: tickets with an unpriced leg; `unpricedSoon`: such tickets with a kick-off
 *   within two hours.
 * - `resultsMissing`: fixtures that must be over but have no result.
 * - `ready`: tickets that only need confirmation.
 * - `corrected`: fixtures whose result changed after tickets were confirmed.
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
 * The latest fixtures that started or were called off and match a search, even without open work.
 * Each word must occur in the name of a club or the league.
 */
export const earlierFixtures = route('GET', '/api/admin/fixtures', {
  summary: 'Games that began',
  access: 'administrator',
  query: z.object({ search: z._default(z.string().check(z.maxLength(100)), '') }),
  reply: z.array(Fixture),
});

/** The body of 412 `stale-version`: the current fixture; if known, who changed it and when. */
export const StaleFixture = z.object({
  fixture: DeskFixture,
  by: z.optional(z.string()),
  at: z.optional(Instant),
});

const FixtureParams = z.object({ fixtureId: FixtureId });

/**
 * Sets the result of a fixture: 90 minutes and stoppage time, without extra time and penalties.
 * `If-Match` is the version that the sender saw; a result equal to the current one succeeds with
 * any version.
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
 * Numbers of tickets by the effect of a call: `changed`; `unchanged`, already equal; `left`,
 * different but not changed; `own`, the sender's tickets, which are skipped.
 */
export const DeskTicketCounts = z.object({
  changed: z.int(),
  unchanged: z.int(),
  left: z.int(),
  own: z.int(),
});
export type DeskTicketCounts = z.infer<typeof DeskTicketCounts>;

/**
 * Sets prices of options in every open ticket of a fixture except the sender's own. After kick-off
 * a reason is required, and the price does not count in records. With `seen` (the price that the
 * sender saw, 0 for none), tickets with another price are refused with 412 after all others were
 * priced. With `ifUnpriced`, only unpriced tickets change.
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
 * Sets results of options in every open ticket of a fixture except the sender's own, for the
 * fixture's version that the sender saw.
 *
 * - A decision against the proposal needs a reason.
 * - `over` replaces another administrator's different decision for the same version; without `over`
 *   such tickets are refused with 412, after the other options were decided.
 * - With `ifPending`, only tickets without a decision for this version change.
 * - With a reason, a ticket that has this decision for an earlier result is decided again, and is no
 *   longer `differing`.
 * - `pending` undoes the sender's decisions of the last ten minutes and restores the previous ones.
 * - `act` is an id of the sender's action, chosen by the sender; with `pending`, only decisions of
 *   that action are undone.
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
 * Confirms tickets whose legs are all decided, except the sender's own and those with a decision
 * for an earlier result that differs from the current rules. Confirmed tickets stay confirmed.
 */
export const confirmTips = route('POST', '/api/admin/confirmations', {
  summary: 'Confirm tips',
  access: 'administrator',
  body: TipIds,
  reply: z.object({ confirmed: z.array(Id), left: UnchangedTickets }),
});

/**
 * Reopens tickets that the sender confirmed within the last ten minutes. Open tickets stay open.
 */
export const reopenTips = route('DELETE', '/api/admin/confirmations', {
  summary: 'Take back the confirmation of tips',
  access: 'administrator',
  body: TipIds,
  reply: z.object({ reopened: z.array(Id), left: UnchangedTickets }),
});

/**
 * Sets other results of options in every confirmed ticket of a fixture except the sender's own, for
 * the fixture's version that the sender saw. `over` works as in a settlement. With empty `results`,
 * nothing changes.
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
 * The effect of a correction. Each option gets its result from the query's `results`
 * (`1:lost,33:void`), otherwise from the rules. `tickets` would change; `own` are skipped. `before`
 * and `after` are units of these tickets in each tipster's record.
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
