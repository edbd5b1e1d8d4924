import { and, eq, gte, inArray, lte, not, or, sql } from 'drizzle-orm';

import { gameName } from '#domain/fixture.ts';
import { type ReportedMatch, matchReportedResults } from '#domain/results/result-search.ts';
import { day, hour } from '#domain/durations.ts';

import { type Database, transaction } from '../db/database.ts';
import { audit, fixtures } from '../db/schema.ts';
import { resultReports } from '../db/source-tables.ts';
import { renewTips, type Result, resultEvent } from '../fixtures/changes.ts';
import { goalsOf, scoreOf } from '../fixtures/presenter.ts';
import { type FixtureRow, isAdministrators } from '../fixtures/queries.ts';
import type { Source } from './source.ts';
import { matchesOf } from './football-data.ts';
import { namesOfLeague, saveUnknownNames } from './club-names.ts';
import { reportUnreadable } from './readings.ts';
import { scoresRequest, quotaRequest } from './endpoints.ts';
import { type SourceRequest, type SourceTools, askSource } from './turns.ts';

/** Age up to which a game's result is requested; later it is an administrator's. */
const maxAgeMs = 3 * day;

/**
 * Requests the results of games that must be over, and sets those that nobody has set. A result
 * never replaces another one: a different one is stored for an administrator.
 */
export async function importResults(
  tools: SourceTools,
  { source }: { source: Source },
): Promise<void> {
  const rows = await recentGames(tools.database, tools.clock());
  const byLeague = Map.groupBy(rows, (row) => row.sportKey);
  if (rows.length === 0) return;
  if (source.form === 'matches') await importMatches(tools, source, byLeague);
  else await importScores(tools, source, byLeague);
}

type Leagues = ReadonlyMap<string, readonly FixtureRow[]>;

async function importMatches(tools: SourceTools, source: Source, leagues: Leagues): Promise<void> {
  const { log, clock } = tools;
  const request = atPaceOf([...leagues.values()].flat(), matchesOf(source, clock()));
  await askSource(tools, { source, round: 1 }, async (send) => {
    await send(request, async ({ entries, unreadable }) => {
      reportUnreadable(log, { host: source.host, request: request.name, unreadable });
      for (const [key, rows] of leagues) {
        const matches = entries.filter(({ sportKey }) => sportKey === key);
        await setResults(tools, { rows, matches, source: source.host });
      }
    });
  });
}

async function importScores(tools: SourceTools, source: Source, leagues: Leagues): Promise<void> {
  const requests = [...leagues].map(([key, rows]) => ({
    rows: rows.filter((row) => !mayHaveExtraTime(row)),
    request: atPaceOf(rows, scoresRequest(source, key)),
  }));
  const due = requests.filter(({ rows }) => rows.length > 0);
  const round = due.reduce((all, { request }) => all + request.cost, 0);
  await askSource(tools, { source, round }, async (send) => {
    await send(quotaRequest(source));
    for (const { rows, request } of due) {
      await send(request, async ({ entries: matches, unreadable }) => {
        reportUnreadable(tools.log, { host: source.host, request: request.name, unreadable });
        await setResults(tools, { rows, matches, source: source.host });
      });
    }
  });
}

/** Interval once every game has its result, to notice corrections. */
const correctedPause = hour;

function atPaceOf<Answer>(
  rows: readonly FixtureRow[],
  request: SourceRequest<Answer>,
): SourceRequest<Answer> {
  return rows.some(isOpen) ? request : { ...request, pause: correctedPause };
}

function isOpen({ status }: FixtureRow): boolean {
  return status === 'scheduled' || status === 'in-play';
}

/** Rounds that cannot end in a draw, and cups: their only score may include extra time. */
const cup = /(?:_cup|_uefa_|_fa_|_copa_|_pokal|relegation)/;
const knockout = /play.?offs?|final|semi|quarter|knockout|last \d|round of|relegation|replay/i;

function mayHaveExtraTime({ sportKey, round }: FixtureRow): boolean {
  return cup.test(sportKey) || knockout.test(round);
}

/** Time after the kick-off during which corrections are requested. */
const corrected = day;

