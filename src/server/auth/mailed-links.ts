import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';

import { mailedTokenBytes } from '#contract/limits.ts';
import { dayMs, hourMs, minuteMs } from '#domain/durations.ts';

import { type Queryable, type Transaction, runInTransaction } from '../db/database.ts';
import { type PendingRegistration, emailTokens } from '../db/auth-tables.ts';
import { members } from '../db/schema.ts';
import type { LetterName } from '../mail/letters.ts';
import { type LetterRequest, readMailsSince, maxDailyMails, queueLetter } from '../mail/queue.ts';
import { buildEmailCondition } from '../members/email.ts';
import type { Services } from '../services.ts';

type LinkPurpose = (typeof emailTokens.$inferSelect)['purpose'];

/** The app's page for each purpose of a mailed link, and the link's lifetime in milliseconds. */
const linksByPurpose: Readonly<Record<LinkPurpose, { page: string; validFor: number }>> = {
  'verify-email': { page: '/account/verify-email', validFor: dayMs },
  'reset-password': { page: '/account/reset-password', validFor: 10 * minuteMs },
};

/**
 * Limits of requested mails per address, in total (`all`) and from the caller's network (`here`).
 * One network cannot use up the limit, so the owner of the address can still request a mail.
 */
const maxMails = { hour: { all: 3, here: 2 }, day: { all: maxDailyMails, here: 4 } };

/** A page of this site to which a client wants mailed links to lead; has no slash at its end. */
type ClientPage = { purpose: LinkPurpose; address: string };

/** Returns the page that a request names; undefined unless the page is on this site's origin. */
export function findClientPage(
  { clientBaseUrl, clientBaseURL = clientBaseUrl }: ClientBaseUrls,
  purpose: LinkPurpose,
  origin: string,
): ClientPage | undefined {
  const url = URL.parse(clientBaseURL ?? '');
  if (url?.origin !== origin || url.href.replace(/\/+$/, '') === origin) return undefined;
  const isPlain = url.href === `${origin}${url.pathname}`;
  return isPlain ? { purpose, address: url.href.replace(/\/+$/, '') } : undefined;
}

type ClientBaseUrls = { clientBaseUrl?: string | undefined; clientBaseURL?: string | undefined };

/** A request for a mailed link, with the caller's network and language. */
export type LinkRequest = {
  email: string;
  askedFrom: string;
  page?: ClientPage | undefined;
  /** Language for members who have not chosen one. */
  language: string;
};

type NewLink = {
  purpose: LinkPurpose;
  /** The registration that the link confirms, if any. */
  registration?: PendingRegistration | undefined;
  page?: ClientPage | undefined;
  now: Date;
};

type LinkMail = Pick<NewLink, 'purpose' | 'registration'> & { mail: LetterName };

type LinkRecipient = NonNullable<Awaited<ReturnType<typeof lockMemberByEmail>>>;

/** Mails a link if an account has this address, which the response does not reveal. */
export async function mailLink(
  services: Services,
  linkRequest: LinkRequest,
  choose: (tx: Transaction, member: LinkRecipient) => Promise<LinkMail | undefined>,
): Promise<void> {
  const { database, clock } = services;
  await runInConstantTime(services, async () =>
    runInTransaction(database, async (tx) => {
      const now = clock();
      const member = await lockMemberByEmail(tx, linkRequest.email);
      const sending = member && (await choose(tx, member));
      if (!sending || !(await canRequestMail(tx, member, linkRequest, now))) return;
      await queueLinkMail(tx, services, member, linkRequest, { ...sending, now });
    }),
  );
}

/** Queues a mail with a new link, which replaces earlier links of the same purpose. */
export async function queueLinkMail(
  tx: Transaction,
  services: Pick<Services, 'settings'>,
  member: Pick<LinkRecipient, 'id' | 'email' | 'language'>,
  linkRequest: Omit<LinkRequest, 'email'>,
  { mail, now, ...sending }: LinkMail & { now: Date },
): Promise<void> {
  const link = await createMailedLink(tx, services, member, {
    ...sending,
    page: linkRequest.page,
    now,
  });
  const { validFor } = linksByPurpose[sending.purpose];
  await queueMemberLetter(tx, member, linkRequest, { name: mail, link, now, validFor });
}

/**
 * Queues a letter in the member's language, or in the request's language if the member has chosen
 * none. The letter expires with its link, or after a day.
 */
export async function queueMemberLetter(
  tx: Transaction,
  { email, language }: Pick<LinkRecipient, 'email' | 'language'>,
  { askedFrom, language: requested }: Omit<LinkRequest, 'email'>,
  letter: Omit<LetterRequest, 'askedFrom'>,
): Promise<void> {
  const recipient = { email, language: language || requested };
  await queueLetter(tx, recipient, { validFor: dayMs, askedFrom, ...letter });
}

/**
 * Creates a link to the app's own page, or to another page of the site's origin, never to another
 * origin. Only the newest link per purpose, member and registration is valid.
 */
