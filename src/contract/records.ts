import * as z from 'zod/mini';

import { oddsGroups } from '#domain/catalogue.ts';
import { recordWindows } from '#domain/record.ts';

import { route } from './route.ts';
import { Fixture } from './fixtures/fixtures.ts';
import { tipListLimit, tipPageSize } from './limits.ts';
import { Tip } from './tips.ts';
import { Id, Instant, pageSizeSchema } from './values.ts';

/** A month in UTC, as in `2026-11`. */
export const Month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));

const counts = { settled: z.int(), won: z.int(), lost: z.int() };

/** Total profit in units, at the last kick-off of the last tip that it includes. */
export const ChartPoint = z.tuple([Instant, z.number()]);
export type ChartPoint = z.infer<typeof ChartPoint>;

/**
 * The record of one window (30 days, 90 days or all). `settled` counts won and lost tips, never
 * void ones. Shares are between 0 and 1. `hitRate` has the bounds `low` and `high` of its Wilson 95
 * % interval; all three require a settled tip. `priced` counts settled tips with a price at
 * kick-off; only these have a profit. `flatProfit` is in units, with a stake of one unit per tip,
 * and `flatYield` is `flatProfit` per priced tip. `cappedProfit` counts at most 20 units per tip,
 * is present if it differs from `flatProfit`, and determines the stars. `staked` covers the tips
 * with a stake, `selectAverageOdds` the priced tips, `legs` all settled tips. `streak` is the latest run
 * of equal results. `stars` (0 to 5) require ten settled tips. `points` is the chart of the profit,
 * from zero at the window's start: at most 400 points, reduced to ends and extremes; `drawdown` is
 * its maximum fall from a peak, in units. `followers` is the result of booked copies of these tips
 * at their booking prices, and requires ten settled copies.
 */
export const WindowRecord = z.object({
  ...counts,
  hitRate: z.optional(z.number()),
  low: z.optional(z.number()),
  high: z.optional(z.number()),
  flatProfit: z.number(),
  cappedProfit: z.optional(z.number()),
  priced: z.int(),
  flatYield: z.optional(z.number()),
  staked: z.optional(
    z.object({ tips: z.int(), units: z.int(), profit: z.number(), yield: z.number() }),
  ),
  averageOdds: z.optional(z.number()),
  legs: z.object(counts),
  streak: z.nullable(z.object({ result: z.enum(['won', 'lost']), length: z.int() })),
  longestWon: z.int(),
  longestLost: z.int(),
  points: z.array(ChartPoint),
  drawdown: z.number(),
  stars: z.optional(z.number()),
  followers: z.optional(
    z.object({ priced: z.int(), flatProfit: z.number(), flatYield: z.number() }),
  ),
});
export type WindowRecord = z.infer<typeof WindowRecord>;

/** Counts and profit of one slice of a record. */
export const RecordSlice = z.object({ ...counts, flatProfit: z.number() });
export type RecordSlice = z.infer<typeof RecordSlice>;

/**
 * All figures of a tipster's settled tips. `months` are by the month (UTC) of the last kick-off,
 * oldest first; `running` is the total profit at the month's end. `byLeague` and `byGroup` count
 * LEGS of confirmed tips, largest first; their profit is of each leg as a single bet at its
 * kick-off price, so it does not add up to the tips' profit. `withdrawn` tips are in no other
 * figure.
 */
export const FullRecord = z.object({
  tipsterId: Id,
  withdrawn: z.int(),
  windows: z.object({ '30d': WindowRecord, '90d': WindowRecord, all: WindowRecord }),
  byLeague: z.array(z.extend(RecordSlice, { sportKey: z.string() })),
  byGroup: z.array(z.extend(RecordSlice, { group: z.string() })),
  months: z.array(z.extend(RecordSlice, { month: Month, running: z.number() })),
});
export type FullRecord = z.infer<typeof FullRecord>;

/** A tipster's record in every window and slice, with an ETag. */
export const tipsterRecord = route('GET', '/api/tipsters/:id/record', {
  summary: 'The record of a tipster',
  access: 'open',
  params: z.object({ id: Id }),
  reply: FullRecord,
  problems: ['not-found'],
});

/** Settled tips are confirmed ones, including void ones; open tips are all others. */
export const TipsterTipState = z.enum(['settled', 'open']);
export type TipsterTipState = z.infer<typeof TipsterTipState>;

