import type { Database } from '#server/db/database.ts';

/** Tables of which only some rows are compared, with the SQL condition. */
const unnoted: Readonly<Record<string, string>> = {
  audit: `where action <> 'administrator.refused'`,
  unsealed_events: `where (chain, position) not in (
    select chain, position from audit where action = 'administrator.refused')`,
};

/**
 * Returns one digest per table. Excludes counters (`limits`), the time of a session's last use, and
 * audit entries of refused requests with their unsealed events.
 */
export async function digestOf({ $client }: Database): Promise<string[]> {
  const { rows } = await $client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'limits'
     order by 1`,
  );
  if (rows.length < 10) throw new Error(`There are only ${rows.length} tables.`);
  const digests = rows.map(({ name }) => {
    const row = name === 'sessions' ? `(to_jsonb(t) - 'last_used_at')::text` : 't::text';
    return `select '${name} ' || coalesce(md5(string_agg(${row}, '' order by ${row})), '') as line
      from ${name} as t ${unnoted[name] ?? ''}`;
  });
  const all = await $client.query<{ line: string }>(digests.join(' union all '));
  // The order differs if PostgreSQL reads large tables in parallel.
  return all.rows.map(({ line }) => line).toSorted();
}
