import { eq, type Placeholder, sql, type SQL } from 'drizzle-orm';

import type { Fact } from '#domain/fact.ts';
import type { FixtureStatus } from '#domain/fixture.ts';
import type { LegResult } from '#domain/tip.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, members, tips } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { named } from '../members/names.ts';

/** A leg with what its fixture adds to it. */
export type LegRow = {
  position: number;
  fixtureId: string;
  sportKey: string;
  home: string;
  away: string;
  kickOff: Date;
  fixtureStatus: FixtureStatus;
  oddsId: number;
  odd: number;
  kickOffOdd: number;
  result: LegResult;
  decidedAt: Date | null;
  reason: string | null;
  fact: Fact | null;
  halfTimeHome: number | null;
  halfTimeAway: number | null;
  fullTimeHome: number | null;
  fullTimeAway: number | null;
};

/** A tip with its tipster's names and its legs in their order. */
export type TipRow = Omit<
  typeof tips.$inferSelect,
  'expiresAt' | 'lastKickOff' | 'recordOdds' | 'confirmedBy'
> &
  Pick<typeof members.$inferSelect, 'firstName' | 'lastName' | 'userName'> & {
    former: boolean;
    legs: LegRow[];
  };

/** The same as the driver reads it: moments and the counter as text. */
type StoredLeg = Stored<LegRow, 'kickOff' | 'decidedAt'>;
type StoredTip = Stored<
  Omit<TipRow, 'legs'>,
  'createdAt' | 'bookedAt' | 'confirmedAt' | 'withdrawnAt' | 'cursor'
> & { legs: StoredLeg[] };
type Stored<Row, Text extends keyof Row> = Omit<Row, Text> & {
  [Name in Text]: null extends Row[Name] ? string | null : string;
};

// One value per tip, which PostgreSQL builds and the driver reads faster than a row per leg.
const legsOfTip = sql`(
  select json_agg(leg order by leg.position) from (
    select ${legs.position}, ${legs.fixtureId} as "fixtureId", ${legs.oddsId} as "oddsId",
      ${legs.odd}, ${legs.kickOffOdd} as "kickOffOdd", ${legs.result},
      ${legs.decidedAt} as "decidedAt", ${legs.reason}, ${legs.fact},
      ${fixtures.sportKey} as "sportKey", ${fixtures.home}, ${fixtures.away},
      ${fixtures.kickOff} as "kickOff", ${fixtures.status} as "fixtureStatus",
      ${fixtures.halfTimeHome} as "halfTimeHome", ${fixtures.halfTimeAway} as "halfTimeAway",
      ${fixtures.fullTimeHome} as "fullTimeHome", ${fixtures.fullTimeAway} as "fullTimeAway"
    from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id}
  ) as leg)`;

/** Tips as every list reads them, withdrawn ones included; one statement for any number. */
const tipRows = sql`
  select ${tips.id}, ${tips.ownerId} as "ownerId", ${tips.createdAt} as "createdAt",
    ${tips.stake}, ${tips.analysis}, ${tips.copiedFrom} as "copiedFrom",
    ${tips.bookedAt} as "bookedAt", ${tips.confirmedAt} as "confirmedAt",
    ${tips.withdrawnAt} as "withdrawnAt", ${tips.totalOdds} as "totalOdds", ${tips.outcome},
    ${tips.legsWon} as "legsWon", ${tips.legsLost} as "legsLost", ${tips.version}, ${tips.cursor},
    ${members.firstName} as "firstName", ${members.lastName} as "lastName",
    ${members.userName} as "userName", ${named.former} as former, ${legsOfTip} as legs
  from ${tips} join ${members} on ${members.id} = ${tips.ownerId}`;

/** The tips that stand and that a condition finds, the newest first. */
const newest = (where: SQL, limit: number | Placeholder) => sql`${tipRows}
  where ${tips.withdrawnAt} is null and ${where}
  order by ${tips.createdAt} desc, ${tips.id} desc
  limit ${limit}`;

const tipWithId = statement<StoredTip, { id: string }>('ticket_with_id', (value) =>
  newest(eq(tips.id, value('id')), 1),
);

const newestOfOwner = statement<StoredTip, { ownerId: string; limit: number }>(
  'newest_tickets_of_owner',
  (value) => newest(eq(tips.ownerId, value('ownerId')), value('limit')),
);

/** One tip, unless it was withdrawn. */
export async function tipById(database: Queryable, id: string): Promise<TipRow | undefined> {
  const [stored] = await tipWithId(database, { id });
  return stored && fromStored(stored);
}

/** A member's newest tips. */
export async function newestTipsOf(
  database: Queryable,
  ownerId: string,
  limit: number,
): Promise<TipRow[]> {
  return (await newestOfOwner(database, { ownerId, limit })).map(fromStored);
}

/** The newest tips that a condition finds, or of all. */
export async function newestTips(
  database: Queryable,
  limit: number,
  where: SQL = sql`true`,
): Promise<TipRow[]> {
  const { rows } = await database.execute<StoredTip>(newest(where, limit));
  return rows.map(fromStored);
}

/** What changed among a member's tips between two values of their counter, withdrawals too. */
export async function tipsBetween(
  database: Queryable,
  ownerId: string,
  since: number,
  until: number,
): Promise<TipRow[]> {
  const { rows } = await database.execute<StoredTip>(sql`${tipRows}
    where ${tips.ownerId} = ${ownerId} and ${tips.cursor} > ${since} and ${tips.cursor} <= ${until}
    order by ${tips.cursor}`);
  return rows.map(fromStored);
}

function fromStored(stored: StoredTip): TipRow {
  return {
    ...stored,
    createdAt: new Date(stored.createdAt),
    bookedAt: momentOf(stored.bookedAt),
    confirmedAt: momentOf(stored.confirmedAt),
    withdrawnAt: momentOf(stored.withdrawnAt),
    cursor: Number(stored.cursor),
    legs: stored.legs.map((leg) => ({
      ...leg,
      kickOff: new Date(leg.kickOff),
      decidedAt: momentOf(leg.decidedAt),
    })),
  };
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
