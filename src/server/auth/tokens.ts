import { createHmac, timingSafeEqual } from 'node:crypto';

import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

/** Says of a token that it is for calling the API: no other signed text is taken for one. */
const typ = 'at+jwt';
const algorithm = 'HS256';
const issuer = 'touchline';
const audience = 'touchline-api';

/** Servers' clocks differ a little. A session's own row ends it to the millisecond. */
const clockTolerance = 60;

const Claims = z.object({ sub: z.uuid(), jti: z.uuid() });

export type Bearer = {
  sessionId: string;
  memberId: string;
  /** Hints for the client's screens; the database decides. */
  email: string;
  role: string;
  issuedAt: Date;
  expiresAt: Date;
};

export async function signToken(bearer: Bearer, secret: string): Promise<string> {
  const end = endOf(bearer.sessionId, secret).toString('base64url');
  return new SignJWT({ email: bearer.email, role: bearer.role, end })
    .setProtectedHeader({ alg: algorithm, typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(bearer.memberId)
    .setJti(bearer.sessionId)
    .setIssuedAt(bearer.issuedAt)
    .setExpirationTime(bearer.expiresAt)
    .sign(keyOf(secret));
}

/**
 * Whether somebody held a token of this session. A device that was logged out without a connection
 * keeps this part of it alone: with it the session can be ended, and nothing else be done.
 */
export function isEndOf(end: string, sessionId: string, secret: string): boolean {
  const given = Buffer.from(end, 'base64url');
  const right = endOf(sessionId, secret);
  return given.length === right.length && timingSafeEqual(given, right);
}

function endOf(sessionId: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`end of session ${sessionId}`).digest();
}

/** The session that a token stands for, and whether this process has found it ended. */
type Claimed = { sessionId: string; memberId: string; hasEnded: boolean };

/** Whose session a token stands for; null when it is none of ours, or not valid at that moment. */
export async function readToken(token: string, secret: string, now: Date): Promise<Claimed | null> {
  const known = knownBySecret.get(secret)?.get(token);
  if (known && now >= known.from && now < known.until) return known.claimed;
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
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
    remember(secret, token, { claimed, from: now, until });
    return claimed;
  } catch {
    return null;
  }
}

/** Remembers, for as long as the token's signature is, that its session has ended. */
export function noteEnded(token: string, secret: string): void {
  const known = knownBySecret.get(secret)?.get(token);
  if (known) known.claimed.hasEnded = true;
}

/** What a good signature said, and between which moments that needs no second look. */
type Known = { claimed: Claimed; from: Date; until: Date };

// Checking a signature costs more than everything else about a small call. Whether the session
// still stands is asked of the database every time all the same.
const knownBySecret = new Map<string, Map<string, Known>>();
const mostKnown = 5_000;

function remember(secret: string, token: string, known: Known): void {
  const tokens = knownBySecret.get(secret) ?? new Map<string, Known>();
  if (tokens.size >= mostKnown) tokens.clear();
  knownBySecret.set(secret, tokens.set(token, known));
}

function keyOf(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
