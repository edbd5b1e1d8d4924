import * as z from 'zod/mini';
import { persisted } from './persisted.ts';

/** The lifetime of a mailed link, in milliseconds. */
const validityMs = 24 * 60 * 60_000;

const Registered = z.object({ email: z.string(), at: z.number() });

const registered = persisted('touchline-registered', (stored) => Registered.safeParse(stored).data);

/** Stores the address of a registration in this browser, for the login after its verification. */
export function noteRegisteredAddress(email: string): void {
  registered.set({ email, at: Date.now() });
}

/** The address of a registration in this browser within the last day; empty without one. */
export function registeredAddress(): string {
  const { email = '', at = 0 } = registered.get() ?? {};
  return Math.abs(Date.now() - at) < validityMs ? email : '';
}

/** Forgets the address after the member's login. */
export function forgetRegisteredAddress(): void {
  registered.set(undefined);
}
