import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inArray } from 'drizzle-orm';
import * as z from 'zod/mini';

import { DeskFixture } from '#contract/desk.ts';
import { buildApp } from '#server/app.ts';
import { toSessionLifetimeMs, openSession } from '#server/auth/sessions.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { audit, legs, tips } from '#server/db/schema.ts';
import { findLeagueOfFile, knownLeagues } from '#server/fixtures/leagues.ts';
import { parseSeasonFile } from '#domain/results/season-file.ts';
import { toDatedMatches, findSeasonLabel } from '#server/seasons/season.ts';
import type { Services } from '#server/services.ts';
import { readSettings } from '#server/platform/settings.ts';
import { createPostEvent } from '#server/tips/events.ts';

import { aFixture } from '../testing/tips/fixtures.ts';
import { differingRecords } from '../testing/database/recomputed-records.ts';
import { unlimited } from '../testing/server/limits.ts';
import { aMember, type Member } from '../testing/people/members.ts';
import { type Ended, played, stopped } from './by-hand.ts';

/** Totals of all seasons that were settled over the desk's API. */
export type Figures = {
  files: number;
  games: number;
  legs: number;
  asked: number;
  confirmed: number;
  /** Number of games that were not played to the end, by status. */
  others: Record<string, number>;
  wrong: string[];
};

/** The end of a game, and when an administrator enters it. */
type End = {
  status: 'played' | 'abandoned' | 'awarded' | 'postponed' | 'cancelled';
  score?: Ended;
  /** Hours from kick-off until the result is entered and the legs are settled. */
  after: number;
};

type Match = { id: string; sportKey: string; home: string; away: string; kickOff: Date; end: End };

type Goals = readonly [number, number];

const hour = 60 * 60 * 1000;
const options = Array.from({ length: 51 }, (_, index) => index + 1);
/** Number of games in each ticket; a ticket has the same option on all of its games. */
const gamesPerTicket = 10;
/** Interval of the matches that are also tested with all other ends. */
const otherEndEvery = 12;

/** Settles every match of a folder through the desk, and checks each leg by hand. */
export async function playSeasons(
  folder: string,
  { url, dataDir, say }: { url: string; dataDir: string; say: (line: string) => void },
): Promise<Figures> {
  const figures: Figures = {
    files: 0,
    games: 0,
    legs: 0,
    asked: 0,
    confirmed: 0,
    others: {},
    wrong: [],
  };
  const server = await openDesk(url, dataDir);
  try {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    for (const name of names.toSorted()) {
      const matches = await matchesIn(join(folder, name));
      const before = figures.legs;
      for (let from = 0; from < matches.length; from += gamesPerTicket) {
        await playTogether(server, matches.slice(from, from + gamesPerTicket), figures);
      }
      for (const record of await differingRecords(server.services.database)) {
        figures.wrong.push(`${name}: a record is stored otherwise: ${record}`);
      }
      figures.files += 1;
      say(`${name}: ${matches.length} games, ${figures.legs - before} legs`);
    }
    return figures;
  } finally {
    await server.close();
  }
}

/** Reads the matches of a season; adds copies of some matches with other ends. */
async function matchesIn(path: string): Promise<Match[]> {
  const season = parseSeasonFile(await readFile(path, 'utf8'));
  if (!season.allowed) throw new Error(`${path}: ${season.problem.join('; ')}`);
  const league = findLeagueOfFile(basename(path), season.value.name) ?? knownLeagues[0];
  if (!league) throw new Error(`${path} is of no league that is known.`);
  const dated = toDatedMatches(season.value.matches, league, findSeasonLabel(season.value, path));
  const all = dated
    .filter(({ status, score }) => status === 'played' && score !== undefined)
    .toSorted((one, other) => one.kickOff.getTime() - other.kickOff.getTime());
  return all.flatMap(({ id, home, away, kickOff, score }, index): Match[] => {
    const pair = (goals: { home: number; away: number }): Goals => [goals.home, goals.away];
    const halfTime = score?.halfTime && pair(score.halfTime);
    const fullTime = score ? pair(score.fullTime) : ([0, 0] as const);
    const match = { sportKey: league.key, home, away, kickOff };
    const reported = index % 2 === 0 ? firstGoalOf({ halfTime, fullTime }, index) : undefined;
    const end = {
      status: 'played' as const,
      score: { halfTime, fullTime, firstGoal: reported },
      after: 3,
    };
    const ends = index % otherEndEvery === 0 ? otherEnds({ halfTime, fullTime }) : [];
    return [
      { ...match, id, end },
      ...ends.map((other, place) => ({ ...match, id: `${id}-${place}`, end: other })),
    ];
  });
}

