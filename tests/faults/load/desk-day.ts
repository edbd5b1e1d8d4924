import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { confirmationLimit } from '#contract/limits.ts';
import { gameName } from '#domain/fixture.ts';
import type { Database } from '#server/db/database.ts';
import { audit, legs, tips } from '#server/db/schema.ts';
import type { FixtureRow } from '#server/fixtures/queries.ts';
import type { Services } from '#server/services.ts';

import { played } from '../../seasons/by-hand.ts';
import { auditTrouble } from '../../testing/database/audit-chain.ts';
import { createDatabase } from '../../testing/database/postgres.ts';
import { differingRecords } from '../../testing/database/recomputed-records.ts';
import { aMember, type Member } from '../../testing/people/members.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';
import { withPostgres } from '../environment.ts';
import { aNetwork } from '../processes/network.ts';
import { aPhone, type Phone } from '../processes/phone.ts';
import { type Line, printReports } from '../report.ts';
import { insertTickets } from '../../testing/tips/tickets.ts';
import { type Chance, chance } from '../world/chance.ts';
import { socketFaultOf } from '../world/network-faults.ts';
import { openListeningServer } from '../world/server.ts';
import { every, percentile } from './pace.ts';

/** The size of the day and the share of failing requests. */
type Day = { tickets: number; fixtures: number; failing: number; seed: number };

/** The result of a day: differences from the expected state (none if correct), and durations. */
type DayReport = {
  wrong: string[];
  operations: number;
  requests: Record<string, number>;
  /** Duration of each task in seconds. */
  seconds: Record<string, number>;
  /**
   * Responses to other members during the day, and the 95th percentile of their durations in
   * milliseconds.
   */
  others: { answers: Record<string, number>; p95: number };
  /** Durations of desk requests, each with the numbers of confirmed and open tickets. */
  desk: { confirmed: number; open: number; milliseconds: number }[];
};

const hour = 60 * 60 * 1000;
const timeoutMs = 540_000;
const options = Array.from({ length: 51 }, (_, index) => index + 1);

