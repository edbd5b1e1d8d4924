import { createHmac, timingSafeEqual } from 'node:crypto';

import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

import { createLruCache } from '../platform/lru-cache.ts';

/** The `typ` header of access tokens, which distinguishes them from other signed texts. */
const typ = 'at+jwt';
const algorithm = 'HS256';
const issuer = 'touchline';
const audience = 'touchline-api';

/** Tolerated clock difference of servers, in seconds. The session's row decides the exact end. */
const clockTolerance = 60;

const Claims = z.object({ sub: z.uuid(), jti: z.uuid() });

export type TokenContent = {
  sessionId: string;
  memberId: string;
  /** A hint for the client's screens, like `role`; the server reads both from the database. */
  email: string;
  role: string;
  issuedAt: Date;
  expiresAt: Date;
};

export async function signToken(bearer: TokenContent, secret: string): Promise<string> {
  const end = computeSessionEndCode(bearer.sessionId, secret).toString('base64url');
  return new SignJWT({ email: bearer.email, role: bearer.role, end })
    .setProtectedHeader({ alg: algorithm, typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(bearer.memberId)
    .setJti(bearer.sessionId)
    .setIssuedAt(bearer.issuedAt)
    .setExpirationTime(bearer.expiresAt)
    .sign(toSigningKey(secret));
}

/**
 * True if `end` is the end code of this session, which its token contains. A device that was logged
 * out offline stores only this code, which can end the session and nothing else.
 */
export function isSessionEndCode(end: string, sessionId: string, secret: string): boolean {
  const signature = Buffer.from(end, 'base64url');
  const right = computeSessionEndCode(sessionId, secret);
  return signature.length === right.length && timingSafeEqual(signature, right);
}

function computeSessionEndCode(sessionId: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`end of session ${sessionId}`).digest();
}

/** The ids in a verified token; `hasEnded` if this process knows that the session has ended. */
type VerifiedToken = { sessionId: string; memberId: string; hasEnded: boolean };

/** Verifies a token; null unless it was signed with this secret and is valid at `now`. */
export async function verifyToken(
  token: string,
  secret: string,
  now: Date,
): Promise<VerifiedToken | null> {
  const known = knownTokens.get(token);
  if (known?.secret === secret && now >= known.from && now < known.until) return known.claimed;
  try {
    const { payload } = await jwtVerify(token, toSigningKey(secret), {
      algorithms: [algorithm],
      typ,
      issuer,
      audience,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      maxTokenAge: '31d',
      clockTolerance,
      currentDate: now,
    });
    const claims = Claims.safeParse(payload);
    if (!claims.success) return null;
    const claimed = { sessionId: claims.data.jti, memberId: claims.data.sub, hasEnded: false };
    const until = new Date((payload.exp ?? 0) * 1000);
    knownTokens.set(token, { secret, claimed, from: now, until });
    return claimed;
  } catch {
    return null;
  }
}

/** Marks the session of a cached token as ended. */
export function rememberEndedSession(token: string, secret: string): void {
  const known = knownTokens.get(token);
  if (known?.secret === secret) known.claimed.hasEnded = true;
}

/** A cached token, accepted without another signature check between `from` and `until`. */
type KnownToken = { secret: string; claimed: VerifiedToken; from: Date; until: Date };

// Cache of verified tokens, because a signature check costs more than the rest of a small call.
// Every call still reads the session from the database.
const knownTokens = createLruCache<KnownToken>(5_000);

function toSigningKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
