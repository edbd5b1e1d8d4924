import { redirect } from '@tanstack/react-router';
import { session } from './session.ts';

/**
 * Lets a member pass and sends everybody else to log in and come back. Only the stored token is
 * asked: being out of reach never logs anybody out.
 */
export function requireSession(href: string): void {
  if (session.get() === undefined) {
    throw redirect({ to: '/account/login', search: { returnUrl: href } });
  }
}

/**
 * Asks the guards again when another tab logs in or out. A page that stayed open would go on as
 * nobody's, and what is picked there would be lost.
 */
export function guardAcrossTabs(router: { invalidate: () => Promise<void> }): void {
  // Asked before listening: the session hears of it first, and the guards see what has changed.
  let memberId = session.get()?.memberId;
  globalThis.addEventListener('storage', () => {
    const before = memberId;
    memberId = session.get()?.memberId;
    if (memberId !== before) void router.invalidate();
  });
}