/** Games that have begun and may be over, without a result or with a recent one. */
async function recentGames(database: Database, now: Date): Promise<FixtureRow[]> {
  const since = (span: number) => gte(fixtures.kickOff, new Date(now.getTime() - span));
  return database
    .select()
    .from(fixtures)
    .where(
      and(
        lte(fixtures.kickOff, new Date(now.getTime() - 1.5 * hour)),
        not(isAdministrators),
        or(
          and(inArray(fixtures.status, ['scheduled', 'in-play']), since(maxAgeMs)),
          and(inArray(fixtures.status, ['played', 'abandoned']), since(corrected)),
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

async function setResults(
  tools: SourceTools,
  { rows, matches, source }: ReceivedMatches,
): Promise<void> {
  const { database, clock, log } = tools;
  const now = clock();
  const [{ sportKey } = { sportKey: '' }] = rows;
  const nameOf = await namesOfLeague(database, sportKey);
  const known = rows.map((row) => ({
    ...row,
    score: scoreOf(row),
    firstGoal: row.firstGoal ?? undefined,
  }));
  const { matched } = matchReportedResults(matches, known, { nameOf, now });
  await reportUnknownNames(tools, { sportKey, rows, matches, source });
  for (const { fixture, result, kind } of matched) {
    const { status, fullTime, halfTime } = result;
    const after = { status, ...goalsOf(fullTime && { fullTime, halfTime }) };
    const reported = { id: fixture.id, after, at: now, source };
    if (kind === 'new') await setResult(database, reported);
    if (kind === 'same') await removeDeviatingResult(database, fixture.id);
    if (kind === 'other' && (await saveDeviatingResult(database, reported))) {
      const game = gameName(fixture.home, fixture.away);
      log.warn({ host: source, game }, 'a source tells another result than stands');
    }
  }
}

/** Reports names in recent results that match no club of the league: their games get no result. */
async function reportUnknownNames(
  { database, clock, log }: SourceTools,
  { sportKey, rows, matches, source }: ReceivedMatches & { sportKey: string },
): Promise<void> {
  const waiting = rows.filter(isOpen);
  const isNear = ({ date = '' }: ReportedMatch) =>
    waiting.some(({ kickOff }) => Math.abs(kickOff.getTime() - Date.parse(date)) <= 2 * day);
  const names = matches.filter(isNear).flatMap(({ home, away }) => [home, away]);
  const unknown = await saveUnknownNames(database, { sportKey, source, names, at: clock() });
  if (unknown.length === 0) return;
  log.warn({ host: source, league: sportKey, unknown }, 'a source names clubs that match none');
}

type ReportedResult = { id: string; after: Result; at: Date; source: string };

async function setResult(
  database: Database,
  { id, after, at, source }: ReportedResult,
): Promise<void> {
  await transaction(database, async (tx) => {
    const [before] = await tx
      .select()
      .from(fixtures)
      .where(and(eq(fixtures.id, id), not(isAdministrators)))
      .for('no key update');
    // An administrator or another server was faster.
    if (before?.status !== 'scheduled' && before?.status !== 'in-play') return;
    await tx
      .update(fixtures)
      .set({ ...after, source, updatedAt: at })
      .where(eq(fixtures.id, id));
    const stamp = { at, reason: `Odds source ${source}` };
    await tx.insert(audit).values(resultEvent(stamp, { id, before, after }));
    await renewTips(tx, { moved: [], results: [id] });
  });
}

const goalColumns = ['half_time_home', 'half_time_away', 'full_time_home', 'full_time_away'];
const columnsOf = (table: string) =>
  sql.raw(`(${['status', ...goalColumns].map((name) => `${table}.${name}`).join(', ')})`);

/**
 * Stores a result that differs from the current one for an administrator, unless one has seen it;
 * returns true if it is new.
 */
async function saveDeviatingResult(
  database: Database,
  { id, after, at, source }: ReportedResult,
): Promise<boolean> {
  const row = { source, ...after, toldAt: at, keptAt: null };
  const saved = await database
    .insert(resultReports)
    .values({ fixtureId: id, ...row })
    .onConflictDoUpdate({
      target: resultReports.fixtureId,
      set: row,
      setWhere: sql`${columnsOf('told_results')} is distinct from ${columnsOf('excluded')}`,
    })
    .returning();
  return saved.length > 0;
}

/** Deletes a source's deviating result, as it now agrees with the stored one. */
async function removeDeviatingResult(database: Database, fixtureId: string): Promise<void> {
  await database.delete(resultReports).where(eq(resultReports.fixtureId, fixtureId));
}
