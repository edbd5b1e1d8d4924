import { randomUUID } from 'node:crypto';
import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';

import { gameName } from '#domain/fixture.ts';
import { toSessionLifetimeMs, openSession } from '#server/auth/sessions.ts';
import { limits } from '#server/db/auth-tables.ts';
import { members } from '#server/db/schema.ts';
import { memberOperations } from '#server/members/routes.ts';
import { createCheckpoint } from '#server/proof/log.ts';
import { tipOperations } from '#server/tips/routes.ts';

import { aFixture } from '../../../testing/tips/fixtures.ts';
import { aMember, goodPassword, type Member } from '../../../testing/people/members.ts';
import { servedRoutes, type ServedRoute } from '../../../testing/server/served-routes.ts';
import { openListeningServer } from '../../world/server.ts';
import type { Known } from './from-shape.ts';

/** A caller; without a member, a visitor without a token. */
export type Caller = { who: string; member?: Member };

/** A listening server with a few members and games. */
export type Target = {
  port: number;
  routes: readonly ServedRoute[];
  /** The routes that a batch accepts. */
  batched: readonly ServedRoute[];
  /** Creates members of every kind with tips, and collects the ids for requests. */
  people: () => Promise<{ callers: Caller[]; known: Known }>;
  /** Gives a member another session after the last one was ended. */
  logIn: (member: Member) => Promise<void>;
  /** Resets rate limits and ends time-outs (breaks from betting), whose refusals hide other faults. */
  forget: (callers: readonly Caller[]) => Promise<void>;
  close: () => Promise<void>;
};

const now = new Date('2026-03-07T12:00:00.000Z');
const hour = 60 * 60_000;
const names = ['Ada', 'Bola Ade', 'Žofie', '伊藤', 'O’Neil'];

export async function openTarget(url: string, dataDir: string): Promise<Target> {
  const server = await openListeningServer(url, dataDir, () => now);
  const { services, app } = server;
  const { database, settings } = services;
  const games = await Promise.all(
    Array.from({ length: 6 }, async (_, n) =>
      aFixture(services, {
        home: `Home ${n}`,
        away: `Away ${n}`,
        // The first two games have started.
        kickOff: new Date(now.getTime() + (n - 1.5) * hour),
        prices: [1.85, 3.4, 4.2],
      }),
    ),
  );

  let sealed = 0;

  async function people() {
    const named = async (who: string, given: Parameters<typeof aMember>[1] = {}) => ({
      who,
      member: await aMember(services, given),
    });
    const unverified = await named('unverified', { verified: false });
    const ann = await named('Ann');
    const bob = await named('Bob', { showPhone: true });
    const administrator = await named('administrator', { role: 'administrator' });
    const everybody = [unverified, ann, bob, administrator].map(({ member }) => member);
    sealed += 1;
    // Administrators of earlier rounds may have cancelled all other games.
    const open = await aFixture(services, {
      home: `New ${sealed}`,
      away: 'Away',
      kickOff: new Date(now.getTime() + hour),
      prices: [1.85, 3.4, 4.2],
    });
    const fixtures = [...games, open];
    const tips: string[] = [];
    for (const [{ member }, oddName] of [
      [ann, '1X2 - 1'],
      [bob, '1X2 - 1'],
      [bob, '1X2 - X'],
    ] as const) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/tips',
        headers: member.headers,
        payload: { options: [{ fixtureId: open.id, oddName }] },
      });
      if (answer.statusCode !== 201) throw new Error(`A tip was refused: ${answer.body}`);
      tips.push(answer.json<{ id: string }>().id);
    }
    const pool = randomUUID();
    await app.inject({
      method: 'PUT',
      url: `/api/pools/${pool}`,
      headers: ann.member.headers,
      payload: { name: 'Derby', from: '2026-03-01', until: '2026-03-31' },
    });
    const read = await app.inject({ url: `/api/pools/${pool}`, headers: ann.member.headers });
    const { invitation } = read.json<{ invitation: string }>();
    await createCheckpoint(database, settings.proofSecret, new Date(now.getTime() + sealed * hour));
    const known: Known = {
      // The ids of fixtures, tips, tipsters, devices and pools.
      'fixtures id': fixtures.map(({ id }) => id),
      'tips id': [...tips, randomUUID()],
      'tipsters id': everybody.map(({ id }) => id),
      'devices id': everybody.map(({ token }) => decodeJwt(token).jti),
      'pools id': [pool, randomUUID()],
      memberId: everybody.map(({ id }) => id),
      invitation: [invitation, 'A'.repeat(43)],
      name: names,
      Id: everybody.map(({ id }) => id),
      before: tips,
      copiedFrom: tips,
      email: everybody.map(({ email }) => email),
      fixtureId: fixtures.map(({ id }) => id),
      game: fixtures.map(({ home, away }) => gameName(home, away)),
      oddName: ['1X2 - 1', '1X2 - X', 'DNB - 1', 'O/U 2.5 - Over', 'GG/NG - GG'],
      odd: [0, 1.5, 2.25, 1000],
      sport: ['soccer_epl', 'soccer_spain_la_liga'],
      month: ['2026-03', '2026-02'],
      path: tips.map((tip) => `/api/tips/bookTicket/${tip}`),
      phoneNumber: ['+2348012345678', '08012345678'],
      country: ['NG', 'GB'],
      userName: names,
      firstName: names,
      lastName: names,
      state: names,
      address: names,
      // Few plausible passwords, because hashing one dominates the duration of a call.
      password: [goodPassword, '', 'x', 7, null, 'x'.repeat(2_000), ['x'], {}],
      currentPassword: [goodPassword, '', 7, null, 'x'.repeat(2_000), ['x'], {}],
      password_confirmation: [goodPassword],
      options: fixtures.map(({ id }) => [{ fixtureId: id, oddName: '1X2 - 1' }]),
      clientBaseUrl: [settings.publicOrigin],
      from: [0, 1, 2, 5, '2026-03-01'],
      until: [now.toISOString(), '2026-03-31'],
      to: [1, 2, 5, 9],
      since: [now.toISOString(), '2026-03-07T11:00:00Z', 0, 1],
      file: [`${'a'.repeat(64)}.webp`, 'x.webp', '../x'],
    };
    return { callers: [{ who: 'visitor' }, unverified, ann, bob, administrator], known };
  }

  const routes = await servedRoutes(services);
  const operations = [...tipOperations, ...memberOperations].map(({ route }) => route);
  return {
    port: Number(new URL(server.origin).port),
    routes,
    batched: routes.filter(({ method, path }) =>
      operations.some((each) => each.method === method && each.path === path),
    ),
    people,
    async logIn(member) {
      const { access_token: token } = await openSession(database, settings.jwtSecret, {
        member: { ...member, role: 'member' },
        now,
        lifetimeMs: toSessionLifetimeMs(true),
      });
      Object.assign(member, { token, headers: { authorization: `Bearer ${token}` } });
    },
    async forget(callers) {
      const ids = callers.flatMap(({ member }) => member?.id ?? []);
      // Deletes by `delete` could deadlock with requests to other routes.
      await database.execute(sql`truncate ${limits}`);
      await database
        .update(members)
        .set({ timeOutFrom: null, timeOutUntil: null, timeOutSpared: [] })
        .where(and(inArray(members.id, ids), isNotNull(members.timeOutUntil)));
    },
    close: async () => server.close(),
  };
}
