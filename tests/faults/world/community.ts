import { randomUUID } from 'node:crypto';

import { gameName } from '#domain/fixture.ts';
import type { Database } from '#server/db/database.ts';
import { fixtures, leagues } from '#server/db/schema.ts';
import { knownLeagues } from '#server/fixtures/leagues.ts';

import { aMember, type Member } from '../../testing/people/members.ts';
import { aTipster } from '../contents/due.ts';
import { feedPrices } from '../contents/options.ts';

/** Inserts games of one league, each with prices. */
export async function insertGames(
  database: Database,
  games: readonly { id: string; home: string; away: string; kickOff: Date }[],
  now: Date,
): Promise<void> {
  const sportKey = 'soccer_epl';
  await database
    .insert(leagues)
    .values(knownLeagues.filter(({ key }) => key === sportKey))
    .onConflictDoNothing();
  const common = { sportKey, source: 'test', ...feedPrices, pricedAt: now, updatedAt: now };
  await database.insert(fixtures).values(games.map((game) => ({ ...game, ...common })));
}

export type Person = Omit<Member, 'headers'> & { name: string; role: 'member' | 'administrator' };

export type Game = { id: string; game: string; kickOff: Date };

const hour = 60 * 60 * 1000;

/** Creates a member with a session. */
export async function aPerson(
  database: Database,
  jwtSecret: string,
  name: string,
  role: Person['role'],
): Promise<Person> {
  const services = { database, settings: { jwtSecret }, clock: () => new Date() };
  const member = await aMember(services, { ...aTipster(name, new Date()), role });
  return { ...member, name, role };
}

/** Creates the games of a schedule, the first of which has started. */
export async function aSeason(database: Database): Promise<Game[]> {
  const now = new Date();
  const games = Array.from({ length: 8 }, (_, index) => ({
    id: randomUUID(),
    home: `Home ${index}`,
    away: `Away ${index}`,
    kickOff: new Date(now.getTime() + (index === 0 ? -1 : 24 * index) * hour),
  }));
  await insertGames(database, games, now);
  return games.map(({ id, home, away, kickOff }) => ({ id, game: gameName(home, away), kickOff }));
}
