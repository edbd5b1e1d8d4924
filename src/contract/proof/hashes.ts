// Declares globals of browsers and Node, because this folder is compiled without the types of
// either.
declare const crypto: {
  subtle: { digest: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer> };
};
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array<ArrayBuffer> };

/** A SHA-256 in hexadecimal. */
export type Hash = string;

/** Used as the previous hash of a chain's first event. */
export const noHash: Hash = '00'.repeat(32);

/** The SHA-256 of a text. */
export async function textHash(text: string): Promise<Hash> {
  return sha256(textToBytes(text));
}

/** The digest that events contain instead of a text that can be removed. */
export async function saltedHash(salt: string, text: string): Promise<Hash> {
  return textHash(`${salt}\n${text}`);
}

/** The hash of an event, computed from the previous event's hash and the hash of the content. */
export async function linkHash(previous: Hash, contentHash: Hash): Promise<Hash> {
  return sha256(concatBytes([0x02], fromHex(previous), fromHex(contentHash)));
}

/** The hash of a leaf, as in RFC 9162, 2.1.1. */
export async function leafHash(text: string): Promise<Hash> {
  return sha256(concatBytes([0x00], textToBytes(text)));
}

/** The hash of two subtrees, as in RFC 9162, 2.1.1. */
export async function nodeHash(left: Hash, right: Hash): Promise<Hash> {
  return sha256(concatBytes([0x01], fromHex(left), fromHex(right)));
}

/** Encodes a text to the bytes that are hashed and signed. */
export function textToBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Decodes a hash, a key or a signature. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Hash> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function concatBytes(...chunks: readonly Iterable<number>[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}
