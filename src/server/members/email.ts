import { eq, sql } from 'drizzle-orm';

import { members } from '../db/schema.ts';

/** Condition: a member's email is this address, in any case. */
export function hasEmail(email: string) {
  return eq(sql`lower(${members.email})`, email.toLowerCase());
}
