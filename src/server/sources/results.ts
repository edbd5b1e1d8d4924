import { and, eq, gte, inArray, lte, not, or, sql } from 'drizzle-orm';

import { gameName } from '#domain/fixture.ts';
import { type ReportedMatch, matchReportedResults } from '#domain/results/result-search.ts';
import { dayMs, hourMs } from '#domain/durations.ts';

import { type Database, runInTransaction } from '../db/database.ts';
import { audit, fixtures } from '../db/schema.ts';
import { resultReports } from '../db/source-tables.ts';
import {
  markTipsOfFixturesChanged,
  type FixtureResult,
  createResultEvent,
} from '../fixtures/changes.ts';
import { toGoalColumns, toScore } from '../fixtures/presenter.ts';
import { type FixtureRow, hasAdministratorResult } from '../fixtures/queries.ts';
import type { Source } from './source.ts';
import { createMatchesRequest } from './football-data.ts';
import { createClubNameMapper, saveUnknownNames } from './club-names.ts';
import { logUnreadableEntries } from './read-result.ts';
import { createScoresRequest, createQuotaRequest } from './endpoints.ts';
import { type SourceRequest, type SourceTools, runSourceRound } from './source-rounds.ts';

/** Maximum age of a game whose result is requested; administrators enter results of older games. */
const maxRequestedAgeMs = 3 * dayMs;

/**
 * Imports results of games that should be over. A stored result is never replaced: a different
 * result is saved for an administrator.
 */
export async function importResults(
  tools: SourceTools,
  { source }: { source: Source },
): Promise<void> {
  const rows = await readRecentFixtures(tools.database, tools.clock());
  const byLeague = Map.groupBy(rows, (row) => row.sportKey);
  if (rows.length === 0) return;
  if (source.api === 'matches') await importMatches(tools, source, byLeague);
  else await importScores(tools, source, byLeague);
}

type FixturesByLeague = ReadonlyMap<string, readonly FixtureRow[]>;

async function importMatches(
  tools: SourceTools,
  source: Source,
  leagues: FixturesByLeague,
): Promise<void> {
  const { log, clock } = tools;
  const request = adjustPause([...leagues.values()].flat(), createMatchesRequest(source, clock()));
  await runSourceRound(tools, { source, round: 1 }, async (send) => {
    await send(request, async ({ entries, unreadable }) => {
      logUnreadableEntries(log, { host: source.host, request: request.name, unreadable });
      for (const [key, rows] of leagues) {
        const matches = entries.filter(({ sportKey }) => sportKey === key);
        await saveSourceResults(tools, { rows, matches, source: source.host });
      }
    });
  });
}

async function importScores(
  tools: SourceTools,
  source: Source,
  leagues: FixturesByLeague,
): Promise<void> {
  const requests = [...leagues].map(([key, rows]) => ({
    rows: rows.filter((row) => !mayHaveExtraTime(row)),
    request: adjustPause(rows, createScoresRequest(source, key)),
  }));
  const due = requests.filter(({ rows }) => rows.length > 0);
  const round = due.reduce((all, { request }) => all + request.cost, 0);
  await runSourceRound(tools, { source, round }, async (send) => {
    await send(createQuotaRequest(source));
    for (const { rows, request } of due) {
      await send(request, async ({ entries: matches, unreadable }) => {
        logUnreadableEntries(tools.log, { host: source.host, request: request.name, unreadable });
        await saveSourceResults(tools, { rows, matches, source: source.host });
      });
    }
  });
}

/** Milliseconds between requests for corrections, if no result is missing. */
const correctionPauseMs = hourMs;

function adjustPause<Answer>(
  rows: readonly FixtureRow[],
  request: SourceRequest<Answer>,
): SourceRequest<Answer> {
  return rows.some(isAwaitingResult) ? request : { ...request, pause: correctionPauseMs };
}

function isAwaitingResult({ status }: FixtureRow): boolean {
  return status === 'scheduled' || status === 'in-play';
}

/** League keys of cups, and rounds of knockouts, whose only score may include extra time. */
const cupPattern = /(?:_cup|_uefa_|_fa_|_copa_|_pokal|relegation)/;
const knockoutPattern =
  /play.?offs?|final|semi|quarter|knockout|last \d|round of|relegation|replay/i;

function mayHaveExtraTime({ sportKey, round }: FixtureRow): boolean {
  return cupPattern.test(sportKey) || knockoutPattern.test(round);
}

/** Milliseconds after kick-off during which corrections are requested. */
const correctionWindowMs = dayMs;

