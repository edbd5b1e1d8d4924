import { randomUUID } from 'node:crypto';

import { gameName } from '#domain/fixture.ts';
import { foldText } from '#domain/names/text-folding.ts';
import { fixtures, leagues } from '#server/db/schema.ts';
import { knownLeagues } from '#server/fixtures/leagues.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';
import type { Services } from '#server/services.ts';

type FixtureFields = Partial<
  Pick<FixtureRow, 'id' | 'sportKey' | 'home' | 'away' | 'kickOff' | 'status'>
> & {
  /** Prices of home win, draw and away win; by default there are none. */
  prices?: readonly [home: number, draw: number, away: number];
  /** Half-time and full-time score, home first; with a score the game has ended. */
  score?: { halfTime?: readonly [number, number]; fullTime: readonly [number, number] };
};

const hour = 60 * 60 * 1000;

/** Inserts a fixture; by default it kicks off in an hour. */
export async function aFixture(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  values: FixtureFields = {},
): Promise<FixtureRow> {
  const { prices, score, ...fields } = values;
  const now = clock();
  const { home = 'Arsenal', away = 'Chelsea' } = fields;
  const sportKey = fields.sportKey ?? 'soccer_epl';
  await database
    .insert(leagues)
    .values(knownLeagues.filter(({ key }) => key === sportKey))
    .onConflictDoNothing();
  const row: FixtureRow = {
    id: randomUUID(),
    sportKey,
    source: 'test',
    round: '',
    home,
    away,
    searchName: foldText(gameName(home, away)),
    kickOff: new Date(now.getTime() + hour),
    status: score ? 'played' : 'scheduled',
    halfTimeHome: score?.halfTime?.[0] ?? null,
    halfTimeAway: score?.halfTime?.[1] ?? null,
    fullTimeHome: score?.fullTime[0] ?? null,
    fullTimeAway: score?.fullTime[1] ?? null,
    firstGoal: null,
    version: 1,
    decidedEarlier: false,
    passedOnUntil: null,
    priceHome: prices?.[0].toFixed(2) ?? null,
    priceDraw: prices?.[1].toFixed(2) ?? null,
    priceAway: prices?.[2].toFixed(2) ?? null,
    otherPrices: null,
    pricedAt: prices ? now : null,
    updatedAt: now,
    ...fields,
  };
  await database.insert(fixtures).values(row);
  return row;
}
