import { eq, isNull, type SQL, sql } from 'drizzle-orm';

import { gameName } from '#domain/fixture.ts';
import { toSessionLifetimeMs, openSession } from '#server/auth/sessions.ts';
import { audit, follows, members, sessions } from '#server/db/schema.ts';
import { knownLeagues } from '#server/fixtures/leagues.ts';
import { createFollowEvent } from '#server/members/follow.ts';
import { importSeason } from '#server/seasons/import.ts';

import { insertGames } from './community.ts';
import { aTipster } from '../contents/due.ts';
import { type GameResult, type Scored, scored } from '../contents/results.ts';
import { aside } from './bookkeeping.ts';
import type { Server } from './server.ts';

/**
 * A person of a schedule: one of two members who follow each other, or an administrator. A schedule
 * may make a member an administrator as well.
 */
export type Person = { name: string; id: string; email: string; role: 'member' | 'administrator' };

export type Game = {
  id: string;
  home: string;
  away: string;
  game: string;
  kickOff: number;
  /** The result of the game, and the time from which it is known. */
  result?: GameResult & { from: number };
};

const names = ['Ada', 'Bola', 'Chi'] as const;

/** An id that is equal in every run of a schedule, so that its log is, too. */
function idOf(kind: number, number: number): string {
  const last = String(number).padStart(12, '0');
  return `0195a000-${String(kind).padStart(4, '0')}-7000-8000-${last}`;
}

export async function openCommunity(
  server: Server,
  now: number,
  administrators: readonly number[] = [2],
): Promise<Person[]> {
  const people = names.map((name, index) => ({
    name,
    id: idOf(1, index + 1),
    email: `${name.toLowerCase()}@example.org`,
    role: administrators.includes(index) ? ('administrator' as const) : ('member' as const),
  }));
  const at = new Date(now);
  await server.database
    .insert(members)
    .values(people.map(({ name, ...person }) => ({ ...person, ...aTipster(name, at), cursor: 1 })));
  await server.database.insert(follows).values(
    followsAtFirst(people).map(([memberId, tipsterId]) => {
      return { memberId, tipsterId, following: true, changedAt: at, cursor: 1 };
    }),
  );
  await server.database
    .insert(audit)
    .values(
      followsAtFirst(people).map(([memberId, tipsterId]) =>
        createFollowEvent(memberId, [tipsterId], { following: true, at }),
      ),
    );
  return people;
}

/** The initial follows, as pairs of follower and tipster. */
export function followsAtFirst([ada, bola]: readonly Person[]): [string, string][] {
  if (!ada || !bola) return [];
  return [
    [ada.id, bola.id],
    [bola.id, ada.id],
  ];
}

const second = 1000;
const minute = 60 * second;

/** From a game that starts soon to one on the day after tomorrow. */
const startsIn = [
  25 * second,
  70 * second,
  3 * minute,
  8 * minute,
  25 * minute,
  90 * minute,
  6 * 60 * minute,
  40 * 60 * minute,
];

export async function openSeason(server: Server, now: number): Promise<Game[]> {
  const games = startsIn.map((startsInMs, index) => ({
    id: `game-${index + 1}`,
    home: `Home ${index + 1}`,
    away: `Away ${index + 1}`,
    kickOff: new Date(now + startsInMs),
  }));
  await insertGames(server.database, games, new Date(now));
  return games.map(({ id, home, away, kickOff }) => ({
    id,
    home,
    away,
    game: gameName(home, away),
    kickOff: kickOff.getTime(),
  }));
}

/** Moves a game's kick-off. */
export async function moveGame(server: Server, game: Game, kickOff: number): Promise<void> {
  game.kickOff = kickOff;
  await importGame(server, game);
}

/** Sets a game's result as the season file does. */
export async function endGame(server: Server, game: Game, result: GameResult): Promise<void> {
  game.result = { ...result, from: server.services.clock().getTime() };
  await importGame(server, game);
}

async function importGame(
  { database, services }: Server,
  { id, home, away, kickOff, result }: Game,
): Promise<void> {
  const league = knownLeagues.find(({ key }) => key === 'soccer_epl');
  if (!league) throw new Error('The league of all games is not known.');
  const status = result?.status ?? ('scheduled' as const);
  const ended = scored(result);
  const score = ended && scoreOf(ended);
  const match = { id, round: '', home, away, kickOff: new Date(kickOff), status, score };
  await aside(database, async () =>
    importSeason(database, { league, matches: [match], at: services.clock() }),
  );
}

function scoreOf({ halfTime, fullTime }: Scored) {
  const goals = ([home, away]: [number, number]) => ({ home, away });
  return { ...(halfTime && { halfTime: goals(halfTime) }), fullTime: goals(fullTime) };
}

/** Opens a session for a person; a session that was ended stays ended. */
export async function logsIn({ services, database }: Server, person: Person): Promise<string> {
  const { access_token } = await openSession(database, services.settings.jwtSecret, {
    member: person,
    now: services.clock(),
    lifetimeMs: toSessionLifetimeMs(true),
  });
  return access_token;
}

/** Ends every session of a member, as a change of password does. */
export async function endSessions({ services, database }: Server, person: Person): Promise<void> {
  await database
    .update(sessions)
    .set({ revokedAt: services.clock() })
    .where(eq(sessions.memberId, person.id));
}

export async function setVerified(
  server: Server,
  person: Person,
  verified: boolean,
): Promise<void> {
  const at = verified ? server.services.clock() : null;
  await verifyWhere(server, eq(members.id, person.id), at);
}

/** Verifies the email address of everybody. */
export async function verifyAll(server: Server): Promise<void> {
  await verifyWhere(server, isNull(members.emailVerifiedAt), server.services.clock());
}

async function verifyWhere({ database }: Server, who: SQL, at: Date | null): Promise<void> {
  await aside(database, async () =>
    database
      .update(members)
      .set({
        emailVerifiedAt: at,
        cursor: sql`${members.cursor} + 1`,
        profileCursor: sql`${members.cursor} + 1`,
      })
      .where(who),
  );
}
