import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';

import type { SessionReply } from '#contract/account/accounts.ts';
import { ApiProblem } from '#contract/problem.ts';
import { dayMs, hourMs } from '#domain/durations.ts';

import {
  type Database,
  createPreparedQuery,
  type Queryable,
  type Transaction,
  runInTransaction,
} from '../db/database.ts';
import { isReadOnlyError } from '../db/failures.ts';
import { members, sessions } from '../db/schema.ts';
import { buildEmailCondition } from '../members/email.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Services } from '../services.ts';
import { hasAuthenticator, type SecondFactorCheck } from './authenticator.ts';
import { hashPassword, verifyPassword, needsRehash } from './passwords.ts';
import { verifyToken, signToken } from './tokens.ts';

/** The caller as stored in the database; the claims of the token are not used. */
export type AuthenticatedMember = {
  id: string;
  email: string;
  role: 'member' | 'administrator';
  emailVerified: boolean;
  /** False for an administrator without an authenticator app, which production requires. */
  mayAdminister: boolean;
  sessionId: string;
};

type LoginInput = {
  email: string;
  password: string;
  rememberMe: boolean;
  device: string;
  /** The app's language at the login; mails use it from now on. */
  language: string;
  code: string | undefined;
};

/** Opens a session. A wrong password and an unknown address get equal responses and durations. */
export async function logIn(
  { database, settings, clock }: Services,
  { email, password, rememberMe, device, language, code }: LoginInput,
  secondStep: SecondFactorCheck,
): Promise<SessionReply> {
  const [member] = await database
    .select({
      id: members.id,
      email: members.email,
      role: members.role,
      passwordHash: members.passwordHash,
    })
    .from(members)
    .where(buildEmailCondition(email));
  const isRight = await verifyPassword(member?.passwordHash, password);
  if (!member || !isRight) throw new ApiProblem('wrong-credentials');
  const passwordHash = needsRehash(member.passwordHash) ? await hashPassword(password) : undefined;
  const asRead = and(eq(members.id, member.id), eq(members.passwordHash, member.passwordHash));
  return secondStep(member.id, code, async (checkCode) =>
    runInTransaction(database, async (tx) => {
      // A password reset or account deletion during the check ends every session, so no new session
      // may be opened.
      const [same] = await tx.select({ id: members.id }).from(members).where(asRead).for('update');
      if (!same) throw new ApiProblem('wrong-credentials');
      await checkCode(tx);
      await tx
        .update(members)
        .set({ language, ...(passwordHash !== undefined && { passwordHash }) })
        .where(eq(members.id, member.id));
      const lifetimeMs = toSessionLifetimeMs(rememberMe);
      return openSession(tx, settings.jwtSecret, {
        member,
        now: clock(),
        lifetimeMs,
        device,
      });
    }),
  );
}

/**
 * Returns a session's lifetime in milliseconds: thirty days with "remember me", else half a day.
 */
export function toSessionLifetimeMs(rememberMe: boolean): number {
  return rememberMe ? 30 * dayMs : 12 * hourMs;
}

type NewSession = {
  member: Pick<AuthenticatedMember, 'id' | 'email' | 'role'>;
  now: Date;
  lifetimeMs: number;
  device?: string;
};

/** Opens a session, and deletes the member's expired sessions. */
export async function openSession(
  database: Queryable,
  secret: string,
  { member, now, lifetimeMs, device = '' }: NewSession,
): Promise<SessionReply> {
  const session = { id: randomUUID(), expiresAt: new Date(now.getTime() + lifetimeMs) };
  await database
    .delete(sessions)
    .where(and(eq(sessions.memberId, member.id), lte(sessions.expiresAt, now)));
  const moments = { createdAt: now, startedAt: now, lastUsedAt: now };
  await database.insert(sessions).values({ ...session, ...moments, memberId: member.id, device });
  return issueToken(secret, member, { ...session, createdAt: now });
}

/**
 * Extends a session after half its lifetime. The session's id stays, so that the old token is valid
 * until its own end, and a lost response logs nobody out.
 */
