import '#client/startup/zod-jitless.ts';
import { storeLogin } from '#client/session/mirror.ts';
import { session, type LoginAnswer, type Session } from '#client/session/session.ts';
import { renew } from '#contract/account/accounts.ts';
import { LoginAnswer as LoginReply } from '#sync/backend/backend.ts';
import type { Engine } from '#sync/engine.ts';
import { closeMember, deviceOf } from '../device/device.tsx';
import { removeRows } from './row-removal.ts';

/**
 * Stores a login. Another member's rows are removed from a device that was passed on without a logout;
 * their drafts and pending operations stay sealed.
 */
export async function switchLogin(answer: LoginAnswer): Promise<Session | undefined> {
  const before = deviceOf(session.get()?.memberId).member;
  const login = await storeLogin(answer);
  if (before && before.id !== login?.memberId) {
    // The new login is valid even if the old rows cannot be removed.
    await removeRows(before, 'keep').catch(() => undefined);
    closeMember(before.id);
  }
  return login;
}

/** Whether half of a token's lifetime has passed, by the server's clock. */
export function isDue(
  { issuedAt, expiresAt }: { issuedAt: number | undefined; expiresAt: number | undefined },
  now: Date,
): boolean {
  if (issuedAt === undefined || expiresAt === undefined) return false;
  return now.getTime() > (issuedAt + expiresAt) / 2;
}

/** Renews a token after half its lifetime, so that regular visitors need no new login. */
export async function renewWhenDue({
  api,
  serverNow,
}: Pick<Engine, 'api' | 'serverNow'>): Promise<void> {
  const current = session.get();
  if (current === undefined || !isDue(current, serverNow())) return;
  const answer = await api.callAs(renew, LoginReply);
  // Another tab may have logged out, or renewed, meanwhile.
  if (answer.kind !== 'ok' || session.get()?.token !== current.token) return;
  await storeLogin(answer.reply);
}