/** Returns a side that can have scored first; alternates between sides if both have a goal. */
function firstGoalOf({ halfTime, fullTime }: Ended, index: number): 'home' | 'away' | undefined {
  const had = halfTime && halfTime[0] + halfTime[1] > 0 ? halfTime : fullTime;
  const sides = (['home', 'away'] as const).filter((_, side) => (had[side] ?? 0) > 0);
  return sides[index % Math.max(1, sides.length)];
}

/** The ends of copies that are abandoned or not played, entered 3 or 75 hours after kick-off. */
function otherEnds({ halfTime, fullTime }: Ended): End[] {
  return [3, 75].flatMap((after): End[] => [
    { status: 'abandoned', score: { fullTime: halfTime ?? fullTime }, after },
    ...(halfTime ? [{ status: 'abandoned' as const, score: { halfTime, fullTime }, after }] : []),
    { status: 'awarded', after },
    { status: 'postponed', after },
    { status: 'cancelled', after },
  ]);
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function openDesk(url: string, dataDir: string) {
  let now = 0;
  const database = openDatabase({ url, connections: 4 });
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['FAULTS_LOG'] ?? 'silent',
    DATA_DIR: dataDir,
    JWT_SECRET: randomBytes(48).toString('base64'),
  });
  const services: Services = { settings, database, clock: () => new Date(now), limits: unlimited };
  const app = await buildApp(services);
  const owners = [await aMember(services), await aMember(services)];
  const administrator = await aMember(services, { role: 'administrator' });
  let token = '';
  return {
    services,
    owners,
    async comesTo(moment: number) {
      now = moment;
      const member = { ...administrator, role: 'administrator' as const };
      const lifetimeMs = toSessionLifetimeMs(true);
      const session = { member, now: new Date(now), lifetimeMs };
      token = (await openSession(database, settings.jwtSecret, session)).access_token;
    },
    async asks(method: 'PUT' | 'POST', path: string, body: object) {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
      const answer = await app.inject({ method, url: path, headers, payload: body });
      return { status: answer.statusCode, body: answer.json<unknown>() };
    },
    async close() {
      await app.close();
      await closeDatabase(database);
    },
  };
}

/** Creates one ticket per option on all of these games; each game then ends and is settled. */
async function playTogether(
  desk: Desk,
  matches: readonly Match[],
  figures: Figures,
): Promise<void> {
  const { database } = desk.services;
  await desk.comesTo(Math.min(...matches.map(({ kickOff }) => kickOff.getTime())) - 24 * hour);
  for (const { id, sportKey, home, away, kickOff } of matches) {
    await aFixture(desk.services, { id, sportKey, home, away, kickOff });
  }
  const ids = await ticketsOn(desk, matches);
  const byTime = matches.toSorted((one, other) => reportedAt(one) - reportedAt(other));
  for (const match of byTime) {
    await desk.comesTo(reportedAt(match));
    await endsAndIsSettled(desk, match, figures);
  }
  const rows = await database.select().from(legs).where(inArray(legs.tipId, ids));
  for (const { fixtureId, oddsId, result, fact, reason } of rows) {
    const match = matches.find(({ id }) => id === fixtureId);
    const due = match && becomes(match.end, oddsId);
    const is = due === 'ask' || due === undefined ? 'pending' : due;
    figures.legs += 1;
    if (is === 'pending') figures.asked += 1;
    const isAsDue = result === is && (is === 'pending') === (fact === null) && reason === null;
    if (!isAsDue) {
      figures.wrong.push(`${nameOf(match)}, option ${oddsId}: ${result} for ${is}`);
    }
  }
  await confirmsAll(desk, ids, rows, figures);
}

function reportedAt({ kickOff, end }: Match): number {
  return kickOff.getTime() + end.after * hour;
}

function nameOf(match: Match | undefined): string {
  return match ? `${match.home} - ${match.away} ${JSON.stringify(match.end)}` : 'an unknown game';
}

/** Returns the expected result of an option by hand; undefined if a postponed game has to wait. */
function becomes({ status, score, after }: End, oddsId: number) {
  if (status === 'cancelled') return 'void';
  if (status === 'awarded') return 'ask';
  if (status === 'postponed') return after > 48 ? 'void' : undefined;
  if (!score) return 'ask';
  return status === 'played' ? played(oddsId, score) : stopped(oddsId, score);
}

