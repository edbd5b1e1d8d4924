import { isDeepStrictEqual as isEqual } from 'node:util';
import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';

import { type Database, takeLock, type Transaction, transaction } from '../db/database.ts';
import { audit, fixtures, leagues, legs, members, tips } from '../db/schema.ts';
import type { LeaguePlace } from '../fixtures/leagues.ts';
import { type Goals, goalsOf } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { raiseCursors } from '../operations/cursor.ts';
import { saveUnknownNames } from '../sources/club-names.ts';
import { StartRefused } from '../start-refused.ts';
import { locks } from '../db/locks.ts';
import type { DatedMatch } from './season.ts';
import { foundMatches } from './stored-games.ts';
import { dateAt } from './zoned-time.ts';

/** What an import did, by number of fixtures; a fixture that moved may have a new result as well. */
export type Imported = {
  added: number;
  moved: number;
  results: number;
  unchanged: number;
  /** Games that were left out, since they are stored with home and away swapped, or one other club. */
  doubtful: readonly string[];
};

type Result = Pick<FixtureRow, 'status'> & Goals;
type Facts = Omit<typeof fixtures.$inferInsert, 'updatedAt'> & Result;
type Change = { before: FixtureRow; after: Facts; moved: boolean; result: boolean };

/** Brings a league's stored fixtures to what its season file says, all of them or none. */
export async function importSeason(
  database: Database,
  { league, matches: told, at }: { league: LeaguePlace; matches: readonly DatedMatch[]; at: Date },
): Promise<Imported> {
  return transaction(database, async (tx) => {
    if (!(await takeLock(tx, locks.seasonImport))) {
      throw new StartRefused('Another import is under way. Try again when it is done.');
    }
    await saveLeague(tx, league);
    const { matches, doubtful, unclear } = await foundMatches(tx, league.key, told);
    const telling = { sportKey: league.key, source: 'file', at };
    await saveUnknownNames(tx, { ...telling, names: unclear });
    const known = await heldRows(tx, matches);
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

async function saveLeague(tx: Transaction, league: LeaguePlace): Promise<void> {
  const { key, title, group, details } = league;
  await tx
    .insert(leagues)
    .values({ key, title, group, details })
    .onConflictDoUpdate({ target: leagues.key, set: { title, group, details } });
}

async function heldRows(
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
    // Who posts a tip holds its fixtures in share: it sees a kick-off before the move or after it.
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

function factsOf(
  match: DatedMatch,
  { key: sportKey, zone }: LeaguePlace,
  known: FixtureRow | undefined,
  at: Date,
): Facts {
  const { id, round, home, away } = match;
  const kickOff = known && isDayOf(match, known, zone) ? known.kickOff : match.kickOff;
  const searchName = gameSearchText(gameName(home, away));
  const facts = { id, sportKey, source: 'file', round, home, away, searchName, kickOff };
  const tellsNothing = match.status === 'scheduled' && known && known.status !== 'scheduled';
  // An administrator may know a result before the file does. One in the future is none.
  if (tellsNothing && kickOff <= at) return { ...facts, ...resultOf(known) };
  const told = { ...facts, status: match.status, ...goalsOf(match.score) };
  // A file never tells who scored first; what somebody said of this very score stays.
  const firstGoal = known?.firstGoal ?? null;
  return known && isEqual(resultOf(known), { ...resultOf(told), firstGoal })
    ? { ...told, firstGoal }
    : told;
}

/** Whether a file tells the day alone of a game whose time on that day is known. */
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

/** What is known of how a game went. */
export function resultOf({ status, ...row }: Result): Result {
  const { halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal } = row;
  return { status, halfTimeHome, halfTimeAway, fullTimeHome, fullTimeAway, firstGoal };
}

/** Prices are not touched: a file has none, and an administrator's stay. */
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

/** Games that changed, by their ids: those whose kick-off moved, and those with another result. */
export type ChangedGames = { moved: readonly string[]; results: readonly string[] };

/**
 * Brings every tip that holds one of these games to its owner's devices, which show kick-offs
 * and scores with the legs. The games are locked before: only then it is certain whose tips hold them.
 * Whoever posts locks themselves first, so the two may meet; PostgreSQL ends one, which is done again.
 */
export async function renewTips(tx: Transaction, { moved, results }: ChangedGames): Promise<void> {
  const changed = [...new Set([...moved, ...results])];
  if (changed.length === 0) return;
  const stands = and(isNull(tips.withdrawnAt), holdsOneOf(tx, changed));

  const owners = await tx.selectDistinct({ id: tips.ownerId }).from(tips).where(stands);
  await raiseCursors(
    tx,
    owners.map(({ id }) => id),
  );
  await passOn(tx, stands);
  if (moved.length > 0) await moveTips(tx, moved);
}

/** A tip with whose it is. */
export type OwnedTip = { id: string; ownerId: string };

/** The same of these tips, whose owners' counters were raised. */
export async function passOnTips(tx: Transaction, held: readonly OwnedTip[]): Promise<void> {
  const ids = held.map(({ id }) => id);
  if (ids.length > 0) await passOn(tx, inArray(tips.id, ids));
}

/** A score is its game's: the tip's version stays, or it would refuse decisions on their way. */
async function passOn(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(tips)
    .set({
      cursor: sql`(select ${members.cursor} from ${members} where ${members.id} = ${tips.ownerId})`,
    })
    .where(which);
}

/** A tip expires at its earliest kick-off. Confirmed ones are history and stay as they are. */
async function moveTips(tx: Transaction, moved: readonly string[]): Promise<void> {
  await tx
    .update(tips)
    .set({
      expiresAt: kickOffOfLegs('min'),
      lastKickOff: kickOffOfLegs('max'),
      version: sql`${tips.version} + 1`,
    })
    // A tip confirmed meanwhile is no longer among them: the condition is read again here.
    .where(and(isNull(tips.confirmedAt), isNull(tips.withdrawnAt), holdsOneOf(tx, moved)));
}

function holdsOneOf(tx: Transaction, fixtureIds: readonly string[]) {
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
