import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';

import type { Registration } from '#contract/account/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Transaction, runInTransaction } from '../db/database.ts';
import type { PendingRegistration } from '../db/auth-tables.ts';
import { members } from '../db/schema.ts';
import { toSearchName } from '../members/names.ts';
import { parseInternationalPhone, parseNationalPhone } from '../members/phone-number.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import {
  type LinkRequest,
  deleteOtherLinks,
  runInConstantTime,
  lockMemberByEmail,
  mailLink,
  queueMemberLetter,
  createMailedLink,
  canRequestMail,
  findMemberOfLink,
  redeemLink,
  readPendingRegistrations,
  wasLinkRedeemed,
} from './mailed-links.ts';
import { deleteRequestedEmails } from './email-change.ts';
import { removeLoginGuards } from './login-guards.ts';
import { isCommonPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, type AuthenticatedMember } from './sessions.ts';

const purpose = 'verify-email';

/** Creates an account, or mails the owner of an existing account, with equal responses. */
export async function registerMember(
  services: Services,
  form: Registration,
  linkRequest: LinkRequest,
): Promise<void> {
  refuseInvalidRegistration(form);
  const passwordHash = await hashPassword(form.password);
  await runInConstantTime(services, async () =>
    runInTransaction(services.database, async (tx) => {
      const now = services.clock();
      const registration = toPendingRegistration(form, passwordHash, now);
      const [created] = await tx
        .insert(members)
        .values({
          ...toAccountColumns(registration),
          id: randomUUID(),
          email: form.email,
          createdAt: now,
        })
        .onConflictDoNothing()
        .returning({
          id: members.id,
          email: members.email,
          language: members.language,
          createdAt: members.createdAt,
        });
      if (!created) return mailAccountOwner(tx, services, linkRequest, { registration, now });
      const link = await createMailedLink(tx, services, created, {
        purpose,
        registration,
        page: linkRequest.page,
        now,
      });
      // A mailbox can have many addresses ("ada+1@…"), so registrations count for its limit, too.
      if (!(await canRequestMail(tx, created, linkRequest, now))) return undefined;
      return queueMemberLetter(tx, created, linkRequest, { name: 'activation', link, now });
    }),
  );
}

/**
 * Mails a new link to an unverified address. With several pending registrations it is unknown which
 * registration is the owner's, so the link leads to the choice of a password.
 */
export async function resendActivation(
  services: Services,
  linkRequest: LinkRequest,
): Promise<void> {
  await mailLink(services, linkRequest, async (tx, { id, emailVerifiedAt }) => {
    if (emailVerifiedAt) return undefined;
    const [registration, ...others] = await readPendingRegistrations(tx, id);
    return others.length > 0
      ? { purpose: 'reset-password', mail: 'registeredTwice' }
      : { purpose, registration, mail: 'activation' };
  });
}

function refuseInvalidRegistration(form: Registration): void {
  const errors: Record<string, string[]> = {};
  if (toRegisteredPhone(form) === undefined) errors['phoneNumber'] = ['invalid'];
  if (isCommonPassword(form.password, form)) errors['password'] = ['too-common'];
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
}

/** Returns the number in international form, or as typed if its country is unknown. */
function toRegisteredPhone({ phoneNumber }: Registration): string | undefined {
  return parseInternationalPhone(phoneNumber) ?? parseNationalPhone(phoneNumber);
}

function toPendingRegistration(
  form: Registration,
  passwordHash: string,
  now: Date,
): PendingRegistration {
  return {
    passwordHash,
    userName: form.userName.trim(),
    phoneNumber: toRegisteredPhone(form) ?? '',
    isTipster: form.isTipster === undefined || Boolean(form.isTipster),
    ageConfirmedAt: form.ageConfirmed ? now.toISOString() : null,
  };
}

