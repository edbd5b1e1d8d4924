import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** A `timestamptz` column with millisecond precision, a `Date` in JavaScript. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
