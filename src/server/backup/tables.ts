import type { Client } from 'pg';

/** A table of the backup, with its columns except generated ones. */
export type Table = { name: string; columns: string[] };

/** The table of jobs, as tables are named here; the rest of the queue's schema is made by each server. */
const jobTable = 'pgboss.job_common';

/** Quotes a name for SQL, or a schema and a name in it. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/**
 * The rows of a table that a backup holds, as a query: of jobs those that something caused. Rounds by the
 * clock come by themselves.
 */
export function backedUpRows({ name, columns }: Table): string {
  const all = `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`;
  return name === jobTable ? `${all} where policy = 'standard' and state <> 'completed'` : all;
}

/** A table with its columns, as COPY expects them. */
export function copied({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** All tables, referenced ones first; unlogged tables, which a crash may empty, are left out. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(
    `
    select case when c.relnamespace = 'public'::regnamespace then c.relname else $1 end as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select f.relname::text from pg_constraint join pg_class f on f.oid = confrelid
        where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      or c.oid = to_regclass($1)
    order by c.relname`,
    [jobTable],
  );
  const ordered: Table[] = [];
  const sorted = new Set<string>();
  for (let remaining = rows; remaining.length > 0;) {
    const next = remaining.filter(({ refersTo }) =>
      refersTo.every((name) => sorted.has(name) || !remaining.some((each) => each.name === name)),
    );
    if (next.length === 0) throw new Error('tables refer to one another in a circle');
    for (const { name, columns } of next) {
      ordered.push({ name, columns });
      sorted.add(name);
    }
    remaining = remaining.filter(({ name }) => !sorted.has(name));
  }
  return ordered;
}

/** The first table that contains a row. */
export async function filledTable(client: Client): Promise<string | undefined> {
  for (const { name } of await tablesOf(client)) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount !== 0) return name;
  }
  return undefined;
}
