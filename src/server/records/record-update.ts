import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { tipsterFormLength, recordOf, replaceTips } from '#domain/record.ts';
import { type ConfirmedTipWithLegs, groupIntoSlices } from '#domain/record-slices.ts';

import { awaitPipelined, type Transaction } from '../db/database.ts';
import { countedTips } from '../db/pool-tables.ts';
import { recordSlices, tipsterRecords } from '../db/record-tables.ts';
import { fixtures, legs, members } from '../db/schema.ts';

/** A tip that counts in its owner's record. */
type CountedTip = ConfirmedTipWithLegs & { ownerId: string };

/** The tips that count before a change, and those that count after it. */
type CountedChange = { before: readonly CountedTip[]; after: readonly CountedTip[] };

/**
 * Runs a change of tips and updates the owners' records by the difference. The owners' cursors must
 * have been raised: the locks on the owners' rows serialize changes of a record.
 */
export async function changeCountedTips<Result>(
  tx: Transaction,
  tipIds: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (tipIds.length === 0) return change();
  const isChanged = inArray(countedTips.id, [...tipIds]);
  const before = await readCountedTips(tx, isChanged);
  const result = await change();
  const after = await readCountedTips(tx, isChanged);
  if (before.length + after.length > 0) {
    await awaitPipelined([saveRecords(tx, { before, after }), saveSlices(tx, { before, after })]);
  }
  return result;
}

/**
 * Replaces a member's record by the sum of all counted tips, to repair a wrong record. Locks the
 * member's row, which serializes changes of the record.
 */
export async function recomputeRecord(tx: Transaction, memberId: string): Promise<void> {
  const isMember = eq(members.id, memberId);
  await tx.select({ id: members.id }).from(members).where(isMember).for('no key update');
  await tx.delete(tipsterRecords).where(eq(tipsterRecords.memberId, memberId));
  await tx.delete(recordSlices).where(eq(recordSlices.memberId, memberId));
  const after = await readCountedTips(tx, eq(countedTips.ownerId, memberId));
  if (after.length === 0) return;
  const change = { before: [], after };
  await awaitPipelined([saveRecords(tx, change), saveSlices(tx, change)]);
}

async function readCountedTips(tx: Transaction, condition: SQL): Promise<CountedTip[]> {
  const { id, ownerId, lastKickOff, outcome, recordOdds } = countedTips;
  const rows = await tx
    .select({
      tip: { id, ownerId, lastKickOff, outcome, totalOdds: sql`${recordOdds}`.mapWith(Number) },
      leg: {
        sportKey: fixtures.sportKey,
        oddsId: legs.oddsId,
        result: legs.result,
        kickOffOdd: sql`${legs.kickOffOdd}`.mapWith(Number),
      },
    })
    .from(countedTips)
    .innerJoin(legs, eq(legs.tipId, id))
    .innerJoin(fixtures, eq(fixtures.id, legs.fixtureId))
    .where(condition);
  return [...Map.groupBy(rows, ({ tip }) => tip.id).values()].flatMap((ofTip) =>
    ofTip.slice(0, 1).map(({ tip }) => ({ ...tip, legs: ofTip.map(({ leg }) => leg) })),
  );
}

/** Updates the sums, stars and form in the owners' records. */
async function saveRecords(tx: Transaction, { before, after }: CountedChange): Promise<void> {
  const stored = await tx
    .select({
      memberId: members.id,
      settled: selectStoredSum(tipsterRecords.settled),
      won: selectStoredSum(tipsterRecords.won),
      priced: selectStoredSum(tipsterRecords.priced),
      flatProfit: selectStoredSum(tipsterRecords.flatProfit),
      cappedProfit: selectStoredSum(tipsterRecords.cappedProfit),
      newest: sql<ConfirmedTipWithLegs['outcome'][]>`array(
        select outcome from ${countedTips} where owner_id = ${members.id}
        order by last_kick_off desc, created_at desc, ${countedTips}.id desc
        limit ${tipsterFormLength})`,
    })
    .from(members)
    .leftJoin(tipsterRecords, eq(tipsterRecords.memberId, members.id))
    .where(inArray(members.id, toOwnerIds([...before, ...after])));

  const rows = stored.map(({ memberId, newest, ...record }) => {
    const isOwn = ({ ownerId }: CountedTip) => ownerId === memberId;
    const sums = replaceTips(record, before.filter(isOwn), after.filter(isOwn));
    return { memberId, ...sums, form: newest.toReversed() };
  });
  await tx.execute(sql`
    insert into ${tipsterRecords}
      (member_id, settled, won, priced, flat_profit, capped_profit, stars, form)
    select * from json_to_recordset(${JSON.stringify(rows)}) as is_now(
      "memberId" uuid, settled integer, won integer, priced integer, "flatProfit" numeric,
      "cappedProfit" numeric, stars numeric, form text[])
    on conflict (member_id) do update
    set (settled, won, priced, flat_profit, capped_profit, stars, form) = (excluded.settled,
      excluded.won, excluded.priced, excluded.flat_profit, excluded.capped_profit,
      excluded.stars, excluded.form)`);
}

function selectStoredSum(column: PgColumn) {
  return sql`coalesce(${column}, 0)`.mapWith(Number);
}

/** Subtracts the slices of the tips before a change, and adds those of the tips after it. */
async function saveSlices(tx: Transaction, { before, after }: CountedChange): Promise<void> {
  const rows = [...computeSliceSums(before, -1), ...computeSliceSums(after, 1)];
  await tx.execute(sql`
    insert into ${recordSlices} as stored (member_id, kind, key, settled, won, flat_profit)
    select "memberId", kind, key, sum(settled), sum(won), sum("flatProfit")
    from json_to_recordset(${JSON.stringify(rows)}) as difference(
      "memberId" uuid, kind text, key text, settled integer, won integer, "flatProfit" numeric)
    group by "memberId", kind, key
    on conflict (member_id, kind, key) do update
    set settled = stored.settled + excluded.settled, won = stored.won + excluded.won,
      flat_profit = stored.flat_profit + excluded.flat_profit`);
  await tx
    .delete(recordSlices)
    .where(and(inArray(recordSlices.memberId, toOwnerIds(before)), eq(recordSlices.settled, 0)));
}

/** Computes the sums of each slice by member, multiplied by `sign`. */
function computeSliceSums(counted: readonly CountedTip[], sign: 1 | -1) {
  const byOwner = [...Map.groupBy(counted, ({ ownerId }) => ownerId)];
  return byOwner.flatMap(([memberId, owned]) =>
    groupIntoSlices(owned).flatMap(({ kind, key, tips }) => {
      const { settled, won, flatProfit } = recordOf(tips);
      if (settled === 0) return [];
      const sums = { settled: sign * settled, won: sign * won, flatProfit: sign * flatProfit };
      return [{ memberId, kind, key, ...sums }];
    }),
  );
}

function toOwnerIds(counted: readonly CountedTip[]): string[] {
  return [...new Set(counted.map(({ ownerId }) => ownerId))];
}