/**
 * The figure whose tips are listed: `settled` counts won and lost tips, `priced` tips with a price
 * at kick-off, `in-time` tips that arrived before their first kick-off.
 */
export const RecordFigure = z.enum(['settled', 'priced', 'in-time']);
export type RecordFigure = z.infer<typeof RecordFigure>;

/**
 * Public tips of one tipster; next page in the `Link` header. Settled tips are ordered by last
 * kick-off, latest first, so that a late confirmation or correction does not move them; open tips
 * are newest first. `league` and `option` (a group of options) select tips with one leg that
 * matches both. `month` (UTC), `window` and `at` (the instant of a chart point) refer to the last
 * kick-off.
 */
export const tipsterTips = route('GET', '/api/tipsters/:id/tips', {
  summary: 'The settled or open tips of a tipster',
  access: 'open',
  params: z.object({ id: Id }),
  query: z.object({
    state: z._default(TipsterTipState, 'settled'),
    league: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    option: z.optional(z.enum(oddsGroups.map(({ group }) => group))),
    month: z.optional(Month),
    window: z.optional(z.enum(recordWindows)),
    at: z.optional(Instant),
    figure: z.optional(RecordFigure),
    limit: pageSizeSchema(tipListLimit, tipPageSize),
    before: z.optional(Id),
  }),
  reply: z.array(Tip),
  problems: ['not-found'],
});

/**
 * A tipster in the competition of a month. `rank` requires the minimum of settled tips; equal
 * profit from equally many tips shares a rank, and the next rank is skipped. `former` means that
 * the account was deleted and has no name.
 */
export const CompetitionRow = z.object({
  rank: z.optional(z.int()),
  tipsterId: Id,
  firstName: z.string(),
  lastName: z.string(),
  former: z.optional(z.boolean()),
  picture: z.nullable(z.string()),
  ...RecordSlice.shape,
  hitRate: z.optional(z.number()),
});
export type CompetitionRow = z.infer<typeof CompetitionRow>;

/**
 * The competition of a month, by default the current one: at most 100 rows, ranked tipsters first,
 * then the others, each ordered by profit ÷ (settled + 50). `months` are all months with settled
 * tips, newest first; `minimum` is the number of settled tips required for a rank. `best` is about
 * rank 1: chart of the month, number of `tips`, and how many of these arrived before their first
 * kick-off.
 */
export const competitionTable = route('GET', '/api/competitions', {
  summary: 'The table of a month',
  access: 'open',
  query: z.object({ month: z.optional(Month) }),
  reply: z.object({
    month: Month,
    months: z.array(Month),
    minimum: z.int(),
    rows: z.array(CompetitionRow),
    best: z.optional(
      z.object({
        tipsterId: Id,
        tips: z.int(),
        beforeKickOff: z.int(),
        points: z.array(ChartPoint),
      }),
    ),
  }),
});
export type CompetitionTable = z.infer<typeof competitionTable.reply>;

/** A fixture of a league with its number of tips and their 1X2 picks. */
export const LeagueFixture = z.extend(Fixture, {
  tips: z.int(),
  opinion: z.optional(z.object({ home: z.int(), draw: z.int(), away: z.int() })),
});
export type LeagueFixture = z.infer<typeof LeagueFixture>;

/** A finished fixture with its number of tips, and of won and lost legs. */
export const LeagueResult = z.extend(Fixture, { tips: z.int(), won: z.int(), lost: z.int() });
export type LeagueResult = z.infer<typeof LeagueResult>;

/**
 * One league: fixtures in play and of the next three weeks, earliest first; results of the last
 * week, newest first; at most 60 of each. `rows` rank tipsters in the current month by their legs
 * in this league as single bets; a leg belongs to the month of its tip.
 */
export const leaguePage = route('GET', '/api/competitions/:key', {
  summary: 'Fixtures, results and tipsters of a league',
  access: 'open',
  params: z.object({ key: z.string().check(z.maxLength(64)) }),
  reply: z.object({
    sportKey: z.string(),
    month: Month,
    minimum: z.int(),
    fixtures: z.array(LeagueFixture),
    results: z.array(LeagueResult),
    rows: z.array(CompetitionRow),
  }),
  problems: ['not-found'],
});
export type LeaguePage = z.infer<typeof leaguePage.reply>;
