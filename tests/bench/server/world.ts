import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { signToken } from '#server/auth/tokens.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/db/postgres.ts';
import { fixtures, leagues, members, sessions } from '#server/db/schema.ts';

import { removeData } from '../../testing/database/postgres.ts';

export type Person = { id: string; token: string };
type Game = { id: string; home: string; away: string; kickOff: Date };

/** A database with logged-in people, and games to tip on. */
export type World = {
  database: Database;
  /** Settings of a server for it. */
  env: Record<string, string>;
  people: Person[];
  games: Game[];
  remove: () => Promise<void>;
};

const gameCount = 40;
const day = 24 * 60 * 60_000;

export async function aWorld(memberCount = 256): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchline-bench-'));
  // PostgreSQL runs as another user if this runs as root.
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
  const secret = randomBytes(48).toString('base64');
  return {
    database,
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      JWT_SECRET: secret,
    },
    people: await addMembers(database, secret, memberCount),
    games: await addGames(database),
    async remove() {
      await closeDatabase(database);
      await postgres.stop();
      await removeData(dataDir);
    },
  };
}

async function addMembers(database: Database, secret: string, count: number): Promise<Person[]> {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + day);
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    const sessionId = randomUUID();
    const email = `${id}@example.org`;
    await database.insert(members).values({
      id,
      email,
      userName: `ada${index}`,
      passwordHash: 'nobody logs in',
      firstName: 'Ada',
      lastName: 'Obi',
      isTipster: true,
      emailVerifiedAt: now,
      createdAt: now,
    });
    const moments = { createdAt: now, startedAt: now, lastUsedAt: now, expiresAt };
    await database.insert(sessions).values({ id: sessionId, memberId: id, ...moments });
    const bearer = { sessionId, memberId: id, email, role: 'member', issuedAt: now, expiresAt };
    people.push({ id, token: await signToken(bearer, secret) });
  }
  return people;
}

async function addGames(database: Database): Promise<Game[]> {
  const sportKey = 'soccer_epl';
  await database
    .insert(leagues)
    .values({ key: sportKey, title: 'EPL', group: 'Soccer - Europe', details: 'Premier League' });
  const kickOff = new Date(Date.now() + 5 * day);
  const games = Array.from({ length: gameCount }, (_, index) => ({
    id: `game-${index}`,
    home: `Manchester United ${index}`,
    away: `Wolverhampton Wanderers ${index}`,
    kickOff,
  }));
  const prices = { priceHome: '1.85', priceDraw: '3.40', priceAway: '4.20' };
  const facts = { sportKey, source: 'bench', updatedAt: new Date(), ...prices };
  await database.insert(fixtures).values(games.map((game) => ({ ...game, ...facts })));
  return games;
}
