import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, inArray, lte } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';
import { dayMs, hourMs } from '#domain/durations.ts';

import { hashPassword } from '../auth/passwords.ts';
import {
  type Database,
  insertInBatches,
  tryAdvisoryLock,
  type Transaction,
  runInTransaction,
} from '../db/database.ts';
import { lockIds } from '../db/locks.ts';
import { audit, fixtures, leagues, members } from '../db/schema.ts';
import { findKnownLeague } from '../fixtures/leagues.ts';
import { toGoalColumns } from '../fixtures/presenter.ts';
import { markTipsOfFixturesChanged, createResultEvent } from '../fixtures/changes.ts';
import { matchLengthMs } from '../seasons/season.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../platform/settings.ts';
import { insertDemoMembers } from './members.ts';
import {
  type DemoMatch,
  createDemoMatches,
  demoPassword,
  computeDemoScore,
  type DemoRecording,
  readDemoRecording,
  type DemoTimeShift,
  createTimeShift,
} from './recording.ts';

export type DemoLogin = { role: 'member' | 'administrator'; email: string; password: string };

type SeedDependencies = { clock: () => Date; hashPassword: (password: string) => Promise<string> };

/** The `source` of the fixtures of the demo season. */
const demoSource = 'demo';
/** The demo season has games from `pastDays` before now until `futureDays` after now. */
const pastDays = 70;
const futureDays = 23;

/**
 * Fills a database without members with the demo season and returns its logins; undefined if there
 * are members already.
 */
export async function seedDemoSeason(
  database: Database,
  { clock, hashPassword }: SeedDependencies,
): Promise<DemoLogin[] | undefined> {
  if (!(await hasNoMembers(database))) return undefined;
  const passwordHash = await hashPassword(demoPassword);
  return runInTransaction(database, async (tx) => {
    // If several servers start together, one server creates the demo and the others return here.
    if (!(await tryAdvisoryLock(tx, lockIds.demoSeason)) || !(await hasNoMembers(tx)))
      return undefined;

    const now = clock();
    const recording = readDemoRecording();
    const shift = createTimeShift(recording, now);
    const matches = createDemoMatches(recording, shift, daysAfter(now, futureDays));
    await saveLeagues(tx, recording);
    await saveMatches(tx, { recording, matches, now });
    await insertDemoMembers(tx, { recording, shift, matches, passwordHash, now });
    return recording.members
      .slice(0, 2)
      .toReversed()
      .map(({ role, email }) => ({ role, email, password: demoPassword }));
  });
}

/**
 * Continues a demo season: updates scores and adds rounds. Does nothing without a demo; a demo of
 * another recording is reported and not changed.
 */
export async function continueDemoSeason(
  database: Database,
  now: Date,
  report: (line: string) => void = () => undefined,
): Promise<void> {
  await runInTransaction(database, async (tx) => {
    if (!(await tryAdvisoryLock(tx, lockIds.demoSeason))) return;
    const isDemo = eq(fixtures.source, demoSource);
    const [stored] = await tx.select({ id: fixtures.id }).from(fixtures).where(isDemo).limit(1);
    if (!stored) return;
    const recording = readDemoRecording();
    const shift = await readDemoTimeShift(tx, recording);
    if (!shift) {
      report('The demo season is of an earlier version: it gets no results and no new rounds.');
      return;
    }

    const matches = createDemoMatches(recording, shift, daysAfter(now, futureDays));
    const results = await updateResults(tx, matches, now);
    const addedFrom = daysAfter(now, -pastDays);
    const current = matches.filter(({ kickOff }) => kickOff >= addedFrom);
    await saveMatches(tx, { recording, matches: current, now });
    await markTipsOfFixturesChanged(tx, { moved: [], results });
  });
}

/**
 * Computes the shift of a stored demo from its first recorded game; undefined if that game is not
 * stored. Compares whole days, because a new recording may change the game's time of day.
 */
async function readDemoTimeShift(
  tx: Transaction,
  recording: DemoRecording,
): Promise<DemoTimeShift | undefined> {
  const recordedAt = new Date(recording.recordedAt);
  const [first] = createDemoMatches(recording, createTimeShift(recording, recordedAt), recordedAt);
  if (!first) return undefined;
  const [stored] = await tx
    .select({ kickOff: fixtures.kickOff })
    .from(fixtures)
    .where(eq(fixtures.id, first.id));
  if (!stored) return undefined;
  const days = Math.round((stored.kickOff.getTime() - first.kickOff.getTime()) / dayMs);
  return createTimeShift(recording, daysAfter(recordedAt, days));
}

