import { eq } from 'drizzle-orm';

import { mailRemovedGuard } from './auth/guard-mails.ts';
import { readLoginGuards, removeLoginGuards } from './auth/login-guards.ts';
import { endSessions } from './auth/sessions.ts';
import { type Database, type Transaction, runInTransaction } from './db/database.ts';
import { withOpenDatabase } from './db/command.ts';
import { recordSlices, tipsterRecords } from './db/record-tables.ts';
import { audit, members, tips } from './db/schema.ts';
import { buildEmailCondition } from './members/email.ts';
import { raiseCursor } from './operations/cursor.ts';
import { recomputeRecord } from './records/record-update.ts';
import type { Services } from './services.ts';
import { readSettings } from './platform/settings.ts';
import { runCommand, OperatorError } from './platform/error-reports.ts';

const usage = `Usage:
  npm run admin -- grant EMAIL     makes a registered member an administrator
  npm run admin -- revoke EMAIL    makes an administrator a member again
  npm run admin -- unguard EMAIL   removes a member's passkeys and authenticator app, and logs them out
  npm run admin -- records [EMAIL] computes the records of all tipsters, or of one, from their tips`;

const roles = { grant: 'administrator', revoke: 'member' } as const;

async function run(args: string[]): Promise<void> {
  const runTask = parseAdminTask(args);
  if (!runTask) throw new OperatorError(usage);
  const settings = readSettings(process.env);
  await withOpenDatabase(settings, console.log, async (database) =>
    console.log(await runTask({ database, settings, clock: () => new Date() })),
  );
}

type CommandServices = Pick<Services, 'database' | 'settings' | 'clock'>;

/** Runs a task and returns a sentence about its result. */
type AdminTask = (services: CommandServices) => Promise<string>;

function parseAdminTask([name, email, ...rest]: readonly string[]): AdminTask | undefined {
  if (rest.length > 0) return undefined;
  if (name === 'records') return async ({ database }) => recomputeRecords(database, email);
  if (!email) return undefined;
  if (name === 'unguard') return async (services) => removeGuardsByEmail(services, email);
  if (name !== 'grant' && name !== 'revoke') return undefined;
  return async ({ database }) => changeRole(database, email, roles[name]);
}

/** Recomputes the records of the member with this email, or of all members who have tips. */
export async function recomputeRecords(database: Database, email?: string): Promise<string> {
  const ids =
    email === undefined ? await readRecordOwners(database) : [await readMemberId(database, email)];
  for (const id of ids) await runInTransaction(database, async (tx) => recomputeRecord(tx, id));
  return `Records computed from the tips: ${ids.length}.`;
}

async function readRecordOwners(database: Database): Promise<string[]> {
  const rows = await database
    .select({ id: tips.ownerId })
    .from(tips)
    .union(database.select({ id: tipsterRecords.memberId }).from(tipsterRecords))
    .union(database.select({ id: recordSlices.memberId }).from(recordSlices));
  return rows.map(({ id }) => id);
}

async function readMemberId(database: Database, email: string): Promise<string> {
  const [member] = await database
    .select({ id: members.id })
    .from(members)
    .where(buildEmailCondition(email));
  if (!member) throw createUnknownEmailError(email);
  return member.id;
}

async function changeRole(database: Database, email: string, role: Role): Promise<string> {
  const changed = await setRole(database, email, role, new Date());
  if (!changed) throw createUnknownEmailError(email);
  const named = role === 'member' ? 'a member' : 'an administrator';
  if (changed.previousRole === role) return `${changed.email} is ${named} already.`;
  const waiting = role === 'administrator' && !changed.emailVerified;
  return (
    `${changed.email} is ${named} from now on.` +
    (waiting ? ' They have to activate their account by mail before they can act.' : '')
  );
}

function createUnknownEmailError(email: string): OperatorError {
  return new OperatorError(`Nobody is registered as ${email}. Register first, then try again.`);
}

/**
 * Removes a locked-out member's login guards (passkeys, authenticator app), ends all sessions and
 * informs the member by mail. The password does not change; the login page has a link to reset it.
 */
export async function removeGuardsByEmail(
  services: CommandServices,
  email: string,
): Promise<string> {
  return runInTransaction(services.database, async (tx) => {
    const member = await lockMember(tx, email);
    if (!member) throw createUnknownEmailError(email);
    const now = services.clock();
    const guards = await readLoginGuards(tx, member.id);
    await removeLoginGuards(tx, member.id);
    await endSessions(tx, member.id, { now });
    await tx.insert(audit).values({
      at: now,
      action: 'member.unguard',
      subject: `member:${member.id}`,
      before: { guards: guards.map(({ kind, device, addedAt }) => ({ kind, device, addedAt })) },
      after: { guards: [] },
      reason: commandReason,
    });
    await mailRemovedGuard(tx, services, { memberId: member.id, askedFrom: '' });
    return (
      `${member.email} logs in with the password alone from now on (${formatRemovedGuards(guards)}), and is ` +
      'logged out everywhere. Have them ask for a new password on the login page.'
    );
  });
}

function formatRemovedGuards(guards: Awaited<ReturnType<typeof readLoginGuards>>): string {
  if (guards.length === 0) return 'there was no passkey and no authenticator app';
  const names = guards.map(({ kind, device }) =>
    device === '' ? guardNames[kind] : `${guardNames[kind]} (${device})`,
  );
  return `removed: ${names.join('; ')}`;
}

const guardNames = { passkey: 'passkey', authenticator: 'authenticator app' };

const commandReason = 'by command on the server';

type Role = (typeof members.$inferSelect)['role'];

type RoleChange = { id: string; email: string; previousRole: Role; emailVerified: boolean };

/**
 * Sets the role of the member with this email, valid from the next request; null without such a
 * member.
 */
export async function setRole(
  database: Database,
  email: string,
  role: Role,
  now: Date,
): Promise<RoleChange | null> {
  return runInTransaction(database, async (tx) => {
    const member = await lockMember(tx, email);
    if (!member) return null;
    const change = {
      id: member.id,
      email: member.email,
      previousRole: member.role,
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
      reason: commandReason,
    });
    return change;
  });
}

async function lockMember(tx: Transaction, email: string) {
  const [member] = await tx.select().from(members).where(buildEmailCondition(email)).for('update');
  return member;
}

if (import.meta.main) await runCommand(() => run(process.argv.slice(2)));