async function endsAndIsSettled(desk: Desk, match: Match, figures: Figures): Promise<void> {
  const { id, end } = match;
  const { status, score } = end;
  const { halfTime, fullTime, firstGoal } = score ?? {};
  const reported = { status, ...(fullTime && { fullTime }), ...(halfTime && { halfTime }) };
  const set = await desk.asks('PUT', `/api/admin/results/${id}`, {
    ...reported,
    ...(firstGoal && { firstGoal }),
  });
  if (status === 'played') figures.games += 1;
  else {
    const name = `${status} after ${end.after} hours`;
    figures.others[name] = (figures.others[name] ?? 0) + 1;
  }
  if (set.status !== 200) {
    figures.wrong.push(`${nameOf(match)} is answered ${JSON.stringify(set)}`);
    return;
  }
  const { version, selections } = z.parse(DeskFixture, set.body);
  for (const { oddsId, proposal } of selections) {
    const due = becomes(end, oddsId);
    if (proposal?.result !== due) {
      figures.wrong.push(
        `${nameOf(match)}: ${oddsId} is proposed as ${proposal?.result} for ${due}`,
      );
    }
  }
  if (selections.length !== options.length) figures.wrong.push(`${nameOf(match)} misses options`);
  const results = selections.flatMap(({ oddsId, proposal }) =>
    proposal && proposal.result !== 'ask' ? [{ oddsId, result: proposal.result }] : [],
  );
  if (results.length === 0) return;
  const path = `/api/admin/settlements/${id}`;
  const settled = await desk.asks('PUT', path, { version, results });
  if (settled.status !== 200) {
    figures.wrong.push(`${nameOf(match)} is settled with ${JSON.stringify(settled)}`);
  }
}

/** Confirms the tickets whose games are decided, and checks each outcome against the legs. */
async function confirmsAll(
  desk: Desk,
  ids: readonly string[],
  rows: readonly { tipId: string; result: string }[],
  figures: Figures,
): Promise<void> {
  const resultsOf = Map.groupBy(rows, ({ tipId }) => tipId);
  const answer = await desk.asks('POST', '/api/admin/confirmations', { ids });
  if (answer.status !== 200) figures.wrong.push(`confirming is answered ${answer.status}`);
  const stored = await desk.services.database
    .select()
    .from(tips)
    .where(inArray(tips.id, [...ids]));
  for (const { id, outcome, confirmedAt } of stored) {
    const results = (resultsOf.get(id) ?? []).map(({ result }) => result);
    const isDecided = !results.includes('pending');
    const open = isDecided ? (results.includes('won') ? 'won' : 'void') : 'open';
    const due = results.includes('lost') ? 'lost' : open;
    if (confirmedAt) figures.confirmed += 1;
    if (outcome !== due || (confirmedAt !== null) !== isDecided) {
      figures.wrong.push(`a ticket of ${results.join()} is ${outcome} for ${due}`);
    }
  }
}

/** Inserts one ticket per option, posted a day before kick-off. */
async function ticketsOn(
  { services: { database, clock }, owners }: Desk,
  matches: readonly Match[],
): Promise<string[]> {
  const createdAt = clock();
  const kickOffs = matches.map(({ kickOff }) => kickOff.getTime());
  const rows = options.map((oddsId) => ({
    oddsId,
    id: randomUUID(),
    ownerId: ownerOf(owners, oddsId),
    createdAt,
    expiresAt: new Date(Math.min(...kickOffs)),
    lastKickOff: new Date(Math.max(...kickOffs)),
    totalOdds: '1024',
    recordOdds: '1024',
    cursor: 0,
  }));
  await database.transaction(async (tx) => {
    await tx.insert(tips).values(rows.map(({ oddsId: _, ...row }) => row));
    await tx.insert(legs).values(
      rows.flatMap(({ id: tipId, oddsId }) =>
        matches.map(({ id: fixtureId }, position) => {
          return { tipId, fixtureId, oddsId, position, odd: '2', kickOffOdd: '2' };
        }),
      ),
    );
    await tx.insert(audit).values(
      rows.map(({ oddsId, ...row }) =>
        createPostEvent({
          ...row,
          copiedFrom: null,
          stake: 1,
          legs: matches.map(({ id: fixtureId, ...match }) => {
            return { fixtureId, ...match, oddsId, odd: 2 };
          }),
        }),
      ),
    );
  });
  return rows.map(({ id }) => id);
}

function ownerOf(owners: readonly Member[], oddsId: number): string {
  return owners[oddsId % owners.length]?.id ?? '';
}