/** Updates the results of games that have started; returns the ids of changed games. */
async function updateResults(
  tx: Transaction,
  matches: readonly DemoMatch[],
  now: Date,
): Promise<string[]> {
  const started = await tx
    .select()
    .from(fixtures)
    .where(
      and(
        eq(fixtures.source, demoSource),
        inArray(fixtures.status, ['scheduled', 'in-play']),
        lte(fixtures.kickOff, now),
      ),
    )
    .orderBy(fixtures.id)
    // Locks games in the same order as the posting of a tip, to prevent deadlocks.
    .for('no key update');
  const matchesById = new Map(matches.map((match) => [match.id, match]));
  const changedIds: string[] = [];
  for (const row of started) {
    const match = matchesById.get(row.id);
    const result = match && computeResultAt({ ...match, kickOff: row.kickOff }, now);
    if (!result || isStoredResult(row, result)) continue;
    changedIds.push(row.id);
    await tx.update(fixtures).set(result).where(eq(fixtures.id, row.id));
    const change = { id: row.id, before: row, after: result };
    await tx.insert(audit).values(createResultEvent({ at: now, reason: 'Demo season' }, change));
  }
  return changedIds;
}

function isStoredResult(
  row: typeof fixtures.$inferSelect,
  result: ReturnType<typeof computeResultAt>,
): boolean {
  const { updatedAt, ...facts } = result;
  return isDeepStrictEqual({ ...row, ...facts }, row);
}

async function hasNoMembers(database: Database | Transaction): Promise<boolean> {
  const [counted] = await database.select({ members: count() }).from(members);
  return counted?.members === 0;
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}

/** Inserts leagues; a league with an imported season keeps its name. */
async function saveLeagues(tx: Transaction, recording: DemoRecording): Promise<void> {
  const keys = new Set(recording.fixtures.map(({ sportKey }) => sportKey));
  const rows = [...keys].flatMap((key) => {
    const league = findKnownLeague(key);
    if (!league) return [];
    return [{ key, title: league.title, group: league.group, details: `${league.details} (demo)` }];
  });
  await tx.insert(leagues).values(rows).onConflictDoNothing();
}

type DemoMatchContext = { recording: DemoRecording; matches: readonly DemoMatch[]; now: Date };

/** Inserts games; existing games are not changed. */
async function saveMatches(
  tx: Transaction,
  { recording, matches, now }: DemoMatchContext,
): Promise<void> {
  const rows = matches.map(({ id, sportKey, round, home, away, kickOff, prices, ...match }) => ({
    id,
    sportKey,
    source: demoSource,
    round: `Matchday ${round}`,
    home,
    away,
    searchName: gameSearchText(gameName(home, away)),
    kickOff,
    priceHome: prices[0].toFixed(2),
    priceDraw: prices[1].toFixed(2),
    priceAway: prices[2].toFixed(2),
    otherPrices: Object.fromEntries(
      recording.pricedOptions.map((oddsId, index) => [oddsId, match.otherPrices[index] ?? 0]),
    ),
    pricedAt: new Date(Math.min(now.getTime(), kickOff.getTime() - 6 * hourMs)),
    ...computeResultAt({ goals: match.goals, kickOff }, now),
  }));
  await insertInBatches(rows, (batch) => tx.insert(fixtures).values(batch).onConflictDoNothing());
}

/** Computes a game's result at an instant: no score before kick-off, then the current score. */
function computeResultAt(match: Pick<DemoMatch, 'goals' | 'kickOff'>, now: Date) {
  const elapsedMs = now.getTime() - match.kickOff.getTime();
  if (elapsedMs < 0)
    return { status: 'scheduled' as const, ...toGoalColumns(undefined), updatedAt: now };
  const isOver = elapsedMs >= matchLengthMs;
  return {
    status: isOver ? ('played' as const) : ('in-play' as const),
    ...toGoalColumns(computeDemoScore(match, isOver ? Infinity : elapsedMs / 60_000)),
    updatedAt: now,
  };
}

export function isDemoEnabled({ demo, environment }: Settings): boolean {
  return demo && environment !== 'production';
}

/** Fills an empty database with the demo and prints its logins; on later starts continues it. */
export async function prepareDemoSeason(
  { settings, database, clock }: Omit<Services, 'limits'>,
  report: (line: string) => void,
): Promise<void> {
  if (!isDemoEnabled(settings)) return undefined;
  const logins = await seedDemoSeason(database, { clock, hashPassword });
  if (!logins) return continueDemoSeason(database, clock(), report);

  report('The database was empty, so it holds a demo season now: real clubs, made-up results.');
  for (const { role, email, password } of logins)
    report(`Log in as ${role}: ${email} / ${password}`);
  return undefined;
}
