import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';

import type { Registration } from '#contract/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Transaction, transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { queueMail } from '../mail/queue.ts';
import { activationText, alreadyRegisteredText, registeredAgainText } from '../mail/texts.ts';
import { searchNameOf } from '../members/names.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import {
  type AskedLink,
  inEqualTime,
  lockedMember,
  mailLink,
  mayBeMailed,
  redeemLink,
  sendLink,
} from './mailed-links.ts';
import { hashPassword, isCommonFor } from './passwords.ts';

const purpose = 'verify-email';

/** Makes an account, or mails the owner of the one that is there; nobody can tell which. */
export async function register(
  services: Services,
  form: Registration,
  asked: AskedLink,
): Promise<void> {
  refuseUnfit(form);
  const passwordHash = await hashPassword(form.password);
  await inEqualTime(async () =>
    transaction(services.database, async (tx) => {
      const now = services.clock();
      const [made] = await tx
        .insert(members)
        .values(rowOf(form, passwordHash, now))
        .onConflictDoNothing()
        .returning({ id: members.id, email: members.email });
      if (!made) return mailOwner(tx, services, asked, now);
      return sendLink(tx, services, made, asked, { purpose, text: activationText, now });
    }),
  );
}

/** Mails a fresh link to an address that is registered and not verified. */
export async function resend(services: Services, asked: AskedLink): Promise<void> {
  const isFor = ({ emailVerifiedAt }: { emailVerifiedAt: Date | null }) => !emailVerifiedAt;
  await mailLink(services, asked, { purpose, text: activationText, isFor });
}

function refuseUnfit(form: Registration): void {
  const errors: Record<string, string[]> = {};
  for (const field of ['userName', 'phoneNumber'] as const) {
    // One line each: a line break could start another header, or another line of a log.
    if (/\p{Cc}/u.test(form[field])) errors[field] = ['invalid'];
    else if (!form[field].trim()) errors[field] = ['required'];
  }
  if (isCommonFor(form.password, form)) errors['password'] = ['too-common'];
  if (Object.keys(errors).length > 0) throw new ApiProblem('invalid-input', { errors });
}

function rowOf(form: Registration, passwordHash: string, now: Date): typeof members.$inferInsert {
  const userName = form.userName.trim();
  return {
    id: randomUUID(),
    email: form.email,
    userName,
    searchName: searchNameOf({ firstName: '', lastName: '', userName }),
    phoneNumber: form.phoneNumber.trim(),
    passwordHash,
    isTipster: form.isTipster === undefined || Boolean(form.isTipster),
    ageConfirmedAt: form.ageConfirmed ? now : null,
    createdAt: now,
  };
}

async function mailOwner(
  tx: Transaction,
  services: Services,
  asked: AskedLink,
  now: Date,
): Promise<void> {
  const member = await lockedMember(tx, asked.email);
  if (!member || !(await mayBeMailed(tx, member, asked, now))) return undefined;
  if (!member.emailVerifiedAt) {
    return sendLink(tx, services, member, asked, { purpose, text: registeredAgainText, now });
  }
  const text = alreadyRegisteredText(`${services.settings.publicOrigin}/account/login`);
  return queueMail(tx, { recipient: member.email, askedFrom: asked.askedFrom, ...text }, now);
}

/** Uses a link up and verifies its member's email; false when the link is not valid any more. */
export async function verifyEmail(tx: Transaction, token: string, now: Date): Promise<boolean> {
  const memberId = await redeemLink(tx, { token, purpose, now });
  if (memberId === undefined) return false;
  await markVerified(tx, memberId, now);
  return true;
}

/** Who opened a link that only the address was sent has shown that it is theirs. */
export async function markVerified(tx: Transaction, memberId: string, now: Date): Promise<void> {
  const profileCursor = await raiseCursor(tx, memberId);
  await tx
    .update(members)
    .set({ emailVerifiedAt: now, profileCursor })
    .where(and(eq(members.id, memberId), isNull(members.emailVerifiedAt)));
}
