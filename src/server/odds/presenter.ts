import type * as z from 'zod/mini';

import type { V3Game, V3Sport } from '#contract/fixtures.ts';

import { pricesOf } from '../fixtures/presenter.ts';
import type { FixtureRow, LeagueRow } from '../fixtures/queries.ts';

const site = { site_key: 'touchline', site_nice: 'Touchline' };

export function toV3Sport(league: LeagueRow, active: boolean): z.infer<typeof V3Sport> {
  const { key, group, details, title } = league;
  return { key, active, group, details, title, has_outrights: false };
}

/** A fixture as version 3 has it: a site appears only with prices for the market that was asked. */
export function toV3Game(row: FixtureRow, leagueTitle: string, market: string): V3Game {
  const prices = market === 'h2h' ? pricesOf(row) : undefined;
  const lastUpdate = epochSeconds(row.pricedAt ?? row.updatedAt);
  const sites = prices
    ? [
        {
          ...site,
          last_update: lastUpdate,
          // In this order: the first of `teams`, the second, the draw.
          odds: { h2h: [prices.home, prices.away, prices.draw] },
        },
      ]
    : [];
  return {
    id: row.id,
    sport_key: row.sportKey,
    sport_nice: leagueTitle,
    teams: [row.home, row.away],
    home_team: row.home,
    commence_time: epochSeconds(row.kickOff),
    sites,
    sites_count: sites.length,
  };
}

function epochSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
