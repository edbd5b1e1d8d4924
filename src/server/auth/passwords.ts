import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

import { createLimiter } from '../platform/concurrency.ts';

/** argon2id (the library's default) at the minimum cost that OWASP recommends. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Every hash takes 19 MB and a core for a moment; a crowd of logins must leave room for the rest.
const hashLimiter = createLimiter({ maxRunning: 2, maxWaiting: 500 });

/** Hashes a password in NFC: keyboards write the same letters as different code points. */
export async function hashPassword(password: string): Promise<string> {
  return hashLimiter(async () => hash(password.normalize('NFC'), hashCost));
}

/** The hash of a random password, indistinguishable from any other. */
export async function hashUnknownPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('hex'));
}

let unknownPasswordHash: Promise<string> | undefined;

/**
 * Verifies a password; takes equally long without a hash, so that unknown addresses are not
 * revealed.
 */
export async function verifyPassword(
  hashed: string | undefined,
  password: string,
): Promise<boolean> {
  unknownPasswordHash ??= hashUnknownPassword();
  const against = hashed ?? (await unknownPasswordHash);
  const matches = await hashLimiter(async () => verify(against, password.normalize('NFC')));
  return matches && hashed !== undefined;
}

/** True if a hash is cheaper than those of today, so that a verified password is hashed again. */
export function needsRehash(hashed: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashed);
  return memoryCost < hashCost.memoryCost || timeCost < hashCost.timeCost;
}