export async function renewSession(
  { database, settings, clock }: Services,
  member: AuthenticatedMember,
): Promise<SessionReply> {
  const now = clock();
  const [session] = await database.select().from(sessions).where(eq(sessions.id, member.sessionId));
  if (!session) throw new Error('the session of a signed-in member has no row');

  const lifetime = session.expiresAt.getTime() - session.createdAt.getTime();
  if (now.getTime() < session.createdAt.getTime() + lifetime / 2) {
    return issueToken(settings.jwtSecret, member, session);
  }
  const prolonged = { createdAt: now, expiresAt: new Date(now.getTime() + lifetime) };
  await database
    .update(sessions)
    .set(prolonged)
    .where(and(eq(sessions.id, session.id), isNull(sessions.revokedAt)));
  return issueToken(settings.jwtSecret, member, { id: session.id, ...prolonged });
}

export async function endSession(database: Queryable, sessionId: string, now: Date): Promise<void> {
  await database.update(sessions).set({ revokedAt: now }).where(eq(sessions.id, sessionId));
}

/** Locks the member's row; refuses if the caller's session has ended. */
export async function lockSession(
  tx: Transaction,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<void> {
  await raiseCursor(tx, memberId);
  const [live] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
  if (!live) throw new ApiProblem('session-ended');
}

/** Ends all sessions of a member, optionally except one. */
export async function endSessions(
  database: Queryable,
  memberId: string,
  { now, but: exceptSessionId }: { now: Date; but?: string | undefined },
): Promise<void> {
  const others = exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId);
  await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.memberId, memberId), isNull(sessions.revokedAt), others));
}

/** Columns of a session and its member. */
export const sessionColumns = {
  id: members.id,
  email: members.email,
  role: members.role,
  emailVerified: sql<boolean>`${members.emailVerifiedAt} is not null`,
  lastUsedAt: sessions.lastUsedAt,
  hasAuthenticator,
};

/** SQL condition: the token's session exists, belongs to its member and has not ended. */
export const isLiveSession = and(
  eq(sessions.id, sql.placeholder('sessionId')),
  eq(sessions.memberId, sql.placeholder('memberId')),
  isNull(sessions.revokedAt),
  gt(sessions.expiresAt, sql.placeholder('now')),
);

const sessionMemberQuery = createPreparedQuery((database) =>
  database
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(isLiveSession)
    .prepare('member_of_session'),
);

/** Stores the last use of a session; ignores a read-only database, which still serves reads. */
async function recordSessionUse(database: Database, sessionId: string, now: Date): Promise<void> {
  const used = database.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, sessionId));
  await used.catch((error: unknown) => {
    if (!isReadOnlyError(error)) throw error;
  });
}

/** Reads the member and the session of a token; null if the session has ended. */
export async function readMemberOfToken(
  services: Services,
  token: string,
): Promise<AuthenticatedMember | null> {
  const found = await readMemberWithRow(services, token, async (named) => {
    const [row] = await sessionMemberQuery(services.database).execute(named);
    return row;
  });
  return found?.member ?? null;
}

/** The ids in a token, and the instant at which its session must not have ended. */
type TokenIds = { sessionId: string; memberId: string; now: Date };
type SessionRow = Omit<AuthenticatedMember, 'mayAdminister' | 'sessionId'> & {
  lastUsedAt: Date;
  hasAuthenticator: boolean;
};

/** Reads the member of a token by the query `read`, whose row may have further columns. */
export async function readMemberWithRow<Row extends SessionRow>(
  { database, settings, clock }: Services,
  token: string,
  read: (named: TokenIds) => Promise<Row | undefined>,
): Promise<{ member: AuthenticatedMember; row: Row } | null> {
  const now = clock();
  const claims = await verifyToken(token, settings.jwtSecret, now);
  if (!claims) return null;
  const row = await read({ ...claims, now });
  if (!row) return null;
  const { id, email, role, emailVerified, lastUsedAt, hasAuthenticator: guarded } = row;
  const { sessionId } = claims;
  if (now.getTime() - lastUsedAt.getTime() >= hourMs) {
    await recordSessionUse(database, sessionId, now);
  }
  const mayAdminister = guarded || settings.environment !== 'production';
  return { member: { id, email, role, emailVerified, mayAdminister, sessionId }, row };
}

async function issueToken(
  secret: string,
  member: NewSession['member'],
  session: { id: string; createdAt: Date; expiresAt: Date },
): Promise<SessionReply> {
  const token = await signToken(
    {
      sessionId: session.id,
      memberId: member.id,
      email: member.email,
      role: member.role,
      issuedAt: session.createdAt,
      expiresAt: session.expiresAt,
    },
    secret,
  );
  return { access_token: token, userId: member.id };
}
