import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { deskLimit } from '#contract/limits.ts';
import { gameName } from '#domain/fixture.ts';
import { buildApp } from '#server/app.ts';
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { audit, legs, tips } from '#server/db/schema.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';
import type { Services } from '#server/services.ts';
import { readSettings } from '#server/platform/settings.ts';
import { posted } from '#server/tips/events.ts';

import { auditTrouble } from '../../testing/database/audit-chain.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';
import { differingRecords } from '../../testing/database/recomputed-records.ts';
import { unlimited } from '../../testing/server/limits.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { played } from '../../seasons/by-hand.ts';
import { anyFate, passes } from '../processes/fates.ts';
import { aNetwork } from '../processes/network.ts';
import { aPhone, type Phone } from '../processes/phone.ts';
import { type Chance, chance } from '../world/chance.ts';

/** The size of the day and the share of failing requests. */
export type Day = { tickets: number; fixtures: number; failing: number; seed: number };

/** Differences from the expected state, empty in a correct run, and timings. */
export type DayReport = {
  wrong: string[];
  operations: number;
  requests: Record<string, number>;
  /** Duration of each task in seconds. */
  seconds: Record<string, number>;
  /**
   * Responses to other members meanwhile, and the 95th percentile of their durations in
   * milliseconds.
   */
  others: { answers: Record<string, number>; p95: number };
  /** Duration of the desk in milliseconds, by the number of confirmed and open tickets. */
  desk: { confirmed: number; open: number; milliseconds: number }[];
};

const hour = 60 * 60 * 1000;
const timeoutMs = 540_000;
const options = Array.from({ length: 51 }, (_, index) => index + 1);

/** Simulates a day of an administrator on a phone whose requests sometimes fail. */
export async function spendDay(
  { tickets, fixtures: count, failing, seed }: Day,
  { url, dataDir, timed }: { url: string; dataDir: string; timed?: Timed },
): Promise<DayReport> {
  const dice = chance(seed);
  const server = await openServer(url, dataDir);
  const { services, administrator } = server;
  const report: DayReport = {
    wrong: [],
    operations: 0,
    requests: {},
    seconds: {},
    others: { answers: {}, p95: 0 },
    desk: [],
  };
  const network = await aNetwork({
    upstream: () => server.origin,
    address: '10.0.0.1',
    fateOf: () => (dice.happens(failing) ? anyFate(dice.next) : passes),
  });
  const phone = aPhone('the phone', administrator, network.origin, dice.next);
  try {
    const games = await someGames(services, count, dice);
    await openTickets(server, games, tickets, dice);
    phone.opens();
    let crowd = aCrowd(server, games);
    const task = async (name: string, work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      if (!(await phone.comesToRest(timeoutMs))) report.wrong.push(`${name} never came to its end`);
      report.seconds[name] = Math.round((performance.now() - began) / 100) / 10;
    };
    await task('prices', async () => pricesAll(phone, dice));
    // No request may run while hours pass: it would have arrived hours ago.
    const before = await crowd.goes();
    server.passes(4 * hour);
    crowd = aCrowd(server, games);
    const ends = new Map(games.map(({ id }) => [id, endOf(dice)]));
    await task('results, decisions and confirmations', async () => settlesAll(phone, ends));
    report.others = othersOf(before, await crowd.goes());
    report.operations = phone.promised().length;
    report.requests = Object.fromEntries(network.done);
    report.wrong.push(...(await judgeDay(services.database, ends, phone)));
    if (timed) report.desk = [await timeWith(server, timed)];
    return report;
  } finally {
    await phone.closes();
    await network.close();
    await server.close();
  }
}

type Server = Awaited<ReturnType<typeof openServer>>;

async function openServer(url: string, dataDir: string) {
  let offsetMs = 0;
  const database = openDatabase({ url });
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(48).toString('base64'),
  });
  const clock = () => new Date(Date.now() + offsetMs);
  const services: Services = { settings, database, clock, limits: unlimited };
  const app = await buildApp(services);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const members = await Promise.all(Array.from({ length: 8 }, async () => aMember(services)));
  const role = 'administrator' as const;
  const administrator = { name: 'Chi', role, ...(await aMember(services, { role })) };
  return {
    services,
    origin,
    members,
    administrator,
    passes(milliseconds: number) {
      offsetMs += milliseconds;
    },
    async close() {
      await app.close();
      await closeDatabase(database);
    },
  };
}

async function someGames(services: Services, count: number, dice: Chance): Promise<FixtureRow[]> {
  const games: FixtureRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const kickOff = new Date(services.clock().getTime() + hour + dice.below(hour));
    games.push(await aFixture(services, { home: `Home ${index}`, away: `Away ${index}`, kickOff }));
  }
  return games;
}

/**
 * Creates tickets of one to three legs, a third of which have no price; some are the
 * administrator's own.
 */
