import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';

import type { Queryable, Transaction } from '../db/database.ts';
import { emailTokens, members } from '../db/schema.ts';
import { countMails, owe } from '../mail/outbox.ts';
import { activationText } from '../mail/texts.ts';
import { raiseCursor } from '../operations/cursor.ts';

const hour = 60 * 60 * 1000;
const validFor = 24 * hour;
const purpose = 'verify-email';

/** An address is not to be flooded by whoever knows it. */
const mostPerHour = 3;
const mostPerDay = 10;

export type Addressee = { id: string; email: string; createdAt: Date };

type Sending = { linkBase: string; now: Date; text?: typeof activationText };

/** Owes a mail with a fresh link; only the newest link of a member works. */
export async function sendVerification(
  tx: Transaction,
  member: Pick<Addressee, 'id' | 'email'>,
  { linkBase, now, text = activationText }: Sending,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.memberId, member.id),
        eq(emailTokens.purpose, purpose),
        isNull(emailTokens.usedAt),
      ),
    );
  await tx.insert(emailTokens).values({
    tokenHash: hashOf(token),
    memberId: member.id,
    purpose,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validFor),
  });
  const link = `${linkBase}/${encodeURIComponent(token)}`;
  await owe(tx, { recipient: member.email, ...text(link) }, now);
}

/** Whether an address may be sent another mail that anybody can ask for. */
export async function mayBeMailed(
  database: Queryable,
  { email, createdAt }: Addressee,
  now: Date,
): Promise<boolean> {
  // The mail of the registration itself was asked for by nobody else.
  const since = (length: number) => new Date(Math.max(now.getTime() - length, createdAt.getTime()));
  const lately = await countMails(database, email, since(hour));
  if (lately >= mostPerHour) return false;
  return (await countMails(database, email, since(24 * hour))) < mostPerDay;
}

/** Uses a link up and verifies its member's email; false when the link is not valid any more. */
export async function verifyEmail(tx: Transaction, token: string, now: Date): Promise<boolean> {
  const [used] = await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(emailTokens.tokenHash, hashOf(token)),
        eq(emailTokens.purpose, purpose),
        isNull(emailTokens.usedAt),
        gt(emailTokens.expiresAt, now),
      ),
    )
    .returning({ memberId: emailTokens.memberId });
  if (!used) return false;
  const profileCursor = await raiseCursor(tx, used.memberId);
  await tx
    .update(members)
    .set({ emailVerifiedAt: now, profileCursor })
    .where(and(eq(members.id, used.memberId), isNull(members.emailVerifiedAt)));
  return true;
}

/**
 * What a mailed link starts with. A client's own address for it counts only on our origin, or
 * whoever asks would decide where the token goes.
 */
export function linkBaseOf(publicOrigin: string, asked: string | undefined): string {
  const usual = `${publicOrigin}/account/verify-email`;
  const url = URL.parse(asked ?? '');
  if (!url || url.origin !== publicOrigin || url.username || url.password) return usual;
  const path = url.pathname.replace(/\/+$/, '');
  return path ? `${publicOrigin}${path}` : usual;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
