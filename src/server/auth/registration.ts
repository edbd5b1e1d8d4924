import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';

import type { Registration } from '#contract/account/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Transaction, transaction } from '../db/database.ts';
import type { ChosenAtRegistration } from '../db/auth-tables.ts';
import { members } from '../db/schema.ts';
import { searchNameOf } from '../members/names.ts';
import { internationalForm, nationalNumber } from '../members/phone.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import {
  type LinkRequest,
  voidOtherLinks,
  inEqualTime,
  lockedMember,
  mailLink,
  mailTo,
  makeLink,
  mayBeMailed,
  memberOfLink,
  redeemLink,
  waitingRegistrations,
  wasRedeemed,
} from './mailed-links.ts';
import { voidRequestedEmails } from './email-change.ts';
import { removeLoginGuards } from './login-guards.ts';
import { isCommonFor } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, type SignedIn } from './sessions.ts';

const purpose = 'verify-email';

/** Creates an account, or mails the owner of an existing one; the response is equal. */
export async function register(
  services: Services,
  form: Registration,
  linkRequest: LinkRequest,
): Promise<void> {
  refuseUnfit(form);
  const passwordHash = await hashPassword(form.password);
  await inEqualTime(services, async () =>
    transaction(services.database, async (tx) => {
      const now = services.clock();
      const registration = chosenIn(form, passwordHash, now);
      const [created] = await tx
        .insert(members)
        .values({ ...accountOf(registration), id: randomUUID(), email: form.email, createdAt: now })
        .onConflictDoNothing()
        .returning({
          id: members.id,
          email: members.email,
          language: members.language,
          createdAt: members.createdAt,
        });
      if (!created) return mailOwner(tx, services, linkRequest, { registration, now });
      const link = await makeLink(tx, services, created, {
        purpose,
        registration,
        page: linkRequest.page,
        now,
      });
      // One mailbox has many addresses; registrations must not flood it either.
      if (!(await mayBeMailed(tx, created, linkRequest, now))) return undefined;
      return mailTo(tx, created, linkRequest, { name: 'activation', link, now });
    }),
  );
}

/**
 * Mails a new link to a registered, unverified address. With several pending registrations the
 * owner's is unknown, so the link is one to choose a password.
 */
export async function resend(services: Services, linkRequest: LinkRequest): Promise<void> {
  await mailLink(services, linkRequest, async (tx, { id, emailVerifiedAt }) => {
    if (emailVerifiedAt) return undefined;
    const [registration, ...others] = await waitingRegistrations(tx, id);
    return others.length > 0
      ? { purpose: 'reset-password', mail: 'registeredTwice' }
      : { purpose, registration, mail: 'activation' };
  });
}

function refuseUnfit(form: Registration): void {
  const errors: Record<string, string[]> = {};
  if (phoneOf(form) === undefined) errors['phoneNumber'] = ['invalid'];
  if (isCommonFor(form.password, form)) errors['password'] = ['too-common'];
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
}

/** The number in international form, or as typed if its country is unknown. */
function phoneOf({ phoneNumber }: Registration): string | undefined {
  return internationalForm(phoneNumber) ?? nationalNumber(phoneNumber);
}

function chosenIn(form: Registration, passwordHash: string, now: Date): ChosenAtRegistration {
  return {
    passwordHash,
    userName: form.userName.trim(),
    phoneNumber: phoneOf(form) ?? '',
    isTipster: form.isTipster === undefined || Boolean(form.isTipster),
    ageConfirmedAt: form.ageConfirmed ? now.toISOString() : null,
  };
}

function accountOf({ ageConfirmedAt, ...chosen }: ChosenAtRegistration) {
  return {
    ...chosen,
    searchName: searchNameOf({ firstName: '', lastName: '', userName: chosen.userName }),
    ageConfirmedAt: ageConfirmedAt === null ? null : new Date(ageConfirmedAt),
  };
}

async function mailOwner(
  tx: Transaction,
  services: Services,
  linkRequest: LinkRequest,
  { registration, now }: { registration: ChosenAtRegistration; now: Date },
): Promise<void> {
  const member = await lockedMember(tx, linkRequest.email);
  if (!member) return;
  const mayMail = await mayBeMailed(tx, member, linkRequest, now);
  if (member.emailVerifiedAt) {
    const link = `${services.settings.publicOrigin}/account/login`;
    if (mayMail) await mailTo(tx, member, linkRequest, { name: 'alreadyRegistered', link, now });
    return;
  }
  // Stored even without a mail: the number of registrations decides which mail is sent later.
  const link = await makeLink(tx, services, member, {
    purpose,
    registration,
    page: linkRequest.page,
    now,
  });
  if (mayMail) await mailTo(tx, member, linkRequest, { name: 'registeredAgain', link, now });
}

/**
 * Redeems a link and verifies its member's email; false if the link is no longer valid. A redeemed
 * link succeeds again, as many mailboxes open links before their readers. The link's registration
 * becomes the account, and all other sessions and links end. The session that opens the link of its
 * own registration has proven both and stays.
 */
export async function verifyEmail(
  { database, clock }: Services,
  token: string,
  opener: Pick<SignedIn, 'id' | 'sessionId'> | undefined,
): Promise<boolean> {
  const now = clock();
  const memberId = await memberOfLink(database, { token, purpose, now });
  if (memberId === undefined) return wasRedeemed(database, { token, purpose, now });
  return transaction(database, async (tx) => {
    // Locks the member's row first, in the same order as a login or a request for another link.
    await raiseCursor(tx, memberId);
    const redeemed = await redeemLink(tx, { token, purpose, now });
    if (!redeemed) return wasRedeemed(tx, { token, purpose, now });
    await markVerified(tx, memberId, now);
    const isAnother =
      redeemed.registration && (await applyRegistration(tx, memberId, redeemed.registration));
    const isOwn = opener?.id === memberId && !isAnother;
    await endSessions(tx, memberId, { now, but: isOwn ? opener.sessionId : undefined });
    await voidOtherLinks(tx, memberId, token);
    return true;
  });
}

/** Applies a registration to the account; false if it is applied already and the profile stays. */
async function applyRegistration(
  tx: Transaction,
  memberId: string,
  registration: ChosenAtRegistration,
): Promise<boolean> {
  const ofAnother = ne(members.passwordHash, registration.passwordHash);
  const changed = await tx
    .update(members)
    .set({ ...emptyProfile, ...accountOf(registration) })
    .where(and(eq(members.id, memberId), ofAnother))
    .returning({ id: members.id });
  return changed.length > 0;
}

/** A profile without any choice by the owner of the mailbox. */
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

/** Marks the email as verified: the caller opened a link that only its mailbox got. */
export async function markVerified(tx: Transaction, memberId: string, now: Date): Promise<void> {
  const profileCursor = await raiseCursor(tx, memberId);
  const [verified] = await tx
    .update(members)
    .set({ emailVerifiedAt: now, profileCursor })
    .where(and(eq(members.id, memberId), isNull(members.emailVerifiedAt)))
    .returning({ id: members.id });
  if (!verified) return;
  // Until now anybody could have registered the address and added a key.
  await removeLoginGuards(tx, memberId);
  await voidRequestedEmails(tx, memberId);
}
