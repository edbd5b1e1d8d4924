import type { Client } from 'pg';

/** A table of a backup, with all columns that are not generated. */
export type BackupTable = { name: string; columns: string[] };

/** The table of queued jobs. Each server creates the rest of the queue's schema itself. */
const jobTable = 'pgboss.job_common';

/** Quotes an SQL name, or a schema and a name. */
export function quoteName(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

/**
 * Returns the query of the rows to save. Scheduled jobs are omitted, because pg-boss creates them
 * again at their next time; completed jobs are omitted, too.
 */
export function createRowsQuery({ name, columns }: BackupTable): string {
  const all = `select ${columns.map(quoteName).join(', ')} from ${quoteName(name)}`;
  return name === jobTable ? `${all} where policy = 'standard' and state <> 'completed'` : all;
}

/** Returns a table and its columns as a COPY target. */
export function toCopyTarget({ name, columns }: BackupTable): string {
  return `${quoteName(name)} (${columns.map(quoteName).join(', ')})`;
}

/** Reads all tables, referenced tables first; omits unlogged tables, which a crash may empty. */
export async function readTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { refersTo: string[] }>(
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
  const ordered: BackupTable[] = [];
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

/** Returns the first table that contains a row; undefined if all are empty. */
export async function findNonEmptyTable(client: Client): Promise<string | undefined> {
  for (const { name } of await readTables(client)) {
    const { rowCount } = await client.query(`select from ${quoteName(name)} limit 1`);
    if (rowCount !== 0) return name;
  }
  return undefined;
}
