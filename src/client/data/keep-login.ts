import { keepLoginForGood } from '../session/mirror.ts';
import { type LoginAnswer, session, type Session } from '../session/session.ts';
import { closeMember, deviceOf } from './device.ts';
import { wipeRows } from './drafts.ts';

/**
 * Keeps a login. Another member's rows do not stay behind on a device that was handed on without a
 * logout; what that member has begun or still owes waits for them, sealed.
 */
export async function keepLogin(answer: LoginAnswer): Promise<Session | undefined> {
  const before = deviceOf(session.get()?.memberId).member;
  const login = await keepLoginForGood(answer);
  if (before && before.id !== login?.memberId) {
    // The new login stands, whatever becomes of the old rows.
    await wipeRows(before.store, 'keep').catch(() => undefined);
    closeMember(before.id);
  }
  return login;
}
