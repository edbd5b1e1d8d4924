import { and, between, or, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';

import { bettingOptions, oddNameOf, type BettingOption } from '#domain/catalogue.ts';
import { foldText, hasWordStartingWith, toSearchWords } from '#domain/names/text-folding.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, leagues, legs, members, tips } from '../db/schema.ts';

/**
 * Maximum number of found members whose tips are selected by owner. With more members, matching
 * tips are frequent, so the newest tips are scanned.
 */
const maxNamedOwners = 1_000;

/**
 * Condition: the owner's name contains a normalized text. First searches the members; compares ids
 * if only few match.
 */
export async function buildOwnerNameCondition(database: Queryable, text: string): Promise<SQL> {
  const found = await database
    .select({ id: members.id })
    .from(members)
    .where(sql`strpos(${members.searchName} || ' ' || lower(${members.nameMark}), ${text}) > 0`)
    .limit(maxNamedOwners + 1);
  if (found.length > maxNamedOwners) {
    // PostgreSQL evaluates a scalar subquery only for the newest tips, until the list is full.
    return sql`(select strpos(owner.search_name || ' ' || lower(owner.name_mark), ${text}) > 0
      from ${members} as owner where owner.id = ${tips.ownerId})`;
  }
  return sql`${tips.ownerId} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`;
}

/**
 * Condition: each word is in the names of the tipster or of a game, begins a word in a league's
 * name, is a word of an option, or begins the tip's id.
 */
export async function buildSearchCondition(
  database: Queryable,
  search: string,
): Promise<SQL | undefined> {
  const words = toSearchWords(search).slice(0, 8);
  return and(
    ...(await Promise.all(words.map(async (word) => buildSearchWordCondition(database, word)))),
  );
}

async function buildSearchWordCondition(
  database: Queryable,
  word: string,
): Promise<SQL | undefined> {
  const [byOneNamed, known, games] = await Promise.all([
    buildOwnerNameCondition(database, word),
    database.select().from(leagues),
    database
      .select({ id: fixtures.id })
      .from(fixtures)
      .where(sql`strpos(${fixtures.searchName}, ${word}) > 0`),
  ]);
  const ids = toIdRange(word);
  return or(
    byOneNamed,
    sql`${tips.id} in (select ${legs.tipId} from ${legs}
      where ${legs.fixtureId} = any(${sql.param(games.map(({ id }) => id))}::text[]))`,
    hasLegInLeagueOrOption(
      known.filter(({ title, details }) =>
        hasWordStartingWith(foldText(`${title} ${details}`), word),
      ),
      bettingOptions.filter((option) => toSearchWords(oddNameOf(option)).includes(word)),
    ),
    ids && between(tips.id, ...ids),
  );
}

/**
 * Condition: the tip has a leg in one of these leagues or on one of these options. PostgreSQL
 * evaluates this scalar subquery tip by tip, and only until the page is full.
 */
function hasLegInLeagueOrOption(
  inLeagues: readonly { key: string }[],
  options: readonly BettingOption[],
): SQL | undefined {
  if (inLeagues.length + options.length === 0) return undefined;
  const isOne = or(
    sql`${fixtures.sportKey} = any(${sql.param(inLeagues.map(({ key }) => key))}::text[])`,
    sql`${legs.oddsId} = any(${sql.param(options.map(({ oddsId }) => oddsId))}::smallint[])`,
  );
  return sql`(select true from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id} and ${isOne} limit 1)`;
}

/** Returns the first and last UUID with this prefix of at least four characters, else undefined. */
function toIdRange(word: string): [string, string] | undefined {
  const first = word + '00000000-0000-0000-0000-000000000000'.slice(word.length);
  const last = word + 'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(word.length);
  return word.length < 4 || !z.guid().safeParse(first).success ? undefined : [first, last];
}
