import type { Checkpoint, Leaf, Receipt, TipHistory } from './calls.ts';
import { bytesOfText, fromHex, leafHash, linkHash, textHash } from './hashes.ts';
import { includes, isConsistent } from './merkle.ts';

/** A leaf as the text that is hashed. */
export function leafText({ chain, start, startHash, end, endHash }: Leaf): string {
  return `${chain}\n${start} ${startHash}\n${end} ${endHash}\n`;
}

/** A checkpoint as the text that is signed. */
export function checkpointText({ size, root, at }: Pick<Checkpoint, 'size' | 'root' | 'at'>) {
  return `touchline\n${size}\n${root}\n${at}\n`;
}

/** What is wrong with a proof: nobody could have come to it without changing the past. */
export type Flaw = 'signature' | 'history' | 'chain' | 'log';

/** Finds out whether a history is what was written down: a flaw for each event that has one. */
export async function flawsOf(history: TipHistory, id: string): Promise<(Flaw | undefined)[]> {
  const { events, receipts, newest } = history;
  const flaws: (Flaw | undefined)[] = [];
  for (const receipt of receipts) flaws.push(await flawOfReceipt(receipt, newest));
  return Promise.all(
    events.map(async ({ content, receipt: which }) => {
      const { chain, position, subject } = placeOf(content);
      if (subject !== `tip:${id}`) return 'history';
      const receipt = which === undefined ? undefined : receipts[which];
      if (!receipt) return undefined;
      const digest = receipt.digests[position - receipt.leaf.start - 1];
      const isThere = chain === receipt.leaf.chain && digest === (await textHash(content));
      return isThere ? flaws[which ?? 0] : 'history';
    }),
  );
}

async function flawOfReceipt(
  { leaf, digests, index, path, checkpoint, consistency }: Receipt,
  newest: Checkpoint | undefined,
): Promise<Flaw | undefined> {
  let hash = leaf.startHash;
  for (const digest of digests) hash = await linkHash(hash, digest);
  if (hash !== leaf.endHash || digests.length !== leaf.end - leaf.start) return 'chain';

  const inLog = { hash: await leafHash(leafText(leaf)), index, path };
  if (!(await includes(checkpoint, inLog))) return 'log';
  if (!(await isSigned(checkpoint))) return 'signature';
  if (!newest || !(await isConsistent(checkpoint, newest, consistency))) return 'log';
  return undefined;
}

type Place = { chain: unknown; position: number; subject: unknown };

function placeOf(content: string): Place {
  const { chain, position, subject } = JSON.parse(content);
  return { chain, position: Number(position), subject };
}

/** The part of Web Crypto that checks signatures. */
type Signatures = {
  importKey: (
    format: 'raw',
    bytes: Uint8Array<ArrayBuffer>,
    algorithm: 'Ed25519',
    extractable: boolean,
    usages: ['verify'],
  ) => Promise<never>;
  verify: (
    algorithm: 'Ed25519',
    key: never,
    signature: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
};
declare const crypto: { subtle: Signatures };

/**
 * Whether a checkpoint bears its key's signature. A browser that knows no Ed25519 cannot tell and takes it:
 * what it compares are roots.
 */
export async function isSigned({ key, signature, ...checkpoint }: Checkpoint): Promise<boolean> {
  const { subtle } = crypto;
  let known;
  try {
    known = await subtle.importKey('raw', fromHex(key), 'Ed25519', false, ['verify']);
  } catch {
    return true;
  }
  const text = bytesOfText(checkpointText(checkpoint));
  return subtle.verify('Ed25519', known, fromHex(signature), text);
}
