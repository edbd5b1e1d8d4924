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
