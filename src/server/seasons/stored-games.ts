import { and, eq, gte, inArray, lte, or } from 'drizzle-orm';
import { maxOf, minOf } from '#domain/extremes.ts';

import { gameName } from '#domain/fixture.ts';
import { dayMs } from '#domain/durations.ts';

import type { Transaction } from '../db/database.ts';
import { fixtures } from '../db/schema.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { type ClubNameMapper, createClubNameMapper } from '../sources/club-names.ts';
import {
  computeKickOffDistanceMs,
  type GameIdentity,
  identifyGame,
  sortByKickOffDistance,
  toClubPairKey,
  maxSameGameDistanceMs,
} from '../sources/identity.ts';
import { type DatedMatch, createFixtureId } from './season.ts';

/**
 * The matches of a file that can be imported; the names of doubtful matches; and the club names of
 * matches with only one known club (`unclear`).
 */
export type AssignedMatches = { matches: DatedMatch[]; doubtful: string[]; unclear: string[] };

/** Milliseconds before and after the file's dates in which stored fixtures are searched. */
const dateMarginMs = 60 * dayMs;

/** Maximum move of a game in milliseconds; the same round further away is of another season. */
const maxMoveMs = 200 * dayMs;

/**
 * Gives every match the id of its stored fixture, which is found by round first (even if the game
 * moved far), then by id. A fixture that a source of odds added under another id is found by clubs
 * and day. A new game gets a new id.
 */
export async function assignFixtureIds(
  tx: Transaction,
  sportKey: string,
  matches: readonly DatedMatch[],
): Promise<AssignedMatches> {
  const own = new Set(matches.map(({ id }) => id));
  const rows = await readFixturesAround(tx, sportKey, matches);
  const nameOf = await createClubNameMapper(tx, sportKey);
  const claims = claimFixtureRows(matches, rows, nameOf);
  const claimed = new Set([...claims.values()].map(({ id }) => id));
  const stored = new Set(rows.map(({ id }) => id));
  const free = new Map(
    rows.flatMap((row) => (own.has(row.id) || claimed.has(row.id) ? [] : [[row.id, row] as const])),
  );
  const found: AssignedMatches = { matches: [], doubtful: [], unclear: [] };
  for (const match of matches) {
    const claim = claims.get(match);
    const identity: GameIdentity<FixtureRow> = claim
      ? { is: 'known', row: claim }
      : identifyGame(match, [...free.values()], { received: matches, nameOf });
    if (identity.is === 'swapped' || identity.is === 'unclear') {
      found.doubtful.push(gameName(match.home, match.away));
      if (identity.is === 'unclear') found.unclear.push(match.home, match.away);
      continue;
    }
    const id = findStoredId(identity) ?? createUnusedId(match, stored);
    free.delete(id);
    found.matches.push({ ...match, id });
  }
  return found;
}

/** Finds stored fixtures by round, then by day if the clubs meet more than once, then by id. */
function claimFixtureRows(
  matches: readonly DatedMatch[],
  rows: readonly FixtureRow[],
  nameOf: ClubNameMapper,
): Map<DatedMatch, FixtureRow> {
  const rowsOfPair = Map.groupBy(rows, (row) => toClubPairKey(row, nameOf));
  const matchesOfPair = Map.groupBy(matches, (match) => toClubPairKey(match, nameOf));
  const claims = new Map<DatedMatch, FixtureRow>();
  const claimed = new Set<string>();
  const claim = (isMatch: (row: FixtureRow, match: DatedMatch) => boolean) => {
    for (const match of matches) {
      if (claims.has(match)) continue;
      const pair = rowsOfPair.get(toClubPairKey(match, nameOf)) ?? [];
      const open = pair.filter((row) => !claimed.has(row.id) && !isReplaced(row, match, pair));
      const row = sortByKickOffDistance(match, open).find((each) => isMatch(each, match));
      if (!row) continue;
      claims.set(match, row);
      claimed.add(row.id);
    }
  };
  const meetings = (match: DatedMatch) => matchesOfPair.get(toClubPairKey(match, nameOf)) ?? [];
  claim(
    (row, match) => hasSameRound(row, match) && computeKickOffDistanceMs(row, match) <= maxMoveMs,
  );
  const isNumbered = (row: FixtureRow, match: DatedMatch) =>
    meetings(match).length > 1 && !row.round && !match.round;
  claim(
    (row, match) =>
      isNumbered(row, match) && computeKickOffDistanceMs(row, match) <= maxSameGameDistanceMs,
  );
  claim(
    (row, match) =>
      row.id === match.id &&
      !isOtherMeeting(row, match) &&
      !meetings(match).some((other) => other !== match && hasSameRound(row, other)),
  );
  claim((row, match) => isNumbered(row, match) && meetings(match).some(({ id }) => id === row.id));
  return claims;
}

function hasSameRound(row: FixtureRow, { round }: DatedMatch): boolean {
  return round !== '' && row.round === round;
}

/** True if row and match are different meetings of two clubs: a file may lack the earlier one. */
function isOtherMeeting(row: FixtureRow, match: DatedMatch): boolean {
  const isOfNoRound = row.round === '' || match.round === '';
  return (
    !isOfNoRound && row.round !== match.round && computeKickOffDistanceMs(row, match) > dateMarginMs
  );
}

/** True if the stored game was called off and another stored fixture is near the match's date. */
function isReplaced(row: FixtureRow, match: DatedMatch, pair: readonly FixtureRow[]): boolean {
  const isOff = row.status === 'postponed' || row.status === 'cancelled';
  return (
    isOff &&
    computeKickOffDistanceMs(row, match) > maxSameGameDistanceMs &&
    pair.some(
      (other) => other !== row && computeKickOffDistanceMs(other, match) <= maxSameGameDistanceMs,
    )
  );
}

/** Returns an id that no other meeting of these clubs has. */
function createUnusedId({ id, round, kickOff }: DatedMatch, stored: ReadonlySet<string>): string {
  return stored.has(id) ? createFixtureId([id, round || kickOff.toISOString()]) : id;
}

/** Returns the stored fixture's id; undefined for a new game, or a new date after a call-off. */
function findStoredId(identity: GameIdentity<FixtureRow>): string | undefined {
  if (identity.is === 'new') return undefined;
  const { is, row } = identity;
  return is === 'known' || row.status === 'scheduled' ? row.id : undefined;
}

async function readFixturesAround(
  tx: Transaction,
  sportKey: string,
  matches: readonly DatedMatch[],
): Promise<FixtureRow[]> {
  const kickOffs = matches.map(({ kickOff }) => kickOff.getTime());
  if (kickOffs.length === 0) return [];
  return tx
    .select()
    .from(fixtures)
    .where(
      or(
        inArray(
          fixtures.id,
          matches.map(({ id }) => id),
        ),
        and(
          eq(fixtures.sportKey, sportKey),
          gte(fixtures.kickOff, new Date(minOf(kickOffs) - dateMarginMs)),
          lte(fixtures.kickOff, new Date(maxOf(kickOffs) + dateMarginMs)),
        ),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}