/** Runs a day and prints its report; true if no ticket was missed or changed twice. */
export async function runDeskDay(tickets: number, seed: number): Promise<boolean> {
  const day = { tickets, fixtures: Math.ceil(tickets / 25), failing: 0.2, seed };
  return withPostgres('desk-day', async (dataDir) => {
    const { url } = await createDatabase();
    const timed = { open: 1000, confirmed: 5000 };
    const { wrong, desk, seconds, ...figures } = await spendDay(day, { url, dataDir, timed });
    const { requests, others, operations } = figures;
    const lines: Line[] = [
      { what: 'wrong', figure: wrong.length, bound: 0 },
      { what: 'operations', figure: operations },
      ...Object.entries(seconds).map(([what, figure]) => ({ what, figure, unit: 's' })),
      { what: "other members' calls, 95 of 100 within", figure: others.p95, unit: 'ms' },
      ...desk.map(({ confirmed, open, milliseconds }) => ({
        what: `desk with ${open} open and ${confirmed} confirmed tickets`,
        figure: milliseconds,
        unit: 'ms',
      })),
    ];
    const counts = Object.entries({ ...requests, ...others.answers });
    const words = [counts.map(([what, times]) => `${what} ${times}`).join(', ')];
    const title = `A day at the desk with ${tickets} tickets`;
    return printReports('desk-day', [{ title, lines, words: [...words, ...wrong.slice(0, 40)] }]);
  });
}

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
    faultOf: () => (dice.happens(failing) ? socketFaultOf(dice) : undefined),
  });
  const phone = aPhone('the phone', administrator, network.origin, dice.next);
  try {
    const games = await someGames(services, count, dice);
    await openTickets(server, games, tickets, dice);
    phone.opens();
    const task = async (name: string, work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      if (!(await phone.comesToRest(timeoutMs))) report.wrong.push(`${name} never came to its end`);
      report.seconds[name] = Math.round((performance.now() - began) / 100) / 10;
    };
    const answers: Answers = { counts: report.others.answers, waits: [] };
    let crowd = aCrowd(server, games, answers);
    await task('prices', async () => pricesAll(phone, dice));
    // A request in flight during the jump of the clock would seem hours old.
    await crowd.goes();
    server.passes(4 * hour);
    crowd = aCrowd(server, games, answers);
    const ends = new Map(games.map(({ id }) => [id, endOf(dice)]));
    await task('results, decisions and confirmations', async () => settlesAll(phone, ends));
    await crowd.goes();
    report.others.p95 = Math.round(percentile(answers.waits, 0.95));
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
  const server = await openListeningServer(url, dataDir, () => new Date(Date.now() + offsetMs));
  const { services } = server;
  const members = await Promise.all(Array.from({ length: 8 }, async () => aMember(services)));
  const role = 'administrator' as const;
  const administrator = { name: 'Chi', role, ...(await aMember(services, { role })) };
  return {
    ...server,
    members,
    administrator,
    passes(milliseconds: number) {
      offsetMs += milliseconds;
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
 * Inserts tickets of one to three legs, some of them the administrator's own; a third of the legs
 * have no price.
 */
async function openTickets(
  { services: { database, clock }, members, administrator }: Server,
  games: readonly FixtureRow[],
  count: number,
  dice: Chance,
): Promise<string[]> {
  const createdAt = new Date(clock().getTime() - hour);
  const tickets = Array.from({ length: count }, (_, index) => {
    const by = index % 100 === 99 ? administrator : members[index % members.length];
    const chosen = new Set(Array.from({ length: dice.between(1, 3) }, () => dice.pick(games)));
    const on = [...chosen].map((fixture) => ({
      fixture,
      oddsId: dice.pick(options),
      odd: dice.pick([0, 2, 2.5]),
    }));
    return { ownerId: by?.id ?? '', createdAt, legs: on };
  });
  return insertTickets(database, tickets);
}

/** Queues all missing prices, in one operation for each fixture. */
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

/** A random complete result. */
function endOf(dice: Chance): Ended {
  const halfTime: [number, number] = [dice.below(3), dice.below(2)];
  const fullTime: [number, number] = [halfTime[0] + dice.below(3), halfTime[1] + dice.below(3)];
  const had = halfTime[0] + halfTime[1] > 0 ? halfTime : fullTime;
  const sides = (['home', 'away'] as const).filter((_, side) => (had[side] ?? 0) > 0);
  return { halfTime, fullTime, ...(sides.length > 0 && { firstGoal: dice.pick(sides) }) };
}

/** Queues all results, then the decisions of all legs, then the confirmations. */
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
  for (let from = 0; from < ready.length; from += confirmationLimit) {
    await phone.queues('tips.confirm', { ids: ready.slice(from, from + confirmationLimit) });
  }
  phone.nudges();
}

/** Number of responses by method and status, and their durations in milliseconds. */
type Answers = { counts: Record<string, number>; waits: number[] };

/** Members who read and follow during the day. */
function aCrowd(
  { origin, members }: Server,
  games: readonly FixtureRow[],
  { counts, waits }: Answers,
) {
  const stop = new AbortController();
  const sends = async ({ headers }: Member, method: 'GET' | 'PUT', path: string) => {
    const began = performance.now();
    const content = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await fetch(`${origin}${path}`, {
      method,
      ...(method === 'GET' ? { headers } : { headers: { ...headers, ...content }, body: '{}' }),
    });
    await answer.arrayBuffer();
    waits.push(performance.now() - began);
    const word = `${method} ${answer.status}`;
    counts[word] = (counts[word] ?? 0) + 1;
  };
  const busy = members.slice(0, 3).map(async (member, index) =>
    every(20, stop.signal, async (round) => {
      const game = games[(round + index) % games.length];
      const other = members[index + 1];
      const isFollow = (round + index) % 2 === 0;
      await sends(member, 'GET', '/api/feed?limit=20');
      await sends(member, 'GET', '/api/sync?since=0');
      const path = `/api/users/followOrUnfollow?Id=${other?.id}&isFollow=${isFollow}`;
      await sends(member, 'PUT', path);
      await sends(member, 'GET', `/api/feed?limit=20&fixtureId=${game?.id}`);
    }),
  );
  return {
    async goes() {
      stop.abort();
      await Promise.all(busy);
    },
  };
}

const once = ['leg.price', 'leg.settle', 'leg.correct', 'tip.confirm', 'fixture.result'];
const OfFixture = z.object({ fixtureId: z.string() });

/**
 * Checks that every leg was priced and decided once with the expected values, and every ticket was
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

/** Numbers of open and of recently confirmed tickets while the desk is timed. */
type Timed = { open: number; confirmed: number };

/** Adds confirmed tickets and new open tickets, and times an administrator's desk request. */
async function timeWith(
  server: Server,
  { open, confirmed }: Timed,
): Promise<DayReport['desk'][number]> {
  const dice = chance(2);
  const { origin, administrator, services } = server;
  const { database, clock } = services;
  const later = await someGames(services, 40, dice);
  await openTickets(server, later, open, dice);
  const ids = await openTickets(server, later, confirmed, dice);
  const at = new Date(clock().getTime() - hour);
  const decision = { result: 'won' as const, decidedAt: at, decidedVersion: 1 };
  await database.update(legs).set(decision).where(inArray(legs.tipId, ids));
  const outcome = { confirmedAt: at, outcome: 'won' as const, legsWon: 1 };
  await database.update(tips).set(outcome).where(inArray(tips.id, ids));
  await database.execute(sql`analyze`);
  const waits: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/admin/desk`, { headers: administrator.headers });
    await answer.arrayBuffer();
    waits.push(performance.now() - began);
  }
  return { confirmed, open, milliseconds: Math.round(percentile(waits, 0.5) * 10) / 10 };
}
