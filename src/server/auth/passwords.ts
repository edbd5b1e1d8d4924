import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';

import { turns } from '../turns.ts';

/** argon2id, which is the library's own choice of kind, at the cost OWASP asks for at least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Every hash takes 19 MB and a core for a moment. A crowd that logs in must not stop the rest.
const takeTurns = turns({ atOnce: 2, waiting: 500 });

export async function hashPassword(password: string): Promise<string> {
  return takeTurns(async () => hash(password, cost));
}

let nobodys: Promise<string> | undefined;

/** Takes as long for an address nobody has as for a wrong password. */
export async function isPasswordOf(hashed: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword(randomBytes(32).toString('hex'));
  const against = hashed ?? (await nobodys);
  const matches = await takeTurns(async () => verify(against, password));
  return matches && hashed !== undefined;
}

/** Whether a password was hashed at a lower cost than is asked for today. */
export function isHashedCheaply(hashed: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashed);
  return memoryCost < cost.memoryCost || timeCost < cost.timeCost;
}