function toAccountColumns({ ageConfirmedAt, ...chosen }: PendingRegistration) {
  return {
    ...chosen,
    searchName: toSearchName({ firstName: '', lastName: '', userName: chosen.userName }),
    ageConfirmedAt: ageConfirmedAt === null ? null : new Date(ageConfirmedAt),
  };
}

async function mailAccountOwner(
  tx: Transaction,
  services: Services,
  linkRequest: LinkRequest,
  { registration, now }: { registration: PendingRegistration; now: Date },
): Promise<void> {
  const member = await lockMemberByEmail(tx, linkRequest.email);
  if (!member) return;
  const mayMail = await canRequestMail(tx, member, linkRequest, now);
  if (member.emailVerifiedAt) {
    const link = `${services.settings.publicOrigin}/account/login`;
    if (mayMail)
      await queueMemberLetter(tx, member, linkRequest, { name: 'alreadyRegistered', link, now });
    return;
  }
  // Creates the link even without a mail: later mails depend on the number of registrations.
  const link = await createMailedLink(tx, services, member, {
    purpose,
    registration,
    page: linkRequest.page,
    now,
  });
  if (mayMail)
    await queueMemberLetter(tx, member, linkRequest, { name: 'registeredAgain', link, now });
}

/**
 * Redeems a link and verifies the member's email; false if the link is not valid. A redeemed link
 * succeeds again, as many mail programs open links before a person does. The link's registration
 * becomes the account, and other links end. All sessions end, except the session of `opener` if the
 * account already had this registration.
 */
export async function verifyEmail(
  { database, clock }: Services,
  token: string,
  opener: Pick<AuthenticatedMember, 'id' | 'sessionId'> | undefined,
): Promise<boolean> {
  const now = clock();
  const memberId = await findMemberOfLink(database, { token, purpose, now });
  if (memberId === undefined) return wasLinkRedeemed(database, { token, purpose, now });
  return runInTransaction(database, async (tx) => {
    // Locks the member's row first, in the same order as logins and link requests.
    await raiseCursor(tx, memberId);
    const redeemed = await redeemLink(tx, { token, purpose, now });
    if (!redeemed) return wasLinkRedeemed(tx, { token, purpose, now });
    await markEmailVerified(tx, memberId, now);
    const isAnother =
      redeemed.registration && (await applyRegistration(tx, memberId, redeemed.registration));
    const isOwn = opener?.id === memberId && !isAnother;
    await endSessions(tx, memberId, { now, but: isOwn ? opener.sessionId : undefined });
    await deleteOtherLinks(tx, memberId, token);
    return true;
  });
}

/** Applies a registration to the account; false if it was applied before. */
async function applyRegistration(
  tx: Transaction,
  memberId: string,
  registration: PendingRegistration,
): Promise<boolean> {
  const ofAnother = ne(members.passwordHash, registration.passwordHash);
  const changed = await tx
    .update(members)
    .set({ ...emptyProfile, ...toAccountColumns(registration) })
    .where(and(eq(members.id, memberId), ofAnother))
    .returning({ id: members.id });
  return changed.length > 0;
}

/** The profile values while the mailbox's owner has chosen none. */
export const emptyProfile = {
  firstName: '',
  lastName: '',
  country: '',
  state: '',
  address: '',
  phoneNumber: '',
  pictureHash: null,
  showPhone: false,
};

/** Marks the email as verified: the caller opened a link that was sent only to that mailbox. */
export async function markEmailVerified(
  tx: Transaction,
  memberId: string,
  now: Date,
): Promise<void> {
  const profileCursor = await raiseCursor(tx, memberId);
  const [verified] = await tx
    .update(members)
    .set({ emailVerifiedAt: now, profileCursor })
    .where(and(eq(members.id, memberId), isNull(members.emailVerifiedAt)))
    .returning({ id: members.id });
  if (!verified) return;
  // Before the verification, anybody could have registered the address and added a passkey.
  await removeLoginGuards(tx, memberId);
  await deleteRequestedEmails(tx, memberId);
}
