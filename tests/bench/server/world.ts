import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';
import { readSettings } from '#server/platform/settings.ts';

import { removeData } from '../../testing/database/postgres.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';

export type Person = Pick<Member, 'id' | 'token'>;
type Game = { id: string; home: string; away: string; kickOff: Date };

/** A database with logged-in members, and games to post tips on. */
export type World = {
  database: Database;
  /** Settings of a server that uses the database. */
  env: Record<string, string>;
  people: Person[];
  games: Game[];
  remove: () => Promise<void>;
};

const gameCount = 40;
const day = 24 * 60 * 60_000;

export async function aWorld(memberCount = 256): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  // PostgreSQL runs as another user if this process runs as root.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({
    dataDir,
    report: () => undefined,
    onLost(reason) {
      throw reason;
    },
  });
  await migrateDatabase(postgres.url);
  const database = openDatabase({ url: postgres.url });
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    JWT_SECRET: randomBytes(48).toString('base64'),
  };
  const services = { settings: readSettings(env), database, clock: () => new Date() };
  return {
    database,
    env,
    people: await addMembers(services, memberCount),
    games: await addGames(services),
    async remove() {
      await closeDatabase(database);
      await postgres.stop();
      await removeData(dataDir);
    },
  };
}

async function addMembers(services: Parameters<typeof aMember>[0], count: number) {
  const people: Member[] = [];
  while (people.length < count) people.push(await aMember(services));
  return people;
}

async function addGames(services: Parameters<typeof aFixture>[0]): Promise<Game[]> {
  const kickOff = new Date(Date.now() + 5 * day);
  const games: Game[] = [];
  for (let index = 0; index < gameCount; index += 1) {
    const [home, away] = [`Manchester United ${index}`, `Wolverhampton Wanderers ${index}`];
    games.push(await aFixture(services, { home, away, kickOff, prices: [1.85, 3.4, 4.2] }));
  }
  return games;
}
