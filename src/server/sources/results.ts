import { and, eq, gte, inArray, lte, not } from 'drizzle-orm';

import { clubKey } from '#domain/clubs/clubs.ts';
import { type ToldMatch, toldResults } from '#domain/result-search.ts';

import { type Database, transaction } from '../db/database.ts';
import { audit, fixtures } from '../db/schema.ts';
import { goalsOf, scoreOf } from '../fixtures/presenter.ts';
import { day, type FixtureRow, hour, isAdministrators } from '../fixtures/queries.ts';
import { renewTips, resultOf } from '../seasons/import.ts';
import type { Source } from './source.ts';
import { matchesOf } from './football-data.ts';
import { reportUnreadable } from './readings.ts';
import { scoresOf, whatIsLeft } from './questions.ts';
import { type SourceTools, inTurn } from './turns.ts';

/** How long a game waits for its result here; then it is an administrator's. */
const longest = 3 * day;

/**
 * Asks a source how games ended that must be over, and sets it where nobody has said so. Its word never
 * takes the place of another one, and what an administrator has spoken of is theirs.
 */
export async function takeResults(
  tools: SourceTools,
  { source }: { source: Source },
): Promise<void> {
  const { database, clock, log } = tools;
  const open = Map.groupBy(await withoutResult(database, clock()), (row) => row.sportKey);
  if (open.size === 0) return;
  const set = async (rows: readonly FixtureRow[], matches: readonly ToldMatch[]) =>
    setResults(database, { rows, matches, now: clock(), source: source.host });
  if (source.form === 'matches') {
    await inTurn(tools, { source, round: 1 }, async (ask) => {
      const question = matchesOf(source, clock());
      await ask(question, async ({ entries: matches, unreadable }) => {
        reportUnreadable(log, { host: source.host, question: question.name, unreadable });
        for (const [key, rows] of open) {
          await set(
            rows,
            matches.filter(({ sportKey }) => sportKey === key),
          );
        }
      });
    });
    return;
  }
  const questions = [...open].map(([key, rows]) => ({ rows, question: scoresOf(source, key) }));
  const round = questions.reduce((all, { question }) => all + question.cost, 0);
  await inTurn(tools, { source, round }, async (ask) => {
    await ask(whatIsLeft(source));
    for (const { rows, question } of questions) {
      await ask(question, async ({ entries, unreadable }) => {
        reportUnreadable(log, { host: source.host, question: question.name, unreadable });
        await set(rows, entries);
      });
    }
  });
}

/** Games that have begun, may be over, and of whose result no administrator has spoken. */
async function withoutResult(database: Database, now: Date): Promise<FixtureRow[]> {
  return database
    .select()
    .from(fixtures)
    .where(
      and(
        inArray(fixtures.status, ['scheduled', 'in-play']),
        lte(fixtures.kickOff, new Date(now.getTime() - 1.5 * hour)),
        gte(fixtures.kickOff, new Date(now.getTime() - longest)),
        not(isAdministrators),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}

type Told = {
  rows: readonly FixtureRow[];
  matches: readonly ToldMatch[];
  now: Date;
  source: string;
};

async function setResults(database: Database, { rows, matches, now, source }: Told): Promise<void> {
  const known = rows.map((row) => ({ ...row, score: scoreOf(row), firstGoal: undefined }));
  const { told } = toldResults(matches, known, { nameOf: clubKey, now });
  for (const { fixture, result, kind } of told) {
    if (kind !== 'new') continue;
    const { status, fullTime, halfTime } = result;
    const after = { status, ...goalsOf(fullTime && { fullTime, halfTime }) };
    await setResult(database, { id: fixture.id, after, at: now, source });
  }
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
    // Somebody was quicker: an administrator, or another server.
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
