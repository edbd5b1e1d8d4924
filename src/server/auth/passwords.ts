import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

import { limiter } from '../platform/concurrency.ts';
import { isPattern } from './password-patterns.ts';

/** argon2id (the library's default) at the minimum cost that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Every hash takes 19 MB and a core for a moment; a crowd of logins must leave room for the rest.
const limited = limiter({ maxRunning: 2, maxWaiting: 500 });

/** Hashes a password in NFC: keyboards write the same letters as different code points. */
export async function hashPassword(password: string): Promise<string> {
  return limited(async () => hash(password.normalize('NFC'), cost));
}

/** The hash of a random password, indistinguishable from any other. */
export async function hashUnknownPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('hex'));
}

let nobodys: Promise<string> | undefined;

/**
 * Verifies a password; takes equally long without a hash, so that unknown addresses are not
 * revealed.
 */
export async function isPasswordOf(hashed: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashUnknownPassword();
  const against = hashed ?? (await nobodys);
  const normalized = password.normalize('NFC');
  const matches =
    (await limited(async () => verify(against, normalized))) ||
    // Hashes made before normalisation are of the code points as they were typed.
    (normalized !== password && (await limited(async () => verify(against, password))));
  return matches && hashed !== undefined;
}

/** True if a verified password must be hashed again: its hash is too cheap, or not of its NFC. */
export function needsRehash(hashed: string, password: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashed);
  const isCheap = memoryCost < cost.memoryCost || timeCost < cost.timeCost;
  return isCheap || password.normalize('NFC') !== password;
}

/** The most common passwords, and words of this site. */
const commonWords = new Set([
  ...dictionary['passwords-common'],
  ...`betting tipster tipsters touchline manchesterunited odds mynoob qwertz qwertzuiop thepassword`.split(
    ' ',
  ),
]);

/** Shorter words are contained in many passwords by chance. */
const minWordLength = 3;

/** More characters than this around a word make the password strong enough. */
const maxDecorationLength = 8;

/** True if a password is easily guessed by knowing common ones and its owner's details. */
export function isCommonFor(
  password: string,
  { email, userName }: { email: string; userName: string },
): boolean {
  const [localPart = ''] = email.split('@');
  return isCommon(password, [email, localPart, userName]);
}

function isCommon(password: string, own: readonly string[]): boolean {
  const plain = password.normalize('NFC').toLowerCase().trim();
  if (new Set(plain).size <= 2 || commonWords.has(plain) || isTwice(plain) || isPattern(plain))
    return true;
  const core = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}@$]+$/u, '');
  const known = new Set(own.map((each) => each.toLowerCase()));
  if (known.has(plain)) return true;
  if (plain.length - core.length > maxDecorationLength || core.length < minWordLength) return false;
  return commonWords.has(core) || commonWords.has(unmasked(core)) || known.has(core);
}

/** A doubled word is guessed, too. */
function isTwice(plain: string): boolean {
  const half = plain.slice(0, plain.length / 2);
  return half + half === plain && commonWords.has(half);
}

const masks: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' };

/** Replaces look-alikes: "p@ssw0rd" is "password". */
function unmasked(word: string): string {
  return word.replaceAll(/[@$01345]/g, (mark) => masks[mark] ?? mark);
}
