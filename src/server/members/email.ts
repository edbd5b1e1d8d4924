import { eq, sql } from 'drizzle-orm';

import { members } from '../db/schema.ts';

/** Condition: the member has this email, ignoring case. */
export function buildEmailCondition(email: string) {
  return eq(sql`lower(${members.email})`, email.toLowerCase());
}
