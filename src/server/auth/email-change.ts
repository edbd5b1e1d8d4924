import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, gte, isNotNull, isNull, ne, sql } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import { type Database, type Transaction, transaction } from '../db/database.ts';
import { emailChanges, emailTokens } from '../db/auth-tables.ts';
import { sqlStateOf } from '../db/failures.ts';
import { members } from '../db/schema.ts';
import { queueMail } from '../mail/queue.ts';
import { letter, type LetterName } from '../mail/texts.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { createMailedToken, hashOf, inEqualTime } from './mailed-links.ts';
import { removeLoginGuards } from './login-guards.ts';
import { lockProven, type PasswordCheck, type Proven } from './own-password.ts';
import { hashUnknownPassword } from './passwords.ts';
import { voidPassword } from './void-password.ts';

const hour = 60 * 60 * 1000;

/** How long the new mailbox may confirm, and the former one undo. */
const validFor = { confirm: 24 * hour, undo: 7 * 24 * hour };

type Asked = { proven: Proven; email: string; askedFrom: string };

/** Tells both mailboxes that an email is to be changed, and mails the new one a link. */
export async function askForEmail(
  services: Services,
  { proven, email, askedFrom }: Asked,
): Promise<void> {
  const { memberId } = proven;
  await inEqualTime(async () =>
    transaction(services.database, async (tx) => {
      const now = services.clock();
      const member = await lockProven(tx, proven);
      if (isSame(member.email, email)) {
        throw new ApiProblem('invalid-input', { errors: { email: ['invalid'] } });
      }
      const mail = mailer(tx, services, { askedFrom, language: member.language, now });
      await mail(member.email, 'emailAsked', '/account/forgot-password');
      // Of the requests of a member only the newest stands.
      await voidAskedEmails(tx, memberId);
      const [taken] = await tx
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
        confirmHash: hashOf(token),
      });
      // It waits like any other, and nobody is mailed its token.
      if (taken) return mail(email, 'alreadyRegistered', '/account/login');
      const link = `/account/confirm-email/${token}`;
      return mail(email, 'emailConfirm', link, {
        worthFor: validFor.confirm,
        account: maskedAddress(member.email),
      });
    }),
  );
}

type Confirmation = {
  token: string;
  /** The member who is logged in where the link is opened. */
  callerId: string | undefined;
  password: string | undefined;
  checkPassword: PasswordCheck;
  askedFrom: string;
};

/**
 * Makes the address that a link was mailed to the email, and mails the former one a link to undo that. The
 * caller has to be in the account as well, so that the new mailbox and the account belong to one person.
 */
export async function makeEmail(
  services: Services,
  { token, callerId, password, checkPassword, askedFrom }: Confirmation,
): Promise<void> {
  const { database, clock } = services;
  const isOpen = and(
    eq(emailChanges.confirmHash, hashOf(token)),
    isNull(emailChanges.confirmedAt),
    gt(emailChanges.createdAt, new Date(clock().getTime() - validFor.confirm)),
  );
  const memberId = await memberOfChange(database, isOpen);
  if (callerId !== memberId && password === undefined) {
    throw new ApiProblem('invalid-input', { errors: { password: ['required'] } });
  }
  const proven = password === undefined ? undefined : await checkPassword(memberId, password);
  await unlessTaken(async () =>
    transaction(database, async (tx) => {
      const now = clock();
      if (proven) await lockProven(tx, proven);
      const { change, member } = await lockedChange(tx, memberId, isOpen);
      // Changed by another way since: the link was about another email.
      if (!isSame(member.email, change.formerEmail)) throw new ApiProblem('link-invalid');
      await giveEmail(tx, member.id, { email: change.email, now });
      const undo = createMailedToken();
      await tx
        .update(emailChanges)
        .set({ confirmedAt: now, undoHash: hashOf(undo) })
        .where(eq(emailChanges.id, change.id));
      const mail = mailer(tx, services, { askedFrom, language: member.language, now });
      // A former address that was never proven may be that of a stranger.
      if (member.emailVerifiedAt) {
        await mail(change.formerEmail, 'emailChanged', `/account/undo-email/${undo}`);
      }
      await mail(change.email, 'emailMade', '/account/login');
    }),
  );
}

/**
 * Gives an account the email back that it had before a change, and takes back every later change. An intruder
 * who made the change knew the password, so that is void, what else guards the login goes and every session
 * ends; the former mailbox gets a link to choose another. Links to undo earlier changes stay.
 */
