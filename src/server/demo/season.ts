import { isDeepStrictEqual } from 'node:util';
import { and, count, eq, inArray, lte } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';
import { day, hour } from '#domain/durations.ts';

import { hashPassword } from '../auth/passwords.ts';
import {
  type Database,
  insertInBatches,
  tryLock,
  type Transaction,
  transaction,
} from '../db/database.ts';
import { locks } from '../db/locks.ts';
import { audit, fixtures, leagues, members } from '../db/schema.ts';
import { leagueKeyed } from '../fixtures/leagues.ts';
import { goalsOf } from '../fixtures/presenter.ts';
import { renewTips, resultEvent } from '../fixtures/changes.ts';
import { matchLength } from '../seasons/season.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../platform/settings.ts';
import { saveMembers } from './members.ts';
import {
  type DemoMatch,
  demoMatches,
  demoPassword,
  demoScore,
  type Recording,
  readRecording,
  type Shift,
  shiftTo,
} from './recording.ts';

export type Login = { role: 'member' | 'administrator'; email: string; password: string };

type Tools = { clock: () => Date; hashPassword: (password: string) => Promise<string> };

/** Marks the fixtures of the demo season. */
const source = 'demo';
/** Days around an instant whose games a demo season has. */
const pastDays = 70;
const futureDays = 23;

/**
 * Fills a database without members with the demo season and returns its logins; undefined if there
 * is a member already.
 */
export async function seedDemoSeason(
  database: Database,
  { clock, hashPassword }: Tools,
): Promise<Login[] | undefined> {
  if (!(await isEmpty(database))) return undefined;
  const passwordHash = await hashPassword(demoPassword);
  return transaction(database, async (tx) => {
    // If servers start together, one seeds, and the others do not wait for it.
    if (!(await tryLock(tx, locks.demoSeason)) || !(await isEmpty(tx))) return undefined;

    const now = clock();
    const recording = readRecording();
    const shift = shiftTo(recording, now);
    const matches = demoMatches(recording, shift, daysAfter(now, futureDays));
    await saveLeagues(tx, recording);
    await saveMatches(tx, { recording, matches, now });
    await saveMembers(tx, { recording, shift, matches, passwordHash, now });
    return recording.members
      .slice(0, 2)
      .toReversed()
      .map(({ role, email }) => ({ role, email, password: demoPassword }));
  });
}

/**
 * Continues a demo season: updates scores and adds rounds. Does nothing without a demo; one of
 * another recording is reported and stays as it is.
 */
export async function continueDemoSeason(
  database: Database,
  now: Date,
  report: (line: string) => void = () => undefined,
): Promise<void> {
  await transaction(database, async (tx) => {
    if (!(await tryLock(tx, locks.demoSeason))) return;
    const isDemo = eq(fixtures.source, source);
    const [stored] = await tx.select({ id: fixtures.id }).from(fixtures).where(isDemo).limit(1);
    if (!stored) return;
    const recording = readRecording();
    const shift = await shiftOfDemo(tx, recording);
    if (!shift) {
      report('The demo season is of an earlier version: it gets no results and no new rounds.');
      return;
    }

    const matches = demoMatches(recording, shift, daysAfter(now, futureDays));
    const results = await updateResults(tx, matches, now);
    const addedFrom = daysAfter(now, -pastDays);
    const current = matches.filter(({ kickOff }) => kickOff >= addedFrom);
    await saveMatches(tx, { recording, matches: current, now });
    await renewTips(tx, { moved: [], results });
  });
}

/**
 * The shift of a stored demo; undefined if the first recorded game is not stored. Games in minutes
 * are stored with their kick-offs. A season file may change the first game's source and time of day.
 */
async function shiftOfDemo(tx: Transaction, recording: Recording): Promise<Shift | undefined> {
  const recordedAt = new Date(recording.recordedAt);
  const [first] = demoMatches(recording, shiftTo(recording, recordedAt), recordedAt);
  if (!first) return undefined;
  const [stored] = await tx
    .select({ kickOff: fixtures.kickOff })
    .from(fixtures)
    .where(eq(fixtures.id, first.id));
  if (!stored) return undefined;
  const days = Math.round((stored.kickOff.getTime() - first.kickOff.getTime()) / day);
  return shiftTo(recording, daysAfter(recordedAt, days));
}

