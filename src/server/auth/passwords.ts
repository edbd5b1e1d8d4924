import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

import { limiter } from '../concurrency.ts';
import { isPattern } from './password-patterns.ts';

/** argon2id, which is the library's own choice of kind, at the cost OWASP asks for at least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Every hash takes 19 MB and a core for a moment. A crowd that logs in must not stop the rest.
const limited = limiter({ atOnce: 2, waiting: 500 });

/** Hashes a password in NFC: keyboards write the same letters as different code points. */
export async function hashPassword(password: string): Promise<string> {
  return limited(async () => hash(password.normalize('NFC'), cost));
}

/** The hash of a password that nobody knows: it looks and lasts like any other. */
export async function hashUnknownPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('hex'));
}

let nobodys: Promise<string> | undefined;

/** Takes as long for an address nobody has as for a wrong password. */
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

/** Whether a password that was verified must be hashed again: its hash may be too cheap, or not of its NFC. */
export function needsRehash(hashed: string, password: string): boolean {
  const { memoryCost, timeCost } = parseOptions(hashed);
  const isCheap = memoryCost < cost.memoryCost || timeCost < cost.timeCost;
  return isCheap || password.normalize('NFC') !== password;
}

/** What people choose most, and what is chosen here in particular. */
const words = new Set([
  ...dictionary['passwords-common'],
  ...`betting tipster tipsters touchline manchesterunited odds mynoob qwertz qwertzuiop thepassword`.split(
    ' ',
  ),
]);

/** A shorter word than this is in many passwords by chance. */
const shortestWord = 3;

/** More figures and marks than this around a word make a password of their own. */
const longestDecoration = 8;

/** Whether anybody who guesses would guess this soon, knowing what is known of its owner. */
export function isCommonFor(
  password: string,
  { email, userName }: { email: string; userName: string },
): boolean {
  const [localPart = ''] = email.split('@');
  return isCommon(password, [email, localPart, userName]);
}

function isCommon(password: string, own: readonly string[]): boolean {
  const plain = password.normalize('NFC').toLowerCase().trim();
  if (new Set(plain).size <= 2 || words.has(plain) || isTwice(plain) || isPattern(plain))
    return true;
  const bare = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}@$]+$/u, '');
  const known = new Set(own.map((each) => each.toLowerCase()));
  if (known.has(plain)) return true;
  if (plain.length - bare.length > longestDecoration || bare.length < shortestWord) return false;
  return words.has(bare) || words.has(unmasked(bare)) || known.has(bare);
}

/** A word that is guessed is guessed twice in a row as well. */
function isTwice(plain: string): boolean {
  const half = plain.slice(0, plain.length / 2);
  return half + half === plain && words.has(half);
}

const masks: Record<string, string> = { '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' };

/** "p@ssw0rd" is "password". */
function unmasked(word: string): string {
  return word.replaceAll(/[@$01345]/g, (mark) => masks[mark] ?? mark);
}
