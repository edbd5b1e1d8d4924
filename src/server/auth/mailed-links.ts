import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';

import { mailedTokenBytes } from '#contract/limits.ts';
import { day, hour, minute } from '#domain/durations.ts';

import { type Queryable, type Transaction, transaction } from '../db/database.ts';
import { type ChosenAtRegistration, emailTokens } from '../db/auth-tables.ts';
import { members } from '../db/schema.ts';
import type { LetterName } from '../mail/letters.ts';
import { type MailedLetter, mailsSince, maxDailyMails, queueLetter } from '../mail/queue.ts';
import { hasEmail } from '../members/email.ts';
import type { Services } from '../services.ts';

/** The purpose of a mailed link. */
type Purpose = (typeof emailTokens.$inferSelect)['purpose'];

/** The app's page of each link, and its lifetime in milliseconds. */
const kinds: Readonly<Record<Purpose, { page: string; validFor: number }>> = {
  'verify-email': { page: '/account/verify-email', validFor: day },
  'reset-password': { page: '/account/reset-password', validFor: 10 * minute },
};

/**
 * Limits of mails to an address: a caller who knows it must not flood it, and one network gets only
 * a part of the limit, so that its owner can still request one.
 */
const maxMails = { hour: { all: 3, here: 2 }, day: { all: maxDailyMails, here: 4 } };

/** A page of the site's own origin that a client requests for links, without a slash at its end. */
type ClientPage = { purpose: Purpose; address: string };

/** The page that a client names; undefined if it names none, or one of another origin. */
export function clientPage(
  { clientBaseUrl, clientBaseURL = clientBaseUrl }: LinkBase,
  purpose: Purpose,
  origin: string,
): ClientPage | undefined {
  const url = URL.parse(clientBaseURL ?? '');
  if (url?.origin !== origin || url.href.replace(/\/+$/, '') === origin) return undefined;
  const isPlain = url.href === `${origin}${url.pathname}`;
  return isPlain ? { purpose, address: url.href.replace(/\/+$/, '') } : undefined;
}

type LinkBase = { clientBaseUrl?: string | undefined; clientBaseURL?: string | undefined };

/** A request for a link: its address, its network, and the page of the link. */
export type LinkRequest = {
  email: string;
  askedFrom: string;
  page?: ClientPage | undefined;
  /** Language of the request, for members who have not chosen one. */
  language: string;
};

type NewLink = {
  purpose: Purpose;
  /** The registration that the link belongs to, if any. */
  registration?: ChosenAtRegistration | undefined;
  page?: ClientPage | undefined;
  now: Date;
};

/** The link and the mail to send. */
type Sending = Pick<NewLink, 'purpose' | 'registration'> & { mail: LetterName };

type Addressee = NonNullable<Awaited<ReturnType<typeof lockedMember>>>;

/**
 * Mails a link if an account with the address may want one; the response does not reveal whether.
 */
export async function mailLink(
  services: Services,
  linkRequest: LinkRequest,
  choose: (tx: Transaction, member: Addressee) => Promise<Sending | undefined>,
): Promise<void> {
  const { database, clock } = services;
  await inEqualTime(services, async () =>
    transaction(database, async (tx) => {
      const now = clock();
      const member = await lockedMember(tx, linkRequest.email);
      const sending = member && (await choose(tx, member));
      if (!sending || !(await mayBeMailed(tx, member, linkRequest, now))) return;
      await sendLink(tx, services, member, linkRequest, { ...sending, now });
    }),
  );
}

/** Queues a mail with a new link, which replaces earlier ones of the same purpose. */
export async function sendLink(
  tx: Transaction,
  services: Pick<Services, 'settings'>,
  member: Pick<Addressee, 'id' | 'email' | 'language'>,
  linkRequest: Omit<LinkRequest, 'email'>,
  { mail, now, ...sending }: Sending & { now: Date },
): Promise<void> {
  const link = await makeLink(tx, services, member, { ...sending, page: linkRequest.page, now });
  const { validFor } = kinds[sending.purpose];
  await mailTo(tx, member, linkRequest, { name: mail, link, now, validFor });
}

/**
 * Queues a letter, in the language of the request if the member has not chosen one; it expires with
 * its link, or after a day.
 */
export async function mailTo(
  tx: Transaction,
  { email, language }: Pick<Addressee, 'email' | 'language'>,
  { askedFrom, language: requested }: Omit<LinkRequest, 'email'>,
  letter: Omit<MailedLetter, 'askedFrom'>,
): Promise<void> {
  const recipient = { email, language: language || requested };
  await queueLetter(tx, recipient, { validFor: day, askedFrom, ...letter });
}

/**
 * Creates a link to the app's own page, or to another one of its origin: a token is sent nowhere
 * else. Only the newest link of a purpose, member and registration is valid.
 */
