import { and, desc, eq, gt, isNull } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';
import type { DeviceSession } from '#contract/account/security.ts';

import type { Database } from '../db/database.ts';
import { sessions } from '../db/schema.ts';
import type { AuthenticatedMember } from './sessions.ts';

// The first match counts, because a `User-Agent` also names older browsers.
const browsers = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/**
 * Returns browser and operating system from a `User-Agent`, so that a member recognises a device.
 * The rest of the header is not stored.
 */
export function parseUserAgent(userAgent = ''): string {
  return [browsers, systems]
    .map((known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0])
    .filter((name) => name !== undefined)
    .join(', ');
}

/** Reads the sessions of a member: the current session first, then by latest use. */
export async function readDevices(
  database: Database,
  { id, sessionId }: AuthenticatedMember,
  now: Date,
): Promise<DeviceSession[]> {
  const rows = await database
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.startedAt), sessions.id);
  return rows
    .map((row) => ({
      id: row.id,
      device: row.device,
      startedAt: row.startedAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      here: row.id === sessionId,
    }))
    .toSorted((one, other) => Number(other.here) - Number(one.here));
}

/** Ends one of the member's sessions; refuses the session of another member as "not-found". */
export async function endOwnSession(
  database: Database,
  member: AuthenticatedMember,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const ended = await database
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.memberId, member.id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  if (ended.length === 0) throw new ApiProblem('not-found');
}
