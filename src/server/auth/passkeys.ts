import { and, eq, gt, isNull } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { SessionReply } from '#contract/account/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';
import {
  type NewPasskeyResponse,
  NewPasskeyOptions,
  type Passkey,
  PasskeyLoginOptions,
  type PasskeyLoginResponse,
} from '#contract/account/security.ts';

import { challenges, passkeys } from '../db/auth-tables.ts';
import { type Queryable, runInTransaction } from '../db/database.ts';
import { isDatabaseUnavailable } from '../db/failures.ts';
import { members } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { mailAddedGuard, mailRemovedGuard } from './guard-mails.ts';
import { lockMemberWithProof, type PasswordProof } from './own-password.ts';
import {
  toSessionLifetimeMs,
  lockSession,
  openSession,
  type AuthenticatedMember,
} from './sessions.ts';

/** Time to complete a passkey request in the browser, in milliseconds. */
const challengeLifetimeMs = 5 * 60 * 1000;

/** The library is imported at first use: it is large, and many servers never need it. */
const loadWebAuthnLibrary = async () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256: every passkey supports one of these algorithms, and Node supports all. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Returns WebAuthn's relying party: passkeys are valid only on this site's host and origin. */
function toRelyingParty({ settings: { publicOrigin } }: Services) {
  return { expectedRPID: new URL(publicOrigin).hostname, expectedOrigin: publicOrigin };
}

