import { eq, sql } from 'drizzle-orm';

import { type Database, transaction } from './db/database.ts';
import { inDatabase } from './db/command.ts';
import { audit, members } from './db/schema.ts';
import { withdrawProposals } from './desk/corrections.ts';
import { raiseCursor } from './operations/cursor.ts';
import { readSettings } from './settings.ts';
import { runCommand, StartRefused } from './start-refused.ts';

const usage = `Usage:
  npm run admin -- grant EMAIL     makes a registered member an administrator
  npm run admin -- revoke EMAIL    makes an administrator a member again`;

const roles = { grant: 'administrator', revoke: 'member' } as const;

async function run(words: string[]): Promise<void> {
  const [task, email] = words;
  if ((task !== 'grant' && task !== 'revoke') || !email || words.length > 2) {
    throw new StartRefused(usage);
  }
  await inDatabase(readSettings(process.env), console.log, async (database) => {
    console.log(await change(database, email, roles[task]));
  });
}

async function change(database: Database, email: string, role: Role): Promise<string> {
  const changed = await setRole(database, email, role, new Date());
  if (!changed) {
    throw new StartRefused(`Nobody is registered as ${email}. Register first, then try again.`);
  }
  const named = role === 'member' ? 'a member' : 'an administrator';
  if (changed.before === role) return `${changed.email} is ${named} already.`;
  const waiting = role === 'administrator' && !changed.emailVerified;
  return (
    `${changed.email} is ${named} from now on.` +
    (waiting ? ' They have to activate their account by mail before they can act.' : '')
  );
}

type Role = (typeof members.$inferSelect)['role'];

type RoleChange = { id: string; email: string; before: Role; emailVerified: boolean };

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
    // Whoever is given the role again proposes anew.
    const reason = 'by command on the server';
    await withdrawProposals(tx, { proposedBy: member.id }, { at: now, by: null, reason });
    await tx.insert(audit).values({
      at: now,
      action: 'member.role',
      subject: `member:${member.id}`,
      before: { role: member.role },
      after: { role },
      reason,
    });
    return change;
  });
}

if (import.meta.main) await runCommand(() => run(process.argv.slice(2)));