async function openTickets(
  { services: { database, clock }, members, administrator }: Server,
  games: readonly FixtureRow[],
  count: number,
  dice: Chance,
  { confirmedAt }: { confirmedAt?: Date } = {},
): Promise<void> {
  const createdAt = new Date(clock().getTime() - hour);
  const made = Array.from({ length: count }, (_, index) => {
    const by = !confirmedAt && index % 100 === 99 ? administrator : members[index % members.length];
    const chosen = new Set(Array.from({ length: dice.between(1, 3) }, () => dice.pick(games)));
    const on = [...chosen].map((game) => ({
      game,
      oddsId: dice.pick(options),
      odd: confirmedAt ? 2 : dice.pick([0, 2, 2.5]),
    }));
    return { id: randomUUID(), ownerId: by?.id ?? '', createdAt, on };
  });
  const decided = confirmedAt && { result: 'won' as const, decidedAt: confirmedAt };
  for (let from = 0; from < made.length; from += 1000) {
    const some = made.slice(from, from + 1000);
    await database.transaction(async (tx) => {
      await tx.insert(tips).values(
        some.map(({ on, ...row }) => {
          const kickOffs = on.map(({ game }) => game.kickOff.getTime());
          const product = String(on.reduce((all, { odd }) => all * odd, 1));
          return {
            ...row,
            expiresAt: new Date(Math.min(...kickOffs)),
            lastKickOff: new Date(Math.max(...kickOffs)),
            totalOdds: product,
            recordOdds: product,
            cursor: 0,
            ...(confirmedAt && { confirmedAt, outcome: 'won' as const, legsWon: on.length }),
          };
        }),
      );
      await tx.insert(legs).values(
        some.flatMap(({ id: tipId, ownerId, on }) =>
          on.map(({ game, oddsId, odd }, position) => ({
            tipId,
            fixtureId: game.id,
            oddsId,
            position,
            odd: String(odd),
            kickOffOdd: String(odd),
            ...(decided && { ...decided, decidedBy: ownerId, decidedVersion: 1 }),
          })),
        ),
      );
      await tx.insert(audit).values(
        some.map(({ on, ...row }) =>
          posted({
            ...row,
            copiedFrom: null,
            stake: 1,
            legs: on.map(({ game, oddsId, odd }) => {
              const { id: fixtureId, home, away, kickOff } = game;
              return { fixtureId, home, away, kickOff, oddsId, odd };
            }),
          }),
        ),
      );
    });
  }
}

/** Sets all missing prices, one call for each fixture. */
async function pricesAll(phone: Phone, dice: Chance): Promise<void> {
  for (const { id, home, away, selections } of await phone.desk()) {
    const prices = selections
      .filter(({ unpriced }) => unpriced > 0)
      .map(({ oddsId }) => ({ oddsId, odd: dice.between(110, 500) / 100 }));
    if (prices.length === 0) continue;
    await phone.queues('prices.set', { fixtureId: id, game: gameName(home, away), prices });
  }
  phone.nudges();
}

type Ended = {
  halfTime: [number, number];
  fullTime: [number, number];
  firstGoal?: 'home' | 'away';
};

/** A complete result. */
function endOf(dice: Chance): Ended {
  const halfTime: [number, number] = [dice.below(3), dice.below(2)];
  const fullTime: [number, number] = [halfTime[0] + dice.below(3), halfTime[1] + dice.below(3)];
  const had = halfTime[0] + halfTime[1] > 0 ? halfTime : fullTime;
  const sides = (['home', 'away'] as const).filter((_, side) => (had[side] ?? 0) > 0);
  return { halfTime, fullTime, ...(sides.length > 0 && { firstGoal: dice.pick(sides) }) };
}

/** Queues the results, the decisions of all legs and the confirmations one after the other. */
async function settlesAll(phone: Phone, ends: ReadonlyMap<string, Ended>): Promise<void> {
  for (const { id, home, away, version } of await phone.desk()) {
    const end = ends.get(id);
    const about = { fixtureId: id, game: gameName(home, away) };
    if (end) await phone.queues('result.set', { ...about, status: 'played', ...end }, version);
  }
  for (const { id, home, away, version, selections } of await phone.desk('as it is here')) {
    const results = selections.flatMap(({ oddsId, proposal }) =>
      proposal && proposal.result !== 'ask' ? [{ oddsId, result: proposal.result }] : [],
    );
    const about = { fixtureId: id, game: gameName(home, away) };
    if (results.length > 0) await phone.queues('fixture.settle', { ...about, version, results });
  }
  const ready = await phone.readyTickets();
  for (let from = 0; from < ready.length; from += deskLimit) {
    await phone.queues('tips.confirm', { ids: ready.slice(from, from + deskLimit) });
  }
  phone.nudges();
}

