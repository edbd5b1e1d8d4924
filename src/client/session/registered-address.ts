import * as z from 'zod/mini';
import { siteStorage } from './site-storage.ts';

const name = 'touchline-registered';

/** The lifetime of a mailed link, in milliseconds. */
const validityMs = 24 * 60 * 60_000;

const Registered = z.object({ email: z.string(), at: z.number() });

/** Stores the address of a registration in this browser, for the login after its verification. */
export function noteRegisteredAddress(email: string): void {
  siteStorage.setItem(name, JSON.stringify({ email, at: Date.now() }));
}

/** The address of a registration in this browser within the last day; empty without one. */
export function registeredAddress(): string {
  try {
    const { email, at } = Registered.parse(JSON.parse(siteStorage.getItem(name) ?? ''));
    return Math.abs(Date.now() - at) < validityMs ? email : '';
  } catch {
    return '';
  }
}

/** Forgets the address after the member's login. */
export function forgetRegisteredAddress(): void {
  siteStorage.removeItem(name);
}
