import { eq, sql } from 'drizzle-orm';

import { members } from '../db/schema.ts';

/** Returns an SQL condition: the member has this email, ignoring case. */
export function buildEmailCondition(email: string) {
  return eq(sql`lower(${members.email})`, email.toLowerCase());
}
