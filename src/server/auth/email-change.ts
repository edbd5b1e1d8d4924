import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, gte, isNotNull, isNull, ne } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import { dayMs } from '#domain/durations.ts';

import { type Database, type Transaction, runInTransaction } from '../db/database.ts';
import { emailChanges, emailTokens } from '../db/auth-tables.ts';
import { findSqlState } from '../db/failures.ts';
import { members } from '../db/schema.ts';
import type { LetterName } from '../mail/letters.ts';
import { type LetterRequest, queueLetter } from '../mail/queue.ts';
import { buildEmailCondition } from '../members/email.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { createMailedToken, hashToken, runInConstantTime } from './mailed-links.ts';
import { removeLoginGuards } from './login-guards.ts';
import { lockMemberWithProof, type PasswordCheck, type PasswordProof } from './own-password.ts';
import { hashRandomPassword } from './passwords.ts';
import { invalidatePassword } from './password-invalidation.ts';

/** Lifetimes of mailed links in milliseconds: `confirm` to the new address, `undo` to the old. */
const linkLifetimesMs = { confirm: dayMs, undo: 7 * dayMs };

type EmailChangeRequest = { passwordProof: PasswordProof; email: string; askedFrom: string };

/** Stores a requested email; mails it a link to confirm, and informs the current address. */
export async function requestEmailChange(
  services: Services,
  { passwordProof, email, askedFrom }: EmailChangeRequest,
): Promise<void> {
  const { memberId } = passwordProof;
  await runInConstantTime(services, async () =>
    runInTransaction(services.database, async (tx) => {
      const now = services.clock();
      const member = await lockMemberWithProof(tx, passwordProof);
      if (isEqualEmail(member.email, email)) {
        throw new ApiProblem('invalid-input', { errors: { email: ['invalid'] } });
      }
      const mail = createMailer(tx, services, { askedFrom, language: member.language, now });
      await mail(member.email, 'emailChangeRequested', '/account/forgot-password');
      // A member can have only one pending request: the newest.
      await deleteRequestedEmails(tx, memberId);
      const [otherOwner] = await tx
        .select({ id: members.id })
        .from(members)
        .where(and(buildEmailCondition(email), isNotNull(members.emailVerifiedAt)));
      const token = createMailedToken();
      await tx.insert(emailChanges).values({
        id: randomUUID(),
        memberId,
        formerEmail: member.email,
        email,
        createdAt: now,
        confirmHash: hashToken(token),
      });
      // The address belongs to another member, which must not be revealed: no token is mailed.
      if (otherOwner) return mail(email, 'alreadyRegistered', '/account/login');
      const link = `/account/confirm-email/${token}`;
      return mail(email, 'emailConfirm', link, {
        validFor: linkLifetimesMs.confirm,
        account: maskEmail(member.email),
      });
    }),
  );
}

type EmailConfirmation = {
  token: string;
  /** The member who is logged in on the device that opened the link. */
  callerId: string | undefined;
  password: string | undefined;
  checkPassword: PasswordCheck;
  askedFrom: string;
};

/**
 * Confirms a new email by its mailed link, and mails the former address an undo link. The caller
 * must also be logged in or send the password, so that one person owns both mailbox and account.
 */
export async function confirmEmailChange(
  services: Services,
  { token, callerId, password, checkPassword, askedFrom }: EmailConfirmation,
): Promise<void> {
  const { database, clock } = services;
  const isOpen = and(
    eq(emailChanges.confirmHash, hashToken(token)),
    isNull(emailChanges.confirmedAt),
    gt(emailChanges.createdAt, new Date(clock().getTime() - linkLifetimesMs.confirm)),
  );
  const memberId = await findMemberOfEmailChange(database, isOpen);
  if (callerId !== memberId && password === undefined) {
    throw new ApiProblem('invalid-input', { errors: { password: ['required'] } });
  }
  const proven = password === undefined ? undefined : await checkPassword(memberId, password);
  await refuseTakenEmail(async () =>
    runInTransaction(database, async (tx) => {
      const now = clock();
      if (proven) await lockMemberWithProof(tx, proven);
      const { change, member } = await lockEmailChange(tx, memberId, isOpen);
      // The email was changed in another way after the link was sent.
      if (!isEqualEmail(member.email, change.formerEmail)) throw new ApiProblem('link-invalid');
      await assignEmail(tx, member.id, { email: change.email, now });
      const undo = createMailedToken();
      await tx
        .update(emailChanges)
        .set({ confirmedAt: now, undoHash: hashToken(undo) })
        .where(eq(emailChanges.id, change.id));
      const mail = createMailer(tx, services, { askedFrom, language: member.language, now });
      // If the former address was never verified, it may belong to another person.
      if (member.emailVerifiedAt) {
        await mail(change.formerEmail, 'emailChanged', `/account/undo-email/${undo}`);
      }
      await mail(change.email, 'emailMade', '/account/login');
    }),
  );
}

/**
 * Restores the email from before a change, and undoes all later changes of the email. An intruder
 * who made the change knew the password, so the password becomes invalid, the login guards are
 * removed and every session ends. The former mailbox gets a link to choose a new password. Undo
 * links of earlier changes stay valid.
 */
