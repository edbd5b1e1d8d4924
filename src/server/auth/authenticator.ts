import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';

import { ApiProblem } from '#contract/problem.ts';
import type { SecuritySettings } from '#contract/account/security.ts';

import { authenticators } from '../db/auth-tables.ts';
import { type Queryable, type Transaction, runInTransaction } from '../db/database.ts';
import { members } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { createAttemptCounter } from './attempts.ts';
import { mailAddedGuard, mailRemovedGuard } from './guard-mails.ts';
import { hashToken } from './mailed-links.ts';
import { lockMemberWithProof, type PasswordProof } from './own-password.ts';

const periodSeconds = 30;
const recoveryCodeCount = 10;

/** SQL condition: the selected member has an active authenticator app. */
export const hasAuthenticator = sql<boolean>`exists (select from ${authenticators} where
  ${authenticators.memberId} = ${members.id} and ${authenticators.confirmedAt} is not null)`;

/** Creates an authenticator app's secret, which is inactive until the first code is confirmed. */
export async function createAuthenticator(
  { database }: Services,
  proven: PasswordProof,
  checkCode: CodeCheck,
): Promise<{ secret: string; address: string }> {
  const secret = new Secret({ size: 20 }).base32;
  const email = await runInTransaction(database, async (tx) => {
    const member = await lockMemberWithProof(tx, proven);
    await checkCode(tx);
    await tx
      .insert(authenticators)
      .values({ memberId: proven.memberId, pendingSecret: secret })
      .onConflictDoUpdate({ target: authenticators.memberId, set: { pendingSecret: secret } });
    return member.email;
  });
  return { secret, address: createTotp(secret, email).toString() };
}

/** Activates the new app by its first code; returns recovery codes, which are shown only once. */
export async function activateAuthenticator(
  services: Services,
  memberId: string,
  { code, device, askedFrom }: { code: string; device: string; askedFrom: string },
): Promise<string[]> {
  return runInTransaction(services.database, async (tx) => {
    const now = services.clock();
    await raiseCursor(tx, memberId);
    const [row] = await tx
      .select()
      .from(authenticators)
      .where(eq(authenticators.memberId, memberId));
    const lastStep = row?.pendingSecret ? findTimeStep(row.pendingSecret, code, now) : undefined;
    if (!row || lastStep === undefined) throw new ApiProblem('wrong-code');
    const recoveryCodes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
    await tx
      .update(authenticators)
      .set({
        secret: row.pendingSecret,
        pendingSecret: null,
        confirmedAt: now,
        device,
        lastStep,
        recoveryHashes: recoveryCodes.map((each) => hashToken(normalizeCode(each))),
      })
      .where(eq(authenticators.memberId, memberId));
    await mailAddedGuard(tx, services, { memberId, askedFrom, addedAt: now });
    return recoveryCodes;
  });
}

export async function deactivateAuthenticator(
  services: Services,
  proven: PasswordProof,
  { checkCode, askedFrom }: { checkCode: CodeCheck; askedFrom: string },
): Promise<void> {
  const { memberId } = proven;
  await runInTransaction(services.database, async (tx) => {
    await lockMemberWithProof(tx, proven);
    await checkCode(tx);
    const removed = await tx
      .delete(authenticators)
      .where(eq(authenticators.memberId, memberId))
      .returning({ confirmedAt: authenticators.confirmedAt });
    if (removed[0]?.confirmedAt) await mailRemovedGuard(tx, services, { memberId, askedFrom });
  });
}

/**
 * Reads whether a member's app is active, its activation time and device, and the number of
 * remaining recovery codes.
 */
export async function readAuthenticator(
  database: Queryable,
  memberId: string,
): Promise<Omit<SecuritySettings['authenticator'], 'required'>> {
  const [row] = await database
    .select()
    .from(authenticators)
    .where(eq(authenticators.memberId, memberId));
  if (!row?.confirmedAt) return { on: false, device: null, addedAt: null, recoveryCodesLeft: 0 };
  return {
    on: true,
    device: row.device,
    addedAt: row.confirmedAt.toISOString(),
    recoveryCodesLeft: row.recoveryHashes.length,
  };
}

/** Marks the caller's code as used, under the member's row lock; throws if the code is invalid. */
type CodeCheck = (tx: Transaction) => Promise<void>;

export type SecondFactorCheck = ReturnType<typeof createSecondFactorCheck>;

/** Creates the problem for a logged-in caller without a code: a missing field, no failed login. */
export const createMissingCodeProblem = () =>
  new ApiProblem('invalid-input', { errors: { code: ['required'] } });

/**
 * Returns a function that runs `work` for a member. If the member has an authenticator app, a code
 * is required, and `work` must call `checkCode` in its transaction. Ten wrong codes per hour are
 * allowed.
 */
export function createSecondFactorCheck(
  services: Services,
  missingCode = () => new ApiProblem('code-required'),
) {
  const { database, clock } = services;
  const tries = createAttemptCounter(services, {
    name: 'login-code',
    maxAttempts: 10,
    minutes: 60,
  });

  async function consume(tx: Transaction, memberId: string, code?: string): Promise<void> {
    const [row] = await tx
      .select()
      .from(authenticators)
      .where(eq(authenticators.memberId, memberId));
    if (!row?.secret) return;
    if (!code) throw missingCode();
    const used = computeUsedCodeColumns({ ...row, secret: row.secret }, code, clock());
    if (!used) throw new ApiProblem('wrong-code', { errors: { code: ['wrong'] } });
    await tx.update(authenticators).set(used).where(eq(authenticators.memberId, memberId));
  }

  return async <Result>(
    memberId: string,
    code: string | undefined,
    work: (checkCode: CodeCheck) => Promise<Result>,
  ): Promise<Result> => {
    // Counts before any lock, so that guesses are counted even if the transaction rolls back.
    if ((await readAuthenticator(database, memberId)).on) {
      if (!code) throw missingCode();
      await tries.count(memberId);
    }
    const result = await work(async (tx) => consume(tx, memberId, code));
    if (code) await tries.forgive(memberId);
    return result;
  };
}

type AuthenticatorSecrets = { secret: string; lastStep: number; recoveryHashes: string[] };

/** Returns the columns to update after a valid code; undefined for an invalid or used code. */
function computeUsedCodeColumns(
  { secret, lastStep, recoveryHashes }: AuthenticatorSecrets,
  code: string,
  now: Date,
): Partial<AuthenticatorSecrets> | undefined {
  const step = findTimeStep(secret, code, now);
  if (step !== undefined) return step > lastStep ? { lastStep: step } : undefined;
  const hash = hashToken(normalizeCode(code));
  if (!recoveryHashes.includes(hash)) return undefined;
  return { recoveryHashes: recoveryHashes.filter((each) => each !== hash) };
}

/** Returns the half-minute step of a code: current, previous or next; undefined if none matches. */
function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const token = normalizeCode(code);
  // The library throws if a token has more bytes than characters.
  if (!/^\d{6}$/.test(token)) return undefined;
  const off = createTotp(secret, '').validate({ token, timestamp, window: 1 });
  return off === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + off;
}

function createTotp(secret: string, label: string): TOTP {
  // All authenticator apps support these values; some apps ignore other values.
  return new TOTP({
    issuer: 'Touchline',
    label,
    secret,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

/** Creates a recovery code: eighty random bits in four groups of letters and digits. */
function createRecoveryCode(): string {
  return new Secret({ size: 10 }).base32.match(/.{4}/g)?.join('-') ?? '';
}

/** Removes spaces and hyphens, and converts letters to upper case. */
function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}
