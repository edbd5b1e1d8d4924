import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

import { createLimiter } from '../platform/concurrency.ts';

/** argon2id (the library's default) at the minimum cost that OWASP recommends. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash needs 19 MB and a core, so only two run at a time and leave room for other calls.
const hashLimiter = createLimiter({ maxRunning: 2, maxWaiting: 500 });

/** Hashes a password in Unicode form NFC, because keyboards encode the same letters differently. */
export async function hashPassword(password: string): Promise<string> {
  return hashLimiter(async () => hash(password.normalize('NFC'), hashCost));
}

/** Returns the hash of a random password; it looks like any other hash. */
export async function hashRandomPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('hex'));
}

let unknownPasswordHash: Promise<string> | undefined;

/**
 * Verifies a password. Takes equally long without a hash, so that the duration does not reveal
 * unknown addresses.
 */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
): Promise<boolean> {
  unknownPasswordHash ??= hashRandomPassword();
  const against = hashed ?? (await unknownPasswordHash);
  const matches = await hashLimiter(async () => verify(against, password.normalize('NFC')));
  return matches && hashed !== undefined;
}

/** True if a hash has a lower cost than today's, so that the password should be hashed again. */
export function needsRehash(hashed: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashed);
  return memoryCost < hashCost.memoryCost || timeCost < hashCost.timeCost;
}
