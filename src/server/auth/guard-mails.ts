import { eq } from 'drizzle-orm';

import { dayMs } from '#domain/durations.ts';

import { guardLinks } from '../db/auth-tables.ts';
import type { Transaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import type { LetterName } from '../mail/letters.ts';
import { queueLetter } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { createMailedToken, hashToken } from './mailed-links.ts';

/** Lifetime in milliseconds of the mailed link that removes a new passkey or authenticator app. */
export const guardLinkLifetimeMs = 7 * dayMs;

type GuardChange = { memberId: string; askedFrom: string };

/** Informs a member by mail about an added login guard, with a link that removes it. */
export async function mailAddedGuard(
  tx: Transaction,
  services: Pick<Services, 'settings' | 'clock'>,
  { addedAt, ...change }: GuardChange & { addedAt: Date },
): Promise<void> {
  const token = createMailedToken();
  const { memberId } = change;
  await tx.insert(guardLinks).values({ tokenHash: hashToken(token), memberId, addedAt });
  await mailMember(tx, services, change, 'guardAdded', `/account/remove-guard/${token}`);
}

/** Informs a member by mail about a removed login guard. */
export async function mailRemovedGuard(
  tx: Transaction,
  services: Pick<Services, 'settings' | 'clock'>,
  change: GuardChange,
): Promise<void> {
  await mailMember(tx, services, change, 'guardRemoved', '/account/forgot-password');
}

async function mailMember(
  tx: Transaction,
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  { memberId, askedFrom }: GuardChange,
  name: LetterName,
  path: string,
): Promise<void> {
  const [member] = await tx
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(eq(members.id, memberId));
  if (!member) return;
  const link = `${settings.publicOrigin}${path}`;
  const validFor = guardLinkLifetimeMs;
  await queueLetter(tx, member, { name, link, askedFrom, now: clock(), validFor });
}