/** Members who read, post and book meanwhile. */
function aCrowd({ origin, members }: Server, games: readonly FixtureRow[]) {
  const answers: Record<string, number> = {};
  const waits: number[] = [];
  const stop = new AbortController();
  const sends = async ({ headers }: Member, method: string, path: string, body?: object) => {
    const began = performance.now();
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...headers,
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply: unknown = await answer.json();
    waits.push(performance.now() - began);
    const word = `${method} ${answer.status}`;
    answers[word] = (answers[word] ?? 0) + 1;
    return reply;
  };
  const busy = members.slice(0, 3).map(async (member, index) => {
    const other = members[index + 1];
    for (let round = index; !stop.signal.aborted; round += 1) {
      await sends(member, 'GET', '/api/feed?limit=20');
      await sends(member, 'GET', '/api/sync?since=0');
      const id = games[round % games.length]?.id;
      const path = `/api/users/followOrUnfollow?Id=${other?.id}&isFollow=${round % 2 === 0}`;
      await sends(member, 'PUT', path, {});
      await sends(member, 'GET', `/api/feed?limit=20&fixtureId=${id}`);
      await wait(20);
    }
  });
  return {
    async goes() {
      stop.abort();
      await Promise.all(busy);
      return { answers, waits };
    },
  };
}

type Crowd = Awaited<ReturnType<ReturnType<typeof aCrowd>['goes']>>;

/** All responses to members, before and after the kick-offs. */
function othersOf(...crowds: Crowd[]): DayReport['others'] {
  const answers: Record<string, number> = {};
  for (const [word, count] of crowds.flatMap((crowd) => Object.entries(crowd.answers))) {
    answers[word] = (answers[word] ?? 0) + count;
  }
  const sorted = crowds.flatMap(({ waits }) => waits).toSorted((one, other) => one - other);
  return { answers, p95: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0) };
}

const once = ['leg.price', 'leg.settle', 'leg.correct', 'tip.confirm', 'fixture.result'];
const OfFixture = z.object({ fixtureId: z.string() });

/**
 * Verifies that every leg is priced and decided once, with the expected values, and every ticket
 * confirmed once.
 */
async function judgeDay(
  database: Database,
  ends: ReadonlyMap<string, Ended>,
  phone: Phone,
): Promise<string[]> {
  const wrong: string[] = [];
  const own = phone.person.id;
  const rows = await database
    .select({ tipId: tips.id, ownerId: tips.ownerId, confirmedAt: tips.confirmedAt, leg: legs })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId));
  for (const { tipId, ownerId, confirmedAt, leg } of rows) {
    const end = ends.get(leg.fixtureId);
    const due = end && ownerId !== own ? played(leg.oddsId, end) : 'pending';
    if (leg.result !== due)
      wrong.push(`${tipId}: option ${leg.oddsId} is ${leg.result} for ${due}`);
    if (ownerId === own) {
      if (confirmedAt) wrong.push(`${tipId} is confirmed by its owner`);
    } else if (Number(leg.odd) === 0 || !confirmedAt) wrong.push(`${tipId} was missed`);
  }
  const priced = await database
    .select({ action: audit.action, subject: audit.subject, after: audit.after })
    .from(audit)
    .where(inArray(audit.action, once));
  const times = Map.groupBy(priced, ({ action, subject, after }) => {
    const leg = z.safeParse(OfFixture, after);
    return `${action} of ${subject} ${leg.success ? leg.data.fixtureId : ''}`;
  });
  for (const [what, all] of times) {
    if (all.length > 1) wrong.push(`${what} is told ${all.length} times`);
  }
  if (priced.some(({ action }) => action === 'leg.correct')) wrong.push('a leg was decided before');
  for (const { subject, what } of await auditTrouble(database)) wrong.push(`${subject}: ${what}`);
  for (const record of await differingRecords(database)) wrong.push(`a record: ${record}`);
  const remaining = (await phone.pending()).filter(({ state }) => state !== 'acked');
  for (const { kind, state, problem } of remaining)
    wrong.push(`${kind} is ${state}: ${problem?.code}`);
  return wrong;
}

/** Numbers of open and recently confirmed tickets when the desk is timed. */
export type Timed = { open: number; confirmed: number };

/** Times the desk of an administrator with new open tickets beside the confirmed ones. */
async function timeWith(
  server: Server,
  { open, confirmed }: Timed,
): Promise<DayReport['desk'][number]> {
  const dice = chance(2);
  const later = await someGames(server.services, 40, dice);
  await openTickets(server, later, open, dice);
  const confirmedAt = new Date(server.services.clock().getTime() - hour);
  await openTickets(server, later, confirmed, dice, { confirmedAt });
  await server.services.database.execute(sql`analyze`);
  return timeDesk(server, confirmed, open);
}

async function timeDesk({ origin, administrator }: Server, confirmed: number, open: number) {
  const waits: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/admin/desk`, { headers: administrator.headers });
    await answer.arrayBuffer();
    waits.push(performance.now() - began);
  }
  const median = waits.toSorted((one, other) => one - other)[waits.length / 2] ?? 0;
  return { confirmed, open, milliseconds: Math.round(median * 10) / 10 };
}
