import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** An instant, to the millisecond. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 });
