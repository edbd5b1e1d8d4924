import { and, eq, gte, inArray, lte, not, or } from 'drizzle-orm';

import { gameName } from '#domain/fixture.ts';
import { type ReportedMatch, matchReportedResults } from '#domain/result-search.ts';

import { type Database, transaction } from '../db/database.ts';
import { audit, fixtures } from '../db/schema.ts';
import { goalsOf, scoreOf } from '../fixtures/presenter.ts';
import { day, type FixtureRow, hour, isAdministrators } from '../fixtures/queries.ts';
import { renewTips, resultOf } from '../seasons/import.ts';
import type { Source } from './source.ts';
import { matchesOf } from './football-data.ts';
import { namesOfLeague, saveUnknownNames } from './club-names.ts';
import { reportUnreadable } from './readings.ts';
import { removeToldResult, saveToldResult } from './told-results.ts';
import { scoresOf, whatIsLeft } from './questions.ts';
import { type Question, type SourceTools, askSource } from './turns.ts';

/** Age up to which a game's result is requested; later it is an administrator's. */
const longest = 3 * day;

/**
 * Requests the results of games that must be over, and sets those that nobody has set. A result
 * never replaces another one: a different one is stored for an administrator.
 */
export async function takeResults(
  tools: SourceTools,
  { source }: { source: Source },
): Promise<void> {
  const rows = await recentGames(tools.database, tools.clock());
  const byLeague = Map.groupBy(rows, (row) => row.sportKey);
  if (rows.length === 0) return;
  if (source.form === 'matches') await takeMatches(tools, source, byLeague);
  else await takeScores(tools, source, byLeague);
}

type Leagues = ReadonlyMap<string, readonly FixtureRow[]>;

async function takeMatches(tools: SourceTools, source: Source, leagues: Leagues): Promise<void> {
  const { log, clock } = tools;
  const question = atPaceOf([...leagues.values()].flat(), matchesOf(source, clock()));
  await askSource(tools, { source, round: 1 }, async (ask) => {
    await ask(question, async ({ entries, unreadable }) => {
      reportUnreadable(log, { host: source.host, question: question.name, unreadable });
      for (const [key, rows] of leagues) {
        const matches = entries.filter(({ sportKey }) => sportKey === key);
        await setResults(tools, { rows, matches, source: source.host });
      }
    });
  });
}

async function takeScores(tools: SourceTools, source: Source, leagues: Leagues): Promise<void> {
  const questions = [...leagues].map(([key, rows]) => ({
    rows: rows.filter((row) => !mayHaveExtraTime(row)),
    question: atPaceOf(rows, scoresOf(source, key)),
  }));
  const due = questions.filter(({ rows }) => rows.length > 0);
  const round = due.reduce((all, { question }) => all + question.cost, 0);
  await askSource(tools, { source, round }, async (ask) => {
    await ask(whatIsLeft(source));
    for (const { rows, question } of due) {
      await ask(question, async ({ entries: matches, unreadable }) => {
        reportUnreadable(tools.log, { host: source.host, question: question.name, unreadable });
        await setResults(tools, { rows, matches, source: source.host });
      });
    }
  });
}

/** Interval once every game has its result, to notice corrections. */
const correctedPause = hour;

function atPaceOf<Answer>(
  rows: readonly FixtureRow[],
  question: Question<Answer>,
): Question<Answer> {
  return rows.some(isOpen) ? question : { ...question, pause: correctedPause };
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
          and(inArray(fixtures.status, ['scheduled', 'in-play']), since(longest)),
          and(inArray(fixtures.status, ['played', 'abandoned']), since(corrected)),
        ),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}

type Told = {
  rows: readonly FixtureRow[];
  matches: readonly ReportedMatch[];
  source: string;
};

async function setResults(tools: SourceTools, { rows, matches, source }: Told): Promise<void> {
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
    if (kind === 'new') {
      await setResult(database, { id: fixture.id, after, at: now, source });
    } else if (kind === 'same') {
      await removeToldResult(database, fixture.id);
    } else if (kind === 'other') {
      const otherwise = { fixtureId: fixture.id, source, result: after, at: now };
      if (await saveToldResult(database, otherwise)) {
        const game = gameName(fixture.home, fixture.away);
        log.warn({ host: source, game }, 'a source tells another result than stands');
      }
    }
  }
}

/** Reports names in recent results that match no club of the league: their games get no result. */
async function reportUnknownNames(
  { database, clock, log }: SourceTools,
  { sportKey, rows, matches, source }: Told & { sportKey: string },
): Promise<void> {
  const waiting = rows.filter(isOpen);
  const isNear = ({ date = '' }: ReportedMatch) =>
    waiting.some(({ kickOff }) => Math.abs(kickOff.getTime() - Date.parse(date)) <= 2 * day);
  const names = matches.filter(isNear).flatMap(({ home, away }) => [home, away]);
  const unknown = await saveUnknownNames(database, { sportKey, source, names, at: clock() });
  if (unknown.length === 0) return;
  log.warn({ host: source, league: sportKey, unknown }, 'a source names clubs that match none');
}

type Result = ReturnType<typeof resultOf>;
type Setting = { id: string; after: Result; at: Date; source: string };

async function setResult(database: Database, { id, after, at, source }: Setting): Promise<void> {
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
    await tx.insert(audit).values({
      at,
      action: 'fixture.result',
      subject: `fixture:${id}`,
      before: resultOf(before),
      after,
      reason: `Odds source ${source}`,
    });
    await renewTips(tx, { moved: [], results: [id] });
  });
}
