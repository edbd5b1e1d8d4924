import { eq, sql } from 'drizzle-orm';

import { closeDatabase, type Database, openDatabase, transaction } from './db/database.ts';
import { migrateDatabase } from './db/migrate.ts';
import { postgresAtHand } from './db/postgres.ts';
import { audit, members } from './db/schema.ts';
import { raiseCursor } from './operations/cursor.ts';
import { readSettings } from './settings.ts';
import { StartRefused } from './start-refused.ts';

const usage = `Usage:
  npm run admin -- grant EMAIL     makes a registered member an administrator
  npm run admin -- revoke EMAIL    makes an administrator a member again`;

const roles = { grant: 'administrator', revoke: 'member' } as const;

async function run(words: string[]): Promise<void> {
  const [task, email] = words;
  if ((task !== 'grant' && task !== 'revoke') || !email || words.length > 2) {
    throw new StartRefused(usage);
  }
  const settings = readSettings(process.env);
  const say = (line: string) => console.log(line);
  const postgres = settings.databaseUrl
    ? { url: settings.databaseUrl, stop: async () => undefined }
    : await postgresAtHand(settings.dataDir, say);
  try {
    await migrateDatabase(postgres.url);
    say(await change(postgres.url, email, roles[task]));
  } finally {
    await postgres.stop();
  }
}

async function change(
  url: string,
  email: string,
  role: 'member' | 'administrator',
): Promise<string> {
  const database = openDatabase({ url, connections: 1 });
  try {
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
  } finally {
    await closeDatabase(database);
  }
}

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

if (import.meta.main) {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof StartRefused ? error.message : error);
    process.exitCode = 1;
  }
}
