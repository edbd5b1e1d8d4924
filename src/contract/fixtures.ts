import * as z from 'zod/mini';

import { fixtureStatuses } from '#domain/fixture.ts';

import { route } from './route.ts';
import { ScorePair } from './tips.ts';
import { FixtureId, Instant, Price } from './values.ts';

/** A league under the key and title of the odds service. */
export const League = z.object({
  key: z.string(),
  title: z.string(),
  group: z.string(),
  details: z.string(),
});
export type League = z.infer<typeof League>;

/**
 * A game with league and kick-off. Prices of 1, X and 2, and of other options by number, are
 * present if the feed has them.
 */
export const Fixture = z.object({
  id: FixtureId,
  sportKey: z.string(),
  home: z.string(),
  away: z.string(),
  kickOff: Instant,
  status: z.enum(fixtureStatuses),
  prices: z.optional(z.object({ home: Price, draw: Price, away: Price })),
  otherPrices: z.optional(z.record(z.string(), Price)),
  score: z.optional(ScorePair),
});
export type Fixture = z.infer<typeof Fixture>;

/**
 * All leagues with their fixtures from yesterday to three weeks ahead, in one reply with an ETag.
 */
export const openFixtures = route('GET', '/api/fixtures', {
  summary: 'Leagues and their fixtures',
  access: 'open',
  reply: z.object({
    leagues: z.array(League),
    fixtures: z.array(Fixture),
    pricedAt: z.nullable(Instant),
  }),
});

/** One fixture of any age, with an ETag. */
export const oneFixture = route('GET', '/api/fixtures/:id', {
  summary: 'One fixture',
  access: 'open',
  params: z.object({ id: FixtureId }),
  reply: Fixture,
  problems: ['not-found'],
});

/** A sport in the shape of the odds service, version 3. */
export const V3Sport = z.object({
  key: z.string(),
  active: z.boolean(),
  group: z.string(),
  details: z.string(),
  title: z.string(),
  has_outrights: z.optional(z.boolean()),
});

/** A game in the shape of the odds service, version 3; the home team is `home_team`. */
export const V3Game = z.object({
  id: z.optional(z.string()),
  sport_key: z.string(),
  sport_nice: z.string(),
  teams: z.tuple([z.string(), z.string()]),
  home_team: z.string(),
  commence_time: z.union([z.number(), z.string()]),
  sites: z.array(
    z.object({
      site_key: z.string(),
      site_nice: z.string(),
      last_update: z.number(),
      odds: z.object({ h2h: z.optional(z.array(z.number())) }),
    }),
  ),
  sites_count: z.optional(z.number()),
});
export type V3Game = z.infer<typeof V3Game>;

/** Sports in the format of the odds service's version 3. */
export const v3Sports = route('GET', '/odds/v3/sports', {
  summary: 'Sports, in the shape of the odds service v3',
  access: 'open',
  query: z.object({ apiKey: z.optional(z.string()) }),
  reply: z.object({ success: z.boolean(), data: z.array(V3Sport) }),
});

/** Upcoming games with 1X2 prices in the format of the odds service's version 3. */
export const v3Odds = route('GET', '/odds/v3/odds/', {
  summary: 'Games with odds, in the shape of the odds service v3',
  access: 'open',
  query: z.object({
    apiKey: z.optional(z.string()),
    sport: z.string().check(z.maxLength(64)),
    region: z._default(z.string(), 'uk'),
    mkt: z._default(z.string(), 'h2h'),
  }),
  reply: z.object({ success: z.boolean(), data: z.array(V3Game) }),
  problems: ['not-found'],
});

/** Number of current tips without a started leg, and by upcoming fixture. */
export const stats = route('GET', '/api/stats', {
  summary: 'Counts of tips',
  access: 'open',
  reply: z.object({ activeTips: z.int(), tipsByFixture: z.record(z.string(), z.int()) }),
});
