import '#client/startup/zod-jitless.ts';
import { storeLogin } from '#client/session/login-mirror.ts';
import { session, type StoredLogin, type Session } from '#client/session/session.ts';
import { renewLogin } from '#contract/account/accounts.ts';
import { LoginAnswer as LoginReply } from '#sync/backend/backend.ts';
import type { Engine } from '#sync/engine.ts';
import { closeMemberDatabase, getDevice } from '../device/device.tsx';
import { removeRows } from './row-removal.ts';

/**
 * Stores a login. If another member was logged in on this device, that member's rows are removed,
 * except drafts and pending operations for the next login.
 */
export async function switchLogin(answer: StoredLogin): Promise<Session | undefined> {
  const before = getDevice(session.get()?.memberId).member;
  const login = await storeLogin(answer);
  if (before && before.id !== login?.memberId) {
    // The new login is valid even if the old rows cannot be removed.
    await removeRows(before, 'keep').catch(() => undefined);
    closeMemberDatabase(before.id);
  }
  return login;
}

/** True after half of a token's lifetime, by the server's clock. */
export function isRenewalDue(
  { issuedAt, expiresAt }: { issuedAt: number | undefined; expiresAt: number | undefined },
  now: Date,
): boolean {
  if (issuedAt === undefined || expiresAt === undefined) return false;
  return now.getTime() > (issuedAt + expiresAt) / 2;
}

/** Renews a token after half of its lifetime, so that a regular visitor stays logged in. */
export async function renewTokenWhenDue({
  api,
  serverNow,
}: Pick<Engine, 'api' | 'serverNow'>): Promise<void> {
  const current = session.get();
  if (current === undefined || !isRenewalDue(current, serverNow())) return;
  const answer = await api.callWithSchema(renewLogin, LoginReply);
  // Another tab may have logged out or renewed the token during the request.
  if (answer.kind !== 'ok' || session.get()?.token !== current.token) return;
  await storeLogin(answer.reply);
}
