import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

const Rows = z.array(z.object({ record: z.string() }));

/** Returns the stored records that differ from recomputed ones, and those that are missing. */
export async function differingRecords(database: Database): Promise<string[]> {
  const { stored, recomputed } = await bothRecords(database);
  return [
    ...stored.filter((row) => !recomputed.includes(row)),
    ...recomputed.filter((row) => !stored.includes(row)).map((row) => `missing ${row}`),
  ];
}

/** Returns all records in two forms: as stored, and as recomputed from the tickets. */
export async function bothRecords(
  database: Database,
): Promise<{ stored: string[]; recomputed: string[] }> {
  const [stored, recomputed] = await Promise.all([
    rowsOf(database, `select * from tipster_records`, `select * from record_slices`),
    rowsOf(database, recomputedRecords, recomputedSlices),
  ]);
  return { stored, recomputed };
}

/** SQL of the tips that count in a record, one row each, with the profit in units. */
const counted = `
  select *, ${unitsOf('outcome', 'record_odds')} as units,
    to_char(last_kick_off at time zone 'UTC', 'YYYY-MM') as month
  from tips where confirmed_at is not null and withdrawn_at is null and copied_from is null`;

const recomputedSlices = `
  select member_id, kind, key, count(*) as settled, count(*) filter (where result = 'won') as won,
    sum(units) as flat_profit, round(sum(units) / (count(*) + 50), 12) as proven_yield
  from (
    select owner_id as member_id, 'month' as kind, month as key, outcome as result, units
    from (${counted}) as tip
    union all
    select owner_id, slice.kind, slice.key, result, ${unitsOf('result', 'kick_off_odd')}
    from (${counted}) as tip
    join legs on tip_id = tip.id
    join fixtures on fixtures.id = fixture_id
    cross join lateral (values ('league', sport_key), ('league-month', sport_key || ' ' || month),
      ('option', odds_id::text)) as slice(kind, key)
  ) as part
  where result in ('won', 'lost')
  group by member_id, kind, key`;

const recomputedRecords = `
  select member_id, settled, won, priced, flat_profit, capped_profit, form,
    round(capped_profit / (settled + 50), 12) as proven_yield,
    case when settled >= 10 then round(2.5 + 2.5 * x / sqrt(1 + x * x), 2) end as stars
  from (
    select *, 10 * capped_profit / (settled + 50) as x
    from (
      select member_id, count(*) filter (where is_decided) as settled,
        count(*) filter (where outcome = 'won') as won,
        count(*) filter (where is_decided and record_odds > 0) as priced,
        coalesce(sum(units) filter (where is_decided), 0) as flat_profit,
        coalesce(sum(least(20, units)) filter (where is_decided), 0) as capped_profit,
        coalesce((array_agg(outcome order by last_kick_off, created_at, id)
          filter (where outcome is not null))[greatest(1, count(outcome) - 4):], '{}') as form
      from (select member_id from tipster_records union select owner_id from (${counted}) as tip)
        as tipster
      left join (select *, outcome in ('won', 'lost') as is_decided from (${counted}) as tip) as tip
        on owner_id = member_id
      group by member_id
    ) as sums
  ) as record`;

function unitsOf(result: string, odds: string): string {
  return `case when ${odds} = 0 then 0 when ${result} = 'won' then ${odds} - 1 else -1 end`;
}

async function rowsOf(database: Database, ...queries: string[]): Promise<string[]> {
  const records = queries.map(
    (query) => `select to_jsonb(row)::text as record from (${query}) as row`,
  );
  const { rows } = await database.execute(sql.raw(records.join(' union all ')));
  // PostgreSQL may write equal numbers differently, such as 1.0 and 1.00.
  const plain = z.parse(Rows, rows).map(({ record }) => JSON.stringify(JSON.parse(record)));
  return plain.toSorted();
}
