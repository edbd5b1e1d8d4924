import { isDeepStrictEqual as isEqual } from 'node:util';
import { inArray, sql } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';

import {
  type Database,
  insertInBatches,
  tryAdvisoryLock,
  type Transaction,
  runInTransaction,
} from '../db/database.ts';
import { audit, fixtures, leagues } from '../db/schema.ts';
import {
  createKickOffEvent,
  markTipsOfFixturesChanged,
  type FixtureResult,
  createResultEvent,
  toFixtureResult,
} from '../fixtures/changes.ts';
import type { KnownLeague } from '../fixtures/leagues.ts';
import { toGoalColumns } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { saveUnknownNames } from '../sources/club-names.ts';
import { OperatorError } from '../platform/error-reports.ts';
import { lockIds } from '../db/locks.ts';
import type { DatedMatch } from './season.ts';
import { assignFixtureIds } from './stored-games.ts';
import { toLocalDate } from './zoned-time.ts';

/** Numbers of fixtures by the effect of an import; a moved fixture may also have a new result. */
export type SeasonImportResult = {
  added: number;
  moved: number;
  results: number;
  unchanged: number;
  /**
   * Games that were not imported, because the stored fixture has home and away swapped, or one
   * other club.
   */
  doubtful: readonly string[];
};

type FixtureValues = Omit<typeof fixtures.$inferInsert, 'updatedAt'> & FixtureResult;
type FixtureUpdate = {
  id: string;
  before: FixtureRow;
  after: FixtureValues;
  moved: boolean;
  result: boolean;
};

/** Adds and updates a league's stored fixtures from its season file, in one transaction. */
export async function importSeason(
  database: Database,
  {
    league,
    matches: fromFile,
    at,
  }: { league: KnownLeague; matches: readonly DatedMatch[]; at: Date },
): Promise<SeasonImportResult> {
  return runInTransaction(database, async (tx) => {
    if (!(await tryAdvisoryLock(tx, lockIds.seasonImport))) {
      throw new OperatorError('Another import is under way. Try again when it is done.');
    }
    await saveLeague(tx, league);
    const { matches, doubtful, unclear } = await assignFixtureIds(tx, league.key, fromFile);
    const importInfo = { sportKey: league.key, source: 'file', at };
    await saveUnknownNames(tx, { ...importInfo, names: unclear });
    const known = await lockFixtureRows(tx, matches);
    const facts = matches.map((match) => toFixtureValues(match, league, known.get(match.id), at));
    const added = facts.filter(({ id }) => !known.has(id));
    const changes = facts.flatMap((after) => findFixtureUpdate(known.get(after.id), after) ?? []);

    await saveFixtures(tx, [...added, ...changes.map(({ after }) => after)], at);
    await auditFixtureUpdates(tx, changes, at);
    const idsOf = (which: 'moved' | 'result') =>
      changes.flatMap((change) => (change[which] ? [change.after.id] : []));
    const changed = { moved: idsOf('moved'), results: idsOf('result') };
    await markTipsOfFixturesChanged(tx, changed);
    return {
      added: added.length,
      moved: changed.moved.length,
      results: changed.results.length,
      unchanged: facts.length - added.length - changes.length,
      doubtful,
    };
  });
}

async function saveLeague(tx: Transaction, league: KnownLeague): Promise<void> {
  const { key, title, group, details } = league;
  await tx
    .insert(leagues)
    .values({ key, title, group, details })
    .onConflictDoUpdate({ target: leagues.key, set: { title, group, details } });
}

async function lockFixtureRows(
  tx: Transaction,
  matches: readonly DatedMatch[],
): Promise<Map<string, FixtureRow>> {
  const rows = await tx
    .select()
    .from(fixtures)
    .where(
      inArray(
        fixtures.id,
        matches.map(({ id }) => id),
      ),
    )
    .orderBy(fixtures.id)
    // Posting a tip locks fixtures with `for share`, so a post sees either old or new kick-offs.
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

function toFixtureValues(
  match: DatedMatch,
  { key: sportKey, zone }: KnownLeague,
  known: FixtureRow | undefined,
  at: Date,
): FixtureValues {
  const { id, round, home, away } = match;
  const kickOff = known && isKickOffTimeKnown(match, known, zone) ? known.kickOff : match.kickOff;
  const searchName = gameSearchText(gameName(home, away));
  const facts = { id, sportKey, source: 'file', round, home, away, searchName, kickOff };
  const lacksResult = match.status === 'scheduled' && known && known.status !== 'scheduled';
  // A stored result that the file lacks stays after kick-off: an administrator may have entered it.
  if (lacksResult && kickOff <= at) return { ...facts, ...toFixtureResult(known) };
  const fromFile = { ...facts, status: match.status, ...toGoalColumns(match.score) };
  // A file never contains the first goal; the stored first goal stays if the score is the same.
  const firstGoal = known?.firstGoal ?? null;
  return known && isEqual(toFixtureResult(known), { ...toFixtureResult(fromFile), firstGoal })
    ? { ...fromFile, firstGoal }
    : fromFile;
}

/** True if the file has only the day of a game, and the stored kick-off is on this day. */
function isKickOffTimeKnown(
  { isDayOnly, kickOff }: DatedMatch,
  known: FixtureRow,
  zone: string,
): boolean {
  return isDayOnly === true && toLocalDate(kickOff, zone) === toLocalDate(known.kickOff, zone);
}

function findFixtureUpdate(
  before: FixtureRow | undefined,
  after: FixtureValues,
): FixtureUpdate | undefined {
  if (!before) return undefined;
  const moved = before.kickOff.getTime() !== after.kickOff.getTime();
  const result = !isEqual(toFixtureResult(before), toFixtureResult(after));
  const renamed = before.round !== after.round || before.source !== after.source;
  return moved || result || renamed ? { id: after.id, before, after, moved, result } : undefined;
}

/** Inserts or updates fixtures; prices do not change, as a file contains no prices. */
async function saveFixtures(
  tx: Transaction,
  rows: readonly FixtureValues[],
  at: Date,
): Promise<void> {
  await insertInBatches(rows, (batch) =>
    tx
      .insert(fixtures)
      .values(batch.map((row) => ({ ...row, updatedAt: at })))
      .onConflictDoUpdate({
        target: fixtures.id,
        set: {
          source: sql`excluded.source`,
          round: sql`excluded.round`,
          kickOff: sql`excluded.kick_off`,
          status: sql`excluded.status`,
          halfTimeHome: sql`excluded.half_time_home`,
          halfTimeAway: sql`excluded.half_time_away`,
          fullTimeHome: sql`excluded.full_time_home`,
          fullTimeAway: sql`excluded.full_time_away`,
          firstGoal: sql`excluded.first_goal`,
          updatedAt: sql`excluded.updated_at`,
        },
      }),
  );
}

async function auditFixtureUpdates(
  tx: Transaction,
  changes: readonly FixtureUpdate[],
  at: Date,
): Promise<void> {
  const stamp = { at, reason: 'Season file' };
  const events = changes.flatMap(({ moved, result, ...change }) => [
    ...(moved ? [createKickOffEvent(stamp, change)] : []),
    ...(result ? [createResultEvent(stamp, change)] : []),
  ]);
  await insertInBatches(events, (batch) => tx.insert(audit).values(batch));
}
