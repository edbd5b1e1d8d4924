import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

import { buildApp } from '#server/app.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { audit, legs, tips } from '#server/db/schema.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';
import { sealHistory } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';
import type { Services } from '#server/services.ts';
import { readSettings } from '#server/platform/settings.ts';
import { posted } from '#server/tips/events.ts';

import { aFixture } from '../../testing/tips/fixtures.ts';
import { unlimited } from '../../testing/server/limits.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { optionNumbers } from '../contents/options.ts';
import type { Race } from './plan.ts';

/** A request of an administrator to one of two processes. */
export type Request = {
  by: Member;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  ifMatch?: number | undefined;
};

export type Reply = { status: number; body: unknown };

/** The rows of a race. */
export type Scene = {
  games: readonly FixtureRow[];
  /** Tips in the order of the race. */
  tips: readonly { id: string; ownerId: string }[];
};

/** Two processes of the server on one database, with two administrators and a few tipsters. */
export type Ground = {
  database: Database;
  administrators: readonly [Member, Member];
  /** Creates new members, so that no record grows without limit. */
  replaceMembers: () => Promise<void>;
  setsUp: (race: Race) => Promise<Scene>;
  now: () => Date;
  /** Shifts the time of following requests into the past, in milliseconds. */
  ago: (milliseconds: number) => void;
  send: (process: 0 | 1, request: Request) => Promise<Reply>;
  /** Sentences for all differences that the verification finds. */
  broken: () => Promise<string[]>;
  close: () => Promise<void>;
};

const start = Date.parse('2026-03-07T12:00:00.000Z');
const hour = 60 * 60 * 1000;

export async function openGround(url: string, dataDir: string): Promise<Ground> {
  let begun = start;
  let now = begun;
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(48).toString('base64'),
  });
  const servicesOf = (database: Database): Services => {
    return { settings, database, clock: () => new Date(now), limits: unlimited };
  };
  const open = () => openDatabase({ url, connections: 4 });
  const [one, other] = [open(), open()];
  const services = servicesOf(one);
  const apps = [await buildApp(services), await buildApp(servicesOf(other))] as const;
  let people = await somePeople(services);

  return {
    database: one,
    get administrators() {
      return people.administrators;
    },
    async replaceMembers() {
      // Sealed time is past: everything later has a later time.
      begun += 12 * hour;
      now = begun;
      people = await somePeople(services);
    },
    async setsUp(race) {
      const owners = [...people.tipsters, ...people.administrators];
      const games: FixtureRow[] = [];
      for (const [index, startsIn] of race.startsIn.entries()) {
        const kickOff = new Date(begun + startsIn * hour);
        const teams = { home: `Home ${index}`, away: `Away ${index}` };
        games.push(await aFixture(services, { kickOff, ...teams }));
      }
      return { games, tips: await stand(one, race, games, owners) };
    },
    now: () => new Date(now),
    ago(milliseconds) {
      now = begun - milliseconds;
    },
    send: async (process, request) => inject(apps[process], request),
    async broken() {
      await sealHistory(one, settings.proofSecret, new Date(now));
      return (await verifyDatabase(one)).problems;
    },
    async close() {
      await Promise.all(apps.map(async (app) => app.close()));
      await Promise.all([one, other].map(closeDatabase));
    },
  };
}

async function somePeople(services: Services) {
  const role = 'administrator' as const;
  return {
    tipsters: [await aMember(services), await aMember(services)],
    administrators: [
      await aMember(services, { role, firstName: 'Chi' }),
      await aMember(services, { role, firstName: 'Dayo' }),
    ] as const,
  };
}

/** Inserts the tickets of a race as posted an hour before the first of their games. */
async function stand(
  database: Database,
  { tickets }: Race,
  games: readonly FixtureRow[],
  owners: readonly Member[],
): Promise<Scene['tips']> {
  const made = tickets.map(({ owner, legs: chosen }) => {
    const on = chosen.flatMap(({ game, option, odd }) => {
      const fixture = games[game];
      return fixture ? [{ fixture, oddsId: optionNumbers[option], odd }] : [];
    });
    const kickOffs = on.map(({ fixture }) => fixture.kickOff.getTime());
    const createdAt = new Date(Math.min(...kickOffs) - hour);
    return { id: randomUUID(), ownerId: owners[owner]?.id ?? '', createdAt, kickOffs, on };
  });
  await database.transaction(async (tx) => {
    await tx.insert(tips).values(
      made.map(({ on, kickOffs, ...row }) => {
        const product = on.reduce((all, { odd }) => all * odd, 1).toFixed(2);
        return {
          ...row,
          expiresAt: new Date(Math.min(...kickOffs)),
          lastKickOff: new Date(Math.max(...kickOffs)),
          totalOdds: product,
          recordOdds: product,
          cursor: 0,
        };
      }),
    );
    await tx.insert(legs).values(
      made.flatMap(({ id, on }) =>
        on.map(({ fixture, oddsId, odd }, position) => {
          const price = { odd: String(odd), kickOffOdd: String(odd) };
          return { tipId: id, fixtureId: fixture.id, oddsId, position, ...price };
        }),
      ),
    );
    await tx.insert(audit).values(
      made.map(({ on, kickOffs: _, ...row }) => {
        const all = on.map(({ fixture, oddsId, odd }) => {
          const { id: fixtureId, home, away, kickOff } = fixture;
          return { fixtureId, home, away, kickOff, oddsId, odd };
        });
        return posted({ ...row, copiedFrom: null, stake: 0, legs: all });
      }),
    );
  });
  return made.map(({ id, ownerId }) => ({ id, ownerId }));
}

async function inject(
  app: FastifyInstance,
  { by, method, path, body, ifMatch }: Request,
): Promise<Reply> {
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      ...by.headers,
      'idempotency-key': randomUUID(),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    },
    ...(body && { payload: body }),
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : answer.json<unknown>(),
  };
}
