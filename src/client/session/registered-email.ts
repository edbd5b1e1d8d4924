import * as z from 'zod/mini';
import { createPersistedValue } from './persisted-value.ts';

/** How long the email is remembered, in milliseconds; equal to the lifetime of a mailed link. */
const emailValidityMs = 24 * 60 * 60_000;

const RegisteredEmail = z.object({ email: z.string(), at: z.number() });

const storedRegisteredEmail = createPersistedValue(
  'touchline-registered',
  (stored) => RegisteredEmail.safeParse(stored).data,
);

/** Stores the email of a registration, to fill in the login after the email was verified. */
export function storeRegisteredEmail(email: string): void {
  storedRegisteredEmail.set({ email, at: Date.now() });
}

/** The email of a registration in this browser within the last day; empty if there was none. */
export function readRegisteredEmail(): string {
  const { email = '', at = 0 } = storedRegisteredEmail.get() ?? {};
  return Math.abs(Date.now() - at) < emailValidityMs ? email : '';
}

export function clearRegisteredEmail(): void {
  storedRegisteredEmail.set(undefined);
}