/** Reads games that may be over: games without a result, and games with a recent result. */
async function readRecentFixtures(database: Database, now: Date): Promise<FixtureRow[]> {
  const since = (span: number) => gte(fixtures.kickOff, new Date(now.getTime() - span));
  return database
    .select()
    .from(fixtures)
    .where(
      and(
        lte(fixtures.kickOff, new Date(now.getTime() - 1.5 * hourMs)),
        not(hasAdministratorResult),
        or(
          and(inArray(fixtures.status, ['scheduled', 'in-play']), since(maxRequestedAgeMs)),
          and(inArray(fixtures.status, ['played', 'abandoned']), since(correctionWindowMs)),
        ),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}

type ReceivedMatches = {
  rows: readonly FixtureRow[];
  matches: readonly ReportedMatch[];
  source: string;
};

async function saveSourceResults(
  tools: SourceTools,
  { rows, matches, source }: ReceivedMatches,
): Promise<void> {
  const { database, clock, log } = tools;
  const now = clock();
  const [{ sportKey } = { sportKey: '' }] = rows;
  const nameOf = await createClubNameMapper(database, sportKey);
  const known = rows.map((row) => ({
    ...row,
    score: toScore(row),
    firstGoal: row.firstGoal ?? undefined,
  }));
  const { matched } = matchReportedResults(matches, known, { clubKeyOf: nameOf, now });
  await reportUnknownNames(tools, { sportKey, rows, matches, source });
  for (const { fixture, result, kind } of matched) {
    const { status, fullTime, halfTime } = result;
    const after = { status, ...toGoalColumns(fullTime && { fullTime, halfTime }) };
    const reported = { id: fixture.id, after, at: now, source };
    if (kind === 'new') await saveSourceResult(database, reported);
    if (kind === 'same') await removeDeviatingResult(database, fixture.id);
    if (kind === 'other' && (await saveDeviatingResult(database, reported))) {
      const game = gameName(fixture.home, fixture.away);
      log.warn({ host: source, game }, 'a source tells another result than stands');
    }
  }
}

/** Warns of club names in recent results that match no club, so that no result is saved. */
async function reportUnknownNames(
  { database, clock, log }: SourceTools,
  { sportKey, rows, matches, source }: ReceivedMatches & { sportKey: string },
): Promise<void> {
  const waiting = rows.filter(isAwaitingResult);
  const isNear = ({ date = '' }: ReportedMatch) =>
    waiting.some(({ kickOff }) => Math.abs(kickOff.getTime() - Date.parse(date)) <= 2 * dayMs);
  const names = matches.filter(isNear).flatMap(({ home, away }) => [home, away]);
  const unknown = await saveUnknownNames(database, { sportKey, source, names, at: clock() });
  if (unknown.length === 0) return;
  log.warn({ host: source, league: sportKey, unknown }, 'a source names clubs that match none');
}

type SourceResult = { id: string; after: FixtureResult; at: Date; source: string };

async function saveSourceResult(
  database: Database,
  { id, after, at, source }: SourceResult,
): Promise<void> {
  await runInTransaction(database, async (tx) => {
    const [before] = await tx
      .select()
      .from(fixtures)
      .where(and(eq(fixtures.id, id), not(hasAdministratorResult)))
      .for('no key update');
    // An administrator or another server has saved a result first.
    if (before?.status !== 'scheduled' && before?.status !== 'in-play') return;
    await tx
      .update(fixtures)
      .set({ ...after, source, updatedAt: at })
      .where(eq(fixtures.id, id));
    const stamp = { at, reason: `Odds source ${source}` };
    await tx.insert(audit).values(createResultEvent(stamp, { id, before, after }));
    await markTipsOfFixturesChanged(tx, { moved: [], results: [id] });
  });
}

const goalColumns = ['half_time_home', 'half_time_away', 'full_time_home', 'full_time_away'];
const toColumnListSql = (table: string) =>
  sql.raw(`(${['status', ...goalColumns].map((name) => `${table}.${name}`).join(', ')})`);

/**
 * Saves a result that differs from the stored one, for an administrator to decide. Returns true if
 * the source had not reported this result before.
 */
async function saveDeviatingResult(
  database: Database,
  { id, after, at, source }: SourceResult,
): Promise<boolean> {
  const row = { source, ...after, toldAt: at, keptAt: null };
  const saved = await database
    .insert(resultReports)
    .values({ fixtureId: id, ...row })
    .onConflictDoUpdate({
      target: resultReports.fixtureId,
      set: row,
      setWhere: sql`${toColumnListSql('told_results')} is distinct from ${toColumnListSql('excluded')}`,
    })
    .returning();
  return saved.length > 0;
}

/** Deletes a source's deviating result, because the source now reports the stored one. */
async function removeDeviatingResult(database: Database, fixtureId: string): Promise<void> {
  await database.delete(resultReports).where(eq(resultReports.fixtureId, fixtureId));
}
