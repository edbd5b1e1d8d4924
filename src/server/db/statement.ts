import { type Placeholder, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

import type { Queryable } from './database.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * A statement of the hot paths. It is put into words once, with `value` where a value goes, and
 * every connection keeps its plan under its name. Rows come as the driver reads them: moments and
 * big integers as text.
 */
export function statement<Row, Values extends Record<string, unknown>>(
  name: string,
  write: (value: (name: keyof Values & string) => Placeholder) => SQL,
) {
  const worded = dialect.sqlToQuery(write((of) => sql.placeholder(of)));
  return async (database: Queryable, values: Values): Promise<Row[]> => {
    const prepared = database._.session.prepareQuery<{
      execute: { rows: Row[] };
      all: unknown;
      values: unknown;
    }>(worded, undefined, name, false);
    const { rows } = await prepared.execute(values);
    return rows;
  };
}