export async function makeLink(
  tx: Transaction,
  { settings }: Pick<Services, 'settings'>,
  { id: memberId }: Pick<Addressee, 'id'>,
  { purpose, registration, page, now }: NewLink,
): Promise<string> {
  const { page: ownPage, validFor } = kinds[purpose];
  const token = createMailedToken();
  const forTheSame = and(
    unused(memberId, purpose),
    registration && eq(chosenPassword, registration.passwordHash),
  );
  await tx.delete(emailTokens).where(forTheSame);
  await tx.insert(emailTokens).values({
    tokenHash: hashOf(token),
    memberId,
    purpose,
    registration,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validFor),
  });
  const address = page?.purpose === purpose ? page.address : `${settings.publicOrigin}${ownPage}`;
  return `${address}/${token}`;
}

// Salted, so that it is different in any two registrations.
const chosenPassword = sql`${emailTokens.registration} ->> 'passwordHash'`;

function unused(memberId: string, purpose: Purpose) {
  return and(
    eq(emailTokens.memberId, memberId),
    eq(emailTokens.purpose, purpose),
    isNull(emailTokens.usedAt),
  );
}

/** The choices of each registration of an address that is not verified yet. */
export async function waitingRegistrations(
  tx: Transaction,
  memberId: string,
): Promise<ChosenAtRegistration[]> {
  const rows = await tx
    .select({ registration: emailTokens.registration })
    .from(emailTokens)
    .where(unused(memberId, 'verify-email'));
  return rows.flatMap(({ registration }) => registration ?? []);
}

/** True if an address may get another mail that anybody can request, from this network. */
export async function mayBeMailed(
  database: Queryable,
  { email, createdAt }: Pick<Addressee, 'email' | 'createdAt'>,
  { askedFrom }: Pick<LinkRequest, 'askedFrom'>,
  now: Date,
): Promise<boolean> {
  const since = (length: number) => new Date(now.getTime() - length);
  const sent = await mailsSince(database, { recipient: email, askedFrom, after: since(day) });
  // The registration's own mail was not requested by another person.
  const ofDay = sent.filter(({ isOwn, at }) => !isOwn || at > createdAt);
  const ofHour = ofDay.filter(({ at }) => at > since(hour));
  return isWithin(maxMails.hour, ofHour) && isWithin(maxMails.day, ofDay);
}

function isWithin(limit: { all: number; here: number }, due: readonly { here: boolean }[]) {
  return due.length < limit.all && due.filter(({ here }) => here).length < limit.here;
}

/** A token as it was sent, with the purpose that its link must have. */
type OpenedLink = { token: string; purpose: Purpose; now: Date };

/** The member of a token while its link is valid; does not redeem it. */
export async function memberOfLink(
  database: Queryable,
  opened: OpenedLink,
): Promise<string | undefined> {
  const [found] = await database
    .select({ memberId: emailTokens.memberId })
    .from(emailTokens)
    .where(isValid(opened));
  return found?.memberId;
}

/** The member and the registration of a redeemed link. */
type Redeemed = { memberId: string; registration: ChosenAtRegistration | null };

/** Redeems a link; undefined if it is no longer valid. */
export async function redeemLink(
  tx: Transaction,
  opened: OpenedLink,
): Promise<Redeemed | undefined> {
  const [used] = await tx
    .update(emailTokens)
    .set({ usedAt: opened.now })
    .where(isValid(opened))
    .returning({ memberId: emailTokens.memberId, registration: emailTokens.registration });
  return used;
}

/** True if a link was redeemed and would still be valid otherwise: opening it again is no error. */
export async function wasRedeemed(database: Queryable, opened: OpenedLink): Promise<boolean> {
  const wasUsed = and(isUnexpired(opened), isNotNull(emailTokens.usedAt));
  return (await database.$count(emailTokens, wasUsed)) > 0;
}

/** Voids all links of a member but the redeemed one and its registration. */
export async function voidOtherLinks(
  tx: Transaction,
  memberId: string,
  token: string,
): Promise<void> {
  const ofMember = eq(emailTokens.memberId, memberId);
  await tx.delete(emailTokens).where(and(ofMember, ne(emailTokens.tokenHash, hashOf(token))));
  await tx.update(emailTokens).set({ registration: null }).where(ofMember);
}

function isValid(opened: OpenedLink) {
  return and(isUnexpired(opened), isNull(emailTokens.usedAt));
}

function isUnexpired({ token, purpose, now }: OpenedLink) {
  return and(
    eq(emailTokens.tokenHash, hashOf(token)),
    eq(emailTokens.purpose, purpose),
    gt(emailTokens.expiresAt, now),
  );
}

/** A one-use token for a mailed link. */
export function createMailedToken(): string {
  return randomBytes(mailedTokenBytes).toString('base64url');
}

/** The stored digest of a mailed token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Locks the member with an address, so that concurrent requests count each other's mails. */
export async function lockedMember(tx: Transaction, email: string) {
  const [member] = await tx
    .select({
      id: members.id,
      email: members.email,
      language: members.language,
      createdAt: members.createdAt,
      emailVerifiedAt: members.emailVerifiedAt,
    })
    .from(members)
    .where(and(hasEmail(email), isNull(members.deletedAt)))
    .for('update');
  return member;
}

/** Runs work whose duration must not reveal whether an address is known. */
export async function inEqualTime(
  { limits }: Pick<Services, 'limits'>,
  work: () => Promise<void>,
): Promise<void> {
  await Promise.all([work(), wait(limits.minEqualResponseMs)]);
}