/** Creates options for a browser to create a passkey, after the password was checked. */
export async function createPasskeyOptions(services: Services, proven: PasswordProof) {
  const { generateRegistrationOptions } = await loadWebAuthnLibrary();
  const { memberId } = proven;
  const { email } = await runInTransaction(services.database, async (tx) =>
    lockMemberWithProof(tx, proven),
  );
  const options = await generateRegistrationOptions({
    rpName: 'Touchline',
    rpID: toRelyingParty(services).expectedRPID,
    userName: email,
    userID: toUserHandle(memberId),
    timeout: challengeLifetimeMs,
    supportedAlgorithmIDs,
    excludeCredentials: await readPasskeys(services.database, memberId),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(services, options.challenge, memberId);
  return z.parse(NewPasskeyOptions, options);
}

/** Returns the user handle of a member, which a passkey stores and returns with each signature. */
function toUserHandle(memberId: string) {
  return new TextEncoder().encode(memberId);
}

function toBase64UserHandle(memberId: string): string {
  return Buffer.from(toUserHandle(memberId)).toString('base64url');
}

type NewPasskey = { response: NewPasskeyResponse; device: string; askedFrom: string };

/** Stores a passkey that a browser created. */
export async function storePasskey(
  services: Services,
  { id: memberId, sessionId }: AuthenticatedMember,
  { response, device, askedFrom }: NewPasskey,
): Promise<void> {
  const { verifyRegistrationResponse } = await loadWebAuthnLibrary();
  const verified = await refuseInvalidResponse(async () =>
    verifyRegistrationResponse({
      ...toRelyingParty(services),
      response,
      supportedAlgorithmIDs,
      expectedChallenge: async (challenge) => consumeChallenge(services, challenge, memberId),
    }),
  );
  if (!verified.verified) throw new ApiProblem('passkey-refused');
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  const now = services.clock();
  await runInTransaction(services.database, async (tx) => {
    // A password change may have ended the session meanwhile.
    await lockSession(tx, { memberId, sessionId });
    const added = await tx
      .insert(passkeys)
      .values({ id, memberId, publicKey: Buffer.from(publicKey), counter, device, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (added.length === 0) throw new ApiProblem('passkey-refused');
    await mailAddedGuard(tx, services, { memberId, askedFrom, addedAt: now });
  });
}

/** Deletes a passkey after a password check; another member's passkey is "not-found". */
export async function deletePasskey(
  services: Services,
  proven: PasswordProof,
  { id, askedFrom }: { id: string; askedFrom: string },
): Promise<void> {
  const { memberId } = proven;
  await runInTransaction(services.database, async (tx) => {
    await lockMemberWithProof(tx, proven);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.memberId, memberId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new ApiProblem('not-found');
    await mailRemovedGuard(tx, services, { memberId, askedFrom });
  });
}

/** Reads a member's passkeys, oldest first. */
export async function readPasskeys(database: Queryable, memberId: string): Promise<Passkey[]> {
  const rows = await database
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(passkeys.createdAt, passkeys.id);
  return rows.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Creates options for a browser to log in with any passkey for this host. */
export async function createPasskeyLoginOptions(services: Services) {
  const { generateAuthenticationOptions } = await loadWebAuthnLibrary();
  const options = await generateAuthenticationOptions({
    rpID: toRelyingParty(services).expectedRPID,
    timeout: challengeLifetimeMs,
    userVerification: 'required',
  });
  await storeChallenge(services, options.challenge, null);
  return z.parse(PasskeyLoginOptions, options);
}

type PasskeyLogin = {
  response: PasskeyLoginResponse;
  rememberMe: boolean;
  device: string;
  language: string;
};

/** Opens a session by a passkey's signature, which replaces password and code. */
export async function logInByPasskey(
  services: Services,
  { response, rememberMe, device, language }: PasskeyLogin,
): Promise<SessionReply> {
  const { verifyAuthenticationResponse } = await loadWebAuthnLibrary();
  const { database, settings, clock } = services;
  const [key] = await database.select().from(passkeys).where(eq(passkeys.id, response.id));
  const { userHandle, ...signed } = response.response;
  if (!key || userHandle !== toBase64UserHandle(key.memberId))
    throw new ApiProblem('passkey-refused');
  const { verified, authenticationInfo } = await refuseInvalidResponse(async () =>
    verifyAuthenticationResponse({
      ...toRelyingParty(services),
      response: { ...response, response: signed },
      expectedChallenge: async (challenge) => consumeChallenge(services, challenge, null),
      credential: { id: key.id, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
    }),
  );
  if (!verified) throw new ApiProblem('passkey-refused');
  return runInTransaction(database, async (tx) => {
    const now = clock();
    const [member] = await tx
      .select({ id: members.id, email: members.email, role: members.role })
      .from(members)
      .where(and(eq(members.id, key.memberId), isNull(members.deletedAt)))
      .for('update');
    // The passkey may have been deleted or used meanwhile.
    const used = await tx
      .update(passkeys)
      .set({ counter: authenticationInfo.newCounter, lastUsedAt: now })
      .where(and(eq(passkeys.id, key.id), eq(passkeys.counter, key.counter)))
      .returning({ id: passkeys.id });
    if (!member || used.length === 0) throw new ApiProblem('passkey-refused');
    await tx.update(members).set({ language }).where(eq(members.id, member.id));
    const lifetimeMs = toSessionLifetimeMs(rememberMe);
    return openSession(tx, settings.jwtSecret, { member, now, lifetimeMs, device });
  });
}

async function storeChallenge(
  { database, clock }: Services,
  challenge: string,
  memberId: string | null,
): Promise<void> {
  const expiresAt = new Date(clock().getTime() + challengeLifetimeMs);
  await database.insert(challenges).values({ challenge, memberId, expiresAt });
}

/** Marks a challenge as used; false if it has another purpose, was used before, or has expired. */
async function consumeChallenge(
  { database, clock }: Services,
  challenge: string,
  memberId: string | null,
): Promise<boolean> {
  const used = await database
    .delete(challenges)
    .where(
      and(
        eq(challenges.challenge, challenge),
        memberId === null ? isNull(challenges.memberId) : eq(challenges.memberId, memberId),
        gt(challenges.expiresAt, clock()),
      ),
    )
    .returning({ challenge: challenges.challenge });
  return used.length > 0;
}

/** Runs a check and converts its errors: the library throws if the caller's response is invalid. */
async function refuseInvalidResponse<Result>(check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    throw new ApiProblem('passkey-refused', {}, { cause: error });
  }
}
