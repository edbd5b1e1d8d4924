import { and, eq, gte, lte } from 'drizzle-orm';

import { gameName } from '#domain/fixture.ts';

import type { Transaction } from '../db/database.ts';
import { fixtures } from '../db/schema.ts';
import { day, type FixtureRow } from '../fixtures/queries.ts';
import { type Identity, identify } from '../sources/identity.ts';
import type { DatedMatch } from './season.ts';

/** The matches of a file that can be imported, and the names of those that nobody should guess at. */
export type FoundMatches = { matches: DatedMatch[]; doubtful: string[] };

/** A game that was moved may be this far outside of the dates of its file. */
const margin = 60 * day;

/**
 * Gives every match the id of the fixture that is there of it. A source of odds may have told the game
 * before, and its fixture has another id than the file gives it; it is found by clubs and day, as the
 * source finds it.
 */
export async function foundMatches(
  tx: Transaction,
  sportKey: string,
  matches: readonly DatedMatch[],
): Promise<FoundMatches> {
  const own = new Set(matches.map(({ id }) => id));
  const rows = await rowsAround(tx, sportKey, matches);
  const stored = new Set(rows.map(({ id }) => id));
  const free = new Map(rows.flatMap((row) => (own.has(row.id) ? [] : [[row.id, row] as const])));
  const found: FoundMatches = { matches: [], doubtful: [] };
  for (const match of matches) {
    const identity: Identity<FixtureRow> = stored.has(match.id)
      ? { is: 'new' }
      : identify(match, [...free.values()], matches);
    if (identity.is === 'swapped' || identity.is === 'unclear') {
      found.doubtful.push(gameName(match.home, match.away));
      continue;
    }
    const id = idOf(identity) ?? match.id;
    free.delete(id);
    found.matches.push({ ...match, id });
  }
  return found;
}

/** A game that is postponed or over on its old date is another one than that on the new date. */
function idOf(identity: Identity<FixtureRow>): string | undefined {
  if (identity.is === 'new') return undefined;
  const { is, row } = identity;
  return is === 'known' || row.status === 'scheduled' ? row.id : undefined;
}

async function rowsAround(
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
      and(
        eq(fixtures.sportKey, sportKey),
        gte(fixtures.kickOff, new Date(Math.min(...kickOffs) - margin)),
        lte(fixtures.kickOff, new Date(Math.max(...kickOffs) + margin)),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}
