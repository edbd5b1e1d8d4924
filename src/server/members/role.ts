import { eq, sql } from 'drizzle-orm';

import { type Database, transaction } from '../db/database.ts';
import { audit, members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';

type Role = (typeof members.$inferSelect)['role'];

export type RoleChange = { id: string; email: string; before: Role; emailVerified: boolean };

/** Gives a member a role, which counts from their next request on; null when nobody has the address. */
export async function setRole(
  database: Database,
  email: string,
  role: Role,
  now: Date,
): Promise<RoleChange | null> {
  return transaction(database, async (tx) => {
    const [member] = await tx
      .select()
      .from(members)
      .where(eq(sql`lower(${members.email})`, email.toLowerCase()))
      .for('update');
    if (!member) return null;
    const change = {
      id: member.id,
      email: member.email,
      before: member.role,
      emailVerified: member.emailVerifiedAt !== null,
    };
    if (member.role === role) return change;

    const profileCursor = await raiseCursor(tx, member.id);
    await tx.update(members).set({ role, profileCursor }).where(eq(members.id, member.id));
    await tx.insert(audit).values({
      at: now,
      action: 'member.role',
      subject: `member:${member.id}`,
      before: { role: member.role },
      after: { role },
      reason: 'by command on the server',
    });
    return change;
  });
}
