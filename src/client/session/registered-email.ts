import * as z from 'zod/mini';
import { createPersistedValue } from './persisted.ts';

/** The lifetime of a mailed link, in milliseconds. */
const validityMs = 24 * 60 * 60_000;

const RegisteredEmail = z.object({ email: z.string(), at: z.number() });

const storedRegisteredEmail = createPersistedValue(
  'touchline-registered',
  (stored) => RegisteredEmail.safeParse(stored).data,
);

/** Stores the address of a registration in this browser, for the login after its verification. */
export function storeRegisteredEmail(email: string): void {
  storedRegisteredEmail.set({ email, at: Date.now() });
}

/** The address of a registration in this browser within the last day; empty without one. */
export function readRegisteredEmail(): string {
  const { email = '', at = 0 } = storedRegisteredEmail.get() ?? {};
  return Math.abs(Date.now() - at) < validityMs ? email : '';
}

/** Forgets the address after the member's login. */
export function clearRegisteredEmail(): void {
  storedRegisteredEmail.set(undefined);
}
