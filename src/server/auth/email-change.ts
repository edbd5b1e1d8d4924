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
import { hasEmail } from '../members/email.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { createMailedToken, hashToken, runInConstantTime } from './mailed-links.ts';
import { removeLoginGuards } from './login-guards.ts';
import { lockMemberWithProof, type PasswordCheck, type PasswordProof } from './own-password.ts';
import { hashUnknownPassword } from './passwords.ts';
import { invalidatePassword } from './password-invalidation.ts';

/** Lifetimes of the links for the new and the former mailbox, in milliseconds. */
const linkLifetimesMs = { confirm: dayMs, undo: 7 * dayMs };

type EmailChangeRequest = { passwordProof: PasswordProof; email: string; askedFrom: string };

/** Reports a requested change of the email to both mailboxes, and mails the new one a link. */
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
      // Only the newest request of a member is valid.
      await deleteRequestedEmails(tx, memberId);
      const [otherOwner] = await tx
        .select({ id: members.id })
        .from(members)
        .where(and(hasEmail(email), isNotNull(members.emailVerifiedAt)));
      const token = createMailedToken();
      await tx.insert(emailChanges).values({
        id: randomUUID(),
        memberId,
        formerEmail: member.email,
        email,
        createdAt: now,
        confirmHash: hashToken(token),
      });
      // The change is stored as usual, but nobody gets its token.
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
  /** The member who is logged in where the link is opened. */
  callerId: string | undefined;
  password: string | undefined;
  checkPassword: PasswordCheck;
  askedFrom: string;
};

/**
 * Confirms a new email by its mailed link, and mails the former address a link to undo that. The
 * caller must be logged in as well, so that the new mailbox and the account belong to one person.
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
  const memberId = await findMemberOfChange(database, isOpen);
  if (callerId !== memberId && password === undefined) {
    throw new ApiProblem('invalid-input', { errors: { password: ['required'] } });
  }
  const proven = password === undefined ? undefined : await checkPassword(memberId, password);
  await refuseTakenEmail(async () =>
    runInTransaction(database, async (tx) => {
      const now = clock();
      if (proven) await lockMemberWithProof(tx, proven);
      const { change, member } = await lockChange(tx, memberId, isOpen);
      // The email was changed by another way since the link was sent.
      if (!isEqualEmail(member.email, change.formerEmail)) throw new ApiProblem('link-invalid');
      await assignEmail(tx, member.id, { email: change.email, now });
      const undo = createMailedToken();
      await tx
        .update(emailChanges)
        .set({ confirmedAt: now, undoHash: hashToken(undo) })
        .where(eq(emailChanges.id, change.id));
      const mail = createMailer(tx, services, { askedFrom, language: member.language, now });
      // A former address that was never verified may belong to another person.
      if (member.emailVerifiedAt) {
        await mail(change.formerEmail, 'emailChanged', `/account/undo-email/${undo}`);
      }
      await mail(change.email, 'emailMade', '/account/login');
    }),
  );
}

/**
 * Restores the email that an account had before a change, and undoes every later change. An
 * intruder who made the change knew the password, so the password is voided, the login guards are
 * removed and every session ends; the former mailbox gets a link to choose another. Links to undo
 * earlier changes stay.
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
  const memberId = await findMemberOfChange(database, isOpen);
  const passwordHash = await hashUnknownPassword();
  await refuseTakenEmail(async () =>
    runInTransaction(database, async (tx) => {
      const now = clock();
      const { change, member } = await lockChange(tx, memberId, isOpen);
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

/** Restores an earlier email; voids the changes since a moment, and a pending request. */
export async function restoreEmail(
  tx: Transaction,
  memberId: string,
  { email, since, now }: { email: string; since: Date; now: Date },
): Promise<void> {
  await assignEmail(tx, memberId, { email, now });
  await deleteRequestedEmails(tx, memberId);
  await tx.delete(emailChanges).where(isConfirmedSince(memberId, since));
}

/** The email that a member had at a moment, if it was changed since. */
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

/** Voids unconfirmed requests for an email: an intruder may have made them. */
export async function deleteRequestedEmails(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), isNull(emailChanges.confirmedAt)));
}

/** The requested address that its mailbox has not confirmed yet. */
export async function readNextEmail(
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

type ChangeCondition = ReturnType<typeof and>;

/** Finds the member of a link's change; refuses a link that is no longer valid. */
async function findMemberOfChange(database: Database, isOpen: ChangeCondition): Promise<string> {
  const [found] = await database
    .select({ memberId: emailChanges.memberId })
    .from(emailChanges)
    .where(isOpen);
  if (!found) throw new ApiProblem('link-invalid');
  return found.memberId;
}

/** The change of a link with its member, whose row is locked first. */
async function lockChange(tx: Transaction, memberId: string, isOpen: ChangeCondition) {
  await raiseCursor(tx, memberId);
  const [change] = await tx.select().from(emailChanges).where(isOpen);
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!change || !member || member.deletedAt) throw new ApiProblem('link-invalid');
  return { change, member };
}

/**
 * The caller opened the link, so the mailbox is theirs; an unverified account with the address is
 * removed.
 */
async function assignEmail(
  tx: Transaction,
  memberId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx
    .delete(members)
    .where(and(hasEmail(email), isNull(members.emailVerifiedAt), ne(members.id, memberId)));
  // Links that were mailed to the address before belong to the former account.
  await tx.delete(emailTokens).where(eq(emailTokens.memberId, memberId));
  const profileCursor = await raiseCursor(tx, memberId);
  await tx
    .update(members)
    .set({ email, emailVerifiedAt: now, profileCursor })
    .where(eq(members.id, memberId));
}

/** Refuses an address that another member has verified meanwhile; the link is void. */
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
 * Masks an address so that its owner recognises it and nobody else can read it:
 * "ada@mail.example.org" is "a•••@m•••.org". The reader of a mail must not see a text that the
 * sender chose.
 */
function maskEmail(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const first = (text: string) => [...text][0] ?? '';
  return `${first(local)}•••@${first(domain)}•••.${domain.split('.').at(-1)}`;
}

function isEqualEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