export async function undoEmailChange(
  services: Services,
  token: string,
  askedFrom: string,
): Promise<void> {
  const { database, clock } = services;
  const isOpen = and(
    eq(emailChanges.undoHash, hashToken(token)),
    gt(emailChanges.confirmedAt, new Date(clock().getTime() - linkLifetimesMs.undo)),
  );
  const memberId = await findMemberOfEmailChange(database, isOpen);
  const passwordHash = await hashRandomPassword();
  await refuseTakenEmail(async () =>
    runInTransaction(database, async (tx) => {
      const now = clock();
      const { change, member } = await lockEmailChange(tx, memberId, isOpen);
      const { formerEmail: email, confirmedAt } = change;
      await restoreEmail(tx, memberId, { email, since: confirmedAt ?? now, now });
      await removeLoginGuards(tx, memberId);
      const recipient = { id: memberId, email, language: member.language };
      await invalidatePassword(tx, services, recipient, {
        passwordHash,
        mail: 'emailUndone',
        askedFrom,
        now,
      });
    }),
  );
}

/** Restores an earlier email; deletes later changes and pending requests. */
export async function restoreEmail(
  tx: Transaction,
  memberId: string,
  { email, since, now }: { email: string; since: Date; now: Date },
): Promise<void> {
  await assignEmail(tx, memberId, { email, now });
  await deleteRequestedEmails(tx, memberId);
  await tx.delete(emailChanges).where(isConfirmedSince(memberId, since));
}

/** Returns the email that a member had at an instant; undefined if it has not changed since. */
export async function findFormerEmail(
  tx: Transaction,
  memberId: string,
  since: Date,
): Promise<string | undefined> {
  const [first] = await tx
    .select({ email: emailChanges.formerEmail })
    .from(emailChanges)
    .where(isConfirmedSince(memberId, since))
    .orderBy(emailChanges.confirmedAt)
    .limit(1);
  return first?.email;
}

function isConfirmedSince(memberId: string, since: Date) {
  return and(eq(emailChanges.memberId, memberId), gte(emailChanges.confirmedAt, since));
}

/** Deletes unconfirmed requests for a new email: an intruder may have made them. */
export async function deleteRequestedEmails(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), isNull(emailChanges.confirmedAt)));
}

/** Reads the requested new address that is not confirmed yet; null if there is none. */
export async function readRequestedEmail(
  database: Database,
  memberId: string,
  now: Date,
): Promise<string | null> {
  const [next] = await database
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.memberId, memberId),
        isNull(emailChanges.confirmedAt),
        gt(emailChanges.createdAt, new Date(now.getTime() - linkLifetimesMs.confirm)),
      ),
    )
    .orderBy(desc(emailChanges.createdAt));
  return next?.email ?? null;
}

type EmailChangeCondition = ReturnType<typeof and>;

/** Finds the member of an email change by its mailed link; refuses an invalid or expired link. */
async function findMemberOfEmailChange(
  database: Database,
  isOpen: EmailChangeCondition,
): Promise<string> {
  const [found] = await database
    .select({ memberId: emailChanges.memberId })
    .from(emailChanges)
    .where(isOpen);
  if (!found) throw new ApiProblem('link-invalid');
  return found.memberId;
}

/** Locks the member's row, then reads the member and the email change of a link. */
async function lockEmailChange(tx: Transaction, memberId: string, isOpen: EmailChangeCondition) {
  await raiseCursor(tx, memberId);
  const [change] = await tx.select().from(emailChanges).where(isOpen);
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!change || !member || member.deletedAt) throw new ApiProblem('link-invalid');
  return { change, member };
}

/**
 * Sets a verified email: the caller opened the link, so the mailbox is theirs. Deletes an
 * unverified account with the same address.
 */
async function assignEmail(
  tx: Transaction,
  memberId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx
    .delete(members)
    .where(
      and(buildEmailCondition(email), isNull(members.emailVerifiedAt), ne(members.id, memberId)),
    );
  // Earlier links of this member were mailed to the former address.
  await tx.delete(emailTokens).where(eq(emailTokens.memberId, memberId));
  const profileCursor = await raiseCursor(tx, memberId);
  await tx
    .update(members)
    .set({ email, emailVerifiedAt: now, profileCursor })
    .where(eq(members.id, memberId));
}

/** Runs `work`; refuses the link if another member has verified the address meanwhile. */
export async function refuseTakenEmail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (findSqlState(error) === '23505') throw new ApiProblem('link-invalid', {}, { cause: error });
    throw error;
  }
}

type MailContext = { askedFrom: string; language: string; now: Date };

function createMailer(
  tx: Transaction,
  { settings }: Services,
  { askedFrom, language, now }: MailContext,
) {
  return async (
    email: string,
    name: LetterName,
    path: string,
    more: Pick<LetterRequest, 'validFor' | 'account'> = {},
  ): Promise<void> => {
    const link = `${settings.publicOrigin}${path}`;
    await queueLetter(tx, { email, language }, { name, link, askedFrom, now, ...more });
  };
}

/**
 * Masks an address so that only its owner can recognise it: "ada@mail.example.org" becomes
 * "a•••@m•••.org". A mail must not contain text that a member chose.
 */
function maskEmail(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const first = (text: string) => [...text][0] ?? '';
  return `${first(local)}•••@${first(domain)}•••.${domain.split('.').at(-1)}`;
}

function isEqualEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
