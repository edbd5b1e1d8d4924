import { isDeepStrictEqual as isEqual } from 'node:util';
import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';

import { type Database, tryLock, type Transaction, transaction } from '../db/database.ts';
import { audit, fixtures, leagues, legs, members, tips } from '../db/schema.ts';
import type { KnownLeague } from '../fixtures/leagues.ts';
import { type Goals, goalsOf } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { raiseCursors } from '../operations/cursor.ts';
import { saveUnknownNames } from '../sources/club-names.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { locks } from '../db/locks.ts';
import type { DatedMatch } from './season.ts';
import { foundMatches } from './stored-games.ts';
import { dateAt } from './zoned-time.ts';

/**
 * Numbers of fixtures by the effect of an import; a moved fixture may have a new result as well.
 */
export type Imported = {
  added: number;
  moved: number;
  results: number;
  unchanged: number;
  /**
   * Games that were left out, since they are stored with home and away swapped, or with another
   * club.
   */
  doubtful: readonly string[];
};

type Result = Pick<FixtureRow, 'status'> & Goals;
type Facts = Omit<typeof fixtures.$inferInsert, 'updatedAt'> & Result;
type Change = { before: FixtureRow; after: Facts; moved: boolean; result: boolean };

/** Updates a league's stored fixtures from its season file, all of them or none. */
export async function importSeason(
  database: Database,
  {
    league,
    matches: fromFile,
    at,
  }: { league: KnownLeague; matches: readonly DatedMatch[]; at: Date },
): Promise<Imported> {
  return transaction(database, async (tx) => {
    if (!(await tryLock(tx, locks.seasonImport))) {
      throw new StartRefused('Another import is under way. Try again when it is done.');
    }
    await saveLeague(tx, league);
    const { matches, doubtful, unclear } = await foundMatches(tx, league.key, fromFile);
    const importInfo = { sportKey: league.key, source: 'file', at };
    await saveUnknownNames(tx, { ...importInfo, names: unclear });
    const known = await lockedRows(tx, matches);
    const facts = matches.map((match) => factsOf(match, league, known.get(match.id), at));
    const added = facts.filter(({ id }) => !known.has(id));
    const changes = facts.flatMap((after) => changeOf(known.get(after.id), after) ?? []);

    await saveFixtures(tx, [...added, ...changes.map(({ after }) => after)], at);
    await recordChanges(tx, changes, at);
    const idsOf = (which: 'moved' | 'result') =>
      changes.flatMap((change) => (change[which] ? [change.after.id] : []));
    const changed = { moved: idsOf('moved'), results: idsOf('result') };
    await renewTips(tx, changed);
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

async function lockedRows(
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
    // Posting a tip locks its fixtures for share: it sees a kick-off before the move or after it.
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

function factsOf(
  match: DatedMatch,
  { key: sportKey, zone }: KnownLeague,
  known: FixtureRow | undefined,
  at: Date,
): Facts {
  const { id, round, home, away } = match;
  const kickOff = known && isDayOf(match, known, zone) ? known.kickOff : match.kickOff;
  const searchName = gameSearchText(gameName(home, away));
  const facts = { id, sportKey, source: 'file', round, home, away, searchName, kickOff };
  const tellsNothing = match.status === 'scheduled' && known && known.status !== 'scheduled';
  // An administrator may know a result before the file does. One in the future is invalid.
  if (tellsNothing && kickOff <= at) return { ...facts, ...resultOf(known) };
  const fromFile = { ...facts, status: match.status, ...goalsOf(match.score) };
  // A file never has the first goal; the stored one stays while the score is equal.
  const firstGoal = known?.firstGoal ?? null;
  return known && isEqual(resultOf(known), { ...resultOf(fromFile), firstGoal })
    ? { ...fromFile, firstGoal }
    : fromFile;
}

/** True if a file has only the day of a game whose time on that day is known. */
function isDayOf({ isDayOnly, kickOff }: DatedMatch, known: FixtureRow, zone: string): boolean {
  return isDayOnly === true && dateAt(kickOff, zone) === dateAt(known.kickOff, zone);
}

function changeOf(before: FixtureRow | undefined, after: Facts): Change | undefined {
  if (!before) return undefined;
  const moved = before.kickOff.getTime() !== after.kickOff.getTime();
  const result = !isEqual(resultOf(before), resultOf(after));
  const renamed = before.round !== after.round || before.source !== after.source;
  return moved || result || renamed ? { before, after, moved, result } : undefined;
}

/** The result columns of a game. */
export function resultOf({ status, ...row }: Result): Result {
  const { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal } = row;
  return { status, halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal };
}

/** Prices stay: a file has none. */
async function saveFixtures(tx: Transaction, rows: readonly Facts[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(fixtures)
    .values(rows.map((row) => ({ ...row, updatedAt: at })))
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
    });
}

async function recordChanges(tx: Transaction, changes: readonly Change[], at: Date): Promise<void> {
  const entries = changes.flatMap(({ before, after, moved, result }) => {
    const subject = `fixture:${after.id}`;
    const reason = 'Season file';
    return [
      { action: 'fixture.move', is: moved, of: ({ kickOff }: Facts) => ({ kickOff }) },
      { action: 'fixture.result', is: result, of: resultOf },
    ].flatMap(({ action, is, of }) =>
      is ? { action, before: of(before), after: of(after), at, subject, reason } : [],
    );
  });
  if (entries.length > 0) await tx.insert(audit).values(entries);
}

/** Ids of changed games: moved ones, and those with another result. */
export type ChangedGames = { moved: readonly string[]; results: readonly string[] };

/**
 * Marks every tip that holds one of these games as changed, so that its owner's devices pull the
 * new kick-off or score. The games must be locked, which fixes the set of tips. Posting locks the
 * member first, so a deadlock is possible; PostgreSQL ends one transaction, which runs again.
 */
export async function renewTips(tx: Transaction, { moved, results }: ChangedGames): Promise<void> {
  const changed = [...new Set([...moved, ...results])];
  if (changed.length === 0) return;
  const isAffected = and(isNull(tips.withdrawnAt), hasLegOnOneOf(tx, changed));

  const owners = await tx.selectDistinct({ id: tips.ownerId }).from(tips).where(isAffected);
  await raiseCursors(
    tx,
    owners.map(({ id }) => id),
  );
  await passOn(tx, isAffected);
  if (moved.length > 0) await moveTips(tx, moved);
}

/** A tip with its owner. */
export type OwnedTip = { id: string; ownerId: string };

/** Marks these tips as changed; the cursors of their owners must have been raised. */
export async function passOnTips(tx: Transaction, ownedTips: readonly OwnedTip[]): Promise<void> {
  const ids = ownedTips.map(({ id }) => id);
  if (ids.length > 0) await passOn(tx, inArray(tips.id, ids));
}

/**
 * A score belongs to its game: the tip's version stays, or decisions on their way would be refused.
 */
async function passOn(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(tips)
    .set({
      cursor: sql`(select ${members.cursor} from ${members} where ${members.id} = ${tips.ownerId})`,
    })
    .where(which);
}

/** A tip expires at its earliest kick-off. Confirmed ones keep theirs. */
async function moveTips(tx: Transaction, moved: readonly string[]): Promise<void> {
  await tx
    .update(tips)
    .set({
      expiresAt: kickOffOfLegs('min'),
      lastKickOff: kickOffOfLegs('max'),
      version: sql`${tips.version} + 1`,
    })
    // The condition is evaluated again, as a tip may have been confirmed meanwhile.
    .where(and(isNull(tips.confirmedAt), isNull(tips.withdrawnAt), hasLegOnOneOf(tx, moved)));
}

function hasLegOnOneOf(tx: Transaction, fixtureIds: readonly string[]) {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(legs)
      .where(and(eq(legs.tipId, tips.id), inArray(legs.fixtureId, [...fixtureIds]))),
  );
}

function kickOffOfLegs(pick: 'min' | 'max') {
  return sql`(
    select ${sql.raw(pick)}(fixtures.kick_off)
    from legs join fixtures on fixtures.id = legs.fixture_id
    where legs.tip_id = ${tips.id})`;
}