export async function createMailedLink(
  tx: Transaction,
  { settings }: Pick<Services, 'settings'>,
  { id: memberId }: Pick<LinkRecipient, 'id'>,
  { purpose, registration, page, now }: NewLink,
): Promise<string> {
  const { page: ownPage, validFor } = linksByPurpose[purpose];
  const token = createMailedToken();
  const forTheSame = and(
    isUnusedLink(memberId, purpose),
    registration && eq(registeredPasswordHash, registration.passwordHash),
  );
  await tx.delete(emailTokens).where(forTheSame);
  await tx.insert(emailTokens).values({
    tokenHash: hashToken(token),
    memberId,
    purpose,
    registration,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validFor),
  });
  const address = page?.purpose === purpose ? page.address : `${settings.publicOrigin}${ownPage}`;
  return `${address}/${token}`;
}

// Identifies a registration: hashes are salted, so two registrations have different hashes.
const registeredPasswordHash = sql`${emailTokens.registration} ->> 'passwordHash'`;

function isUnusedLink(memberId: string, purpose: LinkPurpose) {
  return and(
    eq(emailTokens.memberId, memberId),
    eq(emailTokens.purpose, purpose),
    isNull(emailTokens.usedAt),
  );
}

/** Reads the pending registrations of a member, whose mailed links were not opened yet. */
export async function readPendingRegistrations(
  tx: Transaction,
  memberId: string,
): Promise<PendingRegistration[]> {
  const rows = await tx
    .select({ registration: emailTokens.registration })
    .from(emailTokens)
    .where(isUnusedLink(memberId, 'verify-email'));
  return rows.flatMap(({ registration }) => registration ?? []);
}

/** True if the limits allow this network to request another mail to the address. */
export async function canRequestMail(
  database: Queryable,
  { email, createdAt }: Pick<LinkRecipient, 'email' | 'createdAt'>,
  { askedFrom }: Pick<LinkRequest, 'askedFrom'>,
  now: Date,
): Promise<boolean> {
  const since = (length: number) => new Date(now.getTime() - length);
  const sent = await readMailsSince(database, { recipient: email, askedFrom, after: since(dayMs) });
  // The mail that belongs to the registration itself does not count as requested.
  const ofDay = sent.filter(({ isOwn, at }) => !isOwn || at > createdAt);
  const ofHour = ofDay.filter(({ at }) => at > since(hourMs));
  return isWithinLimit(maxMails.hour, ofHour) && isWithinLimit(maxMails.day, ofDay);
}

function isWithinLimit(limit: { all: number; here: number }, due: readonly { here: boolean }[]) {
  return due.length < limit.all && due.filter(({ here }) => here).length < limit.here;
}

/** A token from a request, and the required purpose of its link. */
type OpenedLink = { token: string; purpose: LinkPurpose; now: Date };

/** Returns the member of a valid link without redeeming it; undefined if the link is not valid. */
export async function findMemberOfLink(
  database: Queryable,
  opened: OpenedLink,
): Promise<string | undefined> {
  const [found] = await database
    .select({ memberId: emailTokens.memberId })
    .from(emailTokens)
    .where(isValidLink(opened));
  return found?.memberId;
}

type RedeemedLink = { memberId: string; registration: PendingRegistration | null };

/** Redeems a link; undefined if the link is not valid. */
export async function redeemLink(
  tx: Transaction,
  opened: OpenedLink,
): Promise<RedeemedLink | undefined> {
  const [used] = await tx
    .update(emailTokens)
    .set({ usedAt: opened.now })
    .where(isValidLink(opened))
    .returning({ memberId: emailTokens.memberId, registration: emailTokens.registration });
  return used;
}

/** True if a link was redeemed and has not expired: opening such a link again is no error. */
export async function wasLinkRedeemed(database: Queryable, opened: OpenedLink): Promise<boolean> {
  const wasUsed = and(isUnexpiredLink(opened), isNotNull(emailTokens.usedAt));
  return (await database.$count(emailTokens, wasUsed)) > 0;
}

/** Deletes all links of a member except the redeemed link, whose registration is cleared. */
export async function deleteOtherLinks(
  tx: Transaction,
  memberId: string,
  token: string,
): Promise<void> {
  const ofMember = eq(emailTokens.memberId, memberId);
  await tx.delete(emailTokens).where(and(ofMember, ne(emailTokens.tokenHash, hashToken(token))));
  await tx.update(emailTokens).set({ registration: null }).where(ofMember);
}

function isValidLink(opened: OpenedLink) {
  return and(isUnexpiredLink(opened), isNull(emailTokens.usedAt));
}

function isUnexpiredLink({ token, purpose, now }: OpenedLink) {
  return and(
    eq(emailTokens.tokenHash, hashToken(token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expiresAt, now),
  );
}

/** Creates a one-use token for a mailed link. */
export function createMailedToken(): string {
  return randomBytes(mailedTokenBytes).toString('base64url');
}

/** Returns the digest of a mailed token as stored in the database. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Locks the member with this address, so that concurrent requests count each other's mails. */
export async function lockMemberByEmail(tx: Transaction, email: string) {
  const [member] = await tx
    .select({
      id: members.id,
      email: members.email,
      language: members.language,
      createdAt: members.createdAt,
      emailVerifiedAt: members.emailVerifiedAt,
    })
    .from(members)
    .where(and(buildEmailCondition(email), isNull(members.deletedAt)))
    .for('update');
  return member;
}

/** Runs `work` in at least a fixed time, which does not reveal whether an address is known. */
export async function runInConstantTime(
  { limits }: Pick<Services, 'limits'>,
  work: () => Promise<void>,
): Promise<void> {
  await Promise.all([work(), wait(limits.minConstantResponseMs)]);
}