export async function undoEmailChange(
  services: Services,
  token: string,
  askedFrom: string,
): Promise<void> {
  const { database, clock } = services;
  const isOpen = and(
    eq(emailChanges.undoHash, hashOf(token)),
    gt(emailChanges.confirmedAt, new Date(clock().getTime() - validFor.undo)),
  );
  const memberId = await memberOfChange(database, isOpen);
  const passwordHash = await hashUnknownPassword();
  await unlessTaken(async () =>
    transaction(database, async (tx) => {
      const now = clock();
      const { change, member } = await lockedChange(tx, memberId, isOpen);
      const { formerEmail: email, confirmedAt } = change;
      await restoreEmail(tx, memberId, { email, since: confirmedAt ?? now, now });
      await removeLoginGuards(tx, memberId);
      const recipient = { id: memberId, email, language: member.language };
      await voidPassword(tx, services, recipient, {
        passwordHash,
        mail: 'emailUndone',
        askedFrom,
        now,
      });
    }),
  );
}

/** Gives an account an earlier email back; voids its changes since a moment, and a request for another. */
export async function restoreEmail(
  tx: Transaction,
  memberId: string,
  { email, since, now }: { email: string; since: Date; now: Date },
): Promise<void> {
  await giveEmail(tx, memberId, { email, now });
  await voidAskedEmails(tx, memberId);
  await tx.delete(emailChanges).where(isConfirmedSince(memberId, since));
}

/** The email that a member had at a moment, where it was changed since. */
export async function formerEmail(
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

/** Voids what a member asked for and no mailbox has confirmed: whoever asked may be somebody else. */
export async function voidAskedEmails(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), isNull(emailChanges.confirmedAt)));
}

/** The address that waits for its mailbox to confirm it. */
export async function nextEmailOf(
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
        gt(emailChanges.createdAt, new Date(now.getTime() - validFor.confirm)),
      ),
    )
    .orderBy(desc(emailChanges.createdAt));
  return next?.email ?? null;
}

type OpenChange = ReturnType<typeof and>;

/** Finds the member of the change that a link is about; refuses a link that no longer works. */
async function memberOfChange(database: Database, isOpen: OpenChange): Promise<string> {
  const [found] = await database
    .select({ memberId: emailChanges.memberId })
    .from(emailChanges)
    .where(isOpen);
  if (!found) throw new ApiProblem('link-invalid');
  return found.memberId;
}

/** The change that a link is about, with its member, whose row is locked first. */
async function lockedChange(tx: Transaction, memberId: string, isOpen: OpenChange) {
  await raiseCursor(tx, memberId);
  const [change] = await tx.select().from(emailChanges).where(isOpen);
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!change || !member || member.deletedAt) throw new ApiProblem('link-invalid');
  return { change, member };
}

/** Whoever opened the link has the mailbox; an account that never proved it makes room. */
async function giveEmail(
  tx: Transaction,
  memberId: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx
    .delete(members)
    .where(and(hasEmail(email), isNull(members.emailVerifiedAt), ne(members.id, memberId)));
  // Links that were mailed to the address before are not for whoever has this one.
  await tx.delete(emailTokens).where(eq(emailTokens.memberId, memberId));
  const profileCursor = await raiseCursor(tx, memberId);
  await tx
    .update(members)
    .set({ email, emailVerifiedAt: now, profileCursor })
    .where(eq(members.id, memberId));
}

/** An address that somebody else has proved meanwhile is theirs, and the link good for nothing. */
export async function unlessTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (sqlStateOf(error) === '23505') throw new ApiProblem('link-invalid', {}, { cause: error });
    throw error;
  }
}

type Mailing = { askedFrom: string; language: string; now: Date };

function mailer(tx: Transaction, { settings }: Services, { askedFrom, language, now }: Mailing) {
  return async (
    recipient: string,
    name: LetterName,
    path: string,
    { worthFor, account }: { worthFor?: number; account?: string } = {},
  ): Promise<void> => {
    const text = letter(name, `${settings.publicOrigin}${path}`, language, account);
    await queueMail(tx, { recipient, askedFrom, ...text }, now, worthFor);
  };
}

/**
 * An address as its owner recognises it and nobody else reads it: "ada@mail.example.org" is "a•••@m•••.org".
 * Too little of what somebody typed is left to say anything to the reader of a mail.
 */
function maskedAddress(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  const first = (text: string) => [...text][0] ?? '';
  return `${first(local)}•••@${first(domain)}•••.${domain.split('.').at(-1)}`;
}

function hasEmail(email: string) {
  return eq(sql`lower(${members.email})`, email.toLowerCase());
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