/** Writes the current results of games that have started, and returns the ids of changed ones. */
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
        eq(fixtures.source, source),
        inArray(fixtures.status, ['scheduled', 'in-play']),
        lte(fixtures.kickOff, now),
      ),
    )
    .orderBy(fixtures.id)
    // Posting a tip locks its fixtures in this order, too.
    .for('no key update');
  const matchesById = new Map(matches.map((match) => [match.id, match]));
  const changedIds: string[] = [];
  for (const row of started) {
    const match = matchesById.get(row.id);
    const result = match && resultAt({ ...match, kickOff: row.kickOff }, now);
    if (!result || isEqual(row, result)) continue;
    changedIds.push(row.id);
    await tx.update(fixtures).set(result).where(eq(fixtures.id, row.id));
    const change = { id: row.id, before: row, after: result };
    await tx.insert(audit).values(resultEvent({ at: now, reason: 'Demo season' }, change));
  }
  return changedIds;
}

function isEqual(row: typeof fixtures.$inferSelect, result: ReturnType<typeof resultAt>): boolean {
  const { updatedAt, ...facts } = result;
  return isDeepStrictEqual({ ...row, ...facts }, row);
}

async function isEmpty(database: Database | Transaction): Promise<boolean> {
  const [counted] = await database.select({ members: count() }).from(members);
  return counted?.members === 0;
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * day);
}

/** A league that a real season was imported into keeps its name. */
async function saveLeagues(tx: Transaction, recording: Recording): Promise<void> {
  const keys = new Set(recording.fixtures.map(({ sportKey }) => sportKey));
  const rows = [...keys].flatMap((key) => {
    const league = leagueKeyed(key);
    if (!league) return [];
    return [{ key, title: league.title, group: league.group, details: `${league.details} (demo)` }];
  });
  await tx.insert(leagues).values(rows).onConflictDoNothing();
}

type Games = { recording: Recording; matches: readonly DemoMatch[]; now: Date };

/** Inserts games; existing ones stay unchanged. */
async function saveMatches(tx: Transaction, { recording, matches, now }: Games): Promise<void> {
  const rows = matches.map(({ id, sportKey, round, home, away, kickOff, prices, ...match }) => ({
    id,
    sportKey,
    source,
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
    pricedAt: new Date(Math.min(now.getTime(), kickOff.getTime() - 6 * hour)),
    ...resultAt({ goals: match.goals, kickOff }, now),
  }));
  await insertInBatches(rows, (batch) => tx.insert(fixtures).values(batch).onConflictDoNothing());
}

/** The current result of a game: the score so far while it is in play, nothing before. */
function resultAt(match: Pick<DemoMatch, 'goals' | 'kickOff'>, now: Date) {
  const elapsedMs = now.getTime() - match.kickOff.getTime();
  if (elapsedMs < 0) return { status: 'scheduled' as const, ...goalsOf(undefined), updatedAt: now };
  const isOver = elapsedMs >= matchLength;
  return {
    status: isOver ? ('played' as const) : ('in-play' as const),
    ...goalsOf(demoScore(match, isOver ? Infinity : elapsedMs / 60_000)),
    updatedAt: now,
  };
}

/** True if this server has a demo season. */
export function hasDemo({ demo, environment }: Settings): boolean {
  return demo && environment !== 'production';
}

/**
 * Fills an empty database with the demo season and prints its logins; continues it on later starts.
 */
export async function prepareDemoSeason(
  { settings, database, clock }: Omit<Services, 'limits'>,
  report: (line: string) => void,
): Promise<void> {
  if (!hasDemo(settings)) return undefined;
  const logins = await seedDemoSeason(database, { clock, hashPassword });
  if (!logins) return continueDemoSeason(database, clock(), report);

  report('The database was empty, so it holds a demo season now: real clubs, made-up results.');
  for (const { role, email, password } of logins)
    report(`Log in as ${role}: ${email} / ${password}`);
  return undefined;
}
