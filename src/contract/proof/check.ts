import type { Checkpoint, EventContent, HistoryEvent, Leaf, Receipt, TipHistory } from './calls.ts';
import { parseEventContents, isRestatementOf } from './event-contents.ts';
import { textToBytes, fromHex, leafHash, linkHash, textHash } from './hashes.ts';
import { isLeafIncluded, isConsistent } from './merkle.ts';

/** The text of a leaf, from which its hash is computed. */
export function leafText({ chain, start, startHash, end, endHash }: Leaf): string {
  return `${chain}\n${start} ${startHash}\n${end} ${endHash}\n`;
}

/** The text of a checkpoint, which the server signs. */
export function checkpointText({ size, root, at }: Pick<Checkpoint, 'size' | 'root' | 'at'>) {
  return `touchline\n${size}\n${root}\n${at}\n`;
}

/** The part of a proof that failed; any failure means that history was changed. */
export type ProofFlaw = 'signature' | 'history' | 'chain' | 'log' | 'time';

/** Maximum difference between the clocks of two servers, in milliseconds. */
const clockToleranceMs = 60_000;

/** A receipt with the flaw of its own proof, if any. */
export type CheckedReceipt = Receipt & { flaw: ProofFlaw | undefined };

/** Verifies all events of a history; returns the flaw of each event, or undefined. */
export async function findHistoryFlaws(
  history: TipHistory,
  id: string,
): Promise<(ProofFlaw | undefined)[]> {
  return findEventFlaws(history.events, await checkReceipts(history), id);
}

/** Verifies each receipt once, although many events share it. */
export async function checkReceipts({
  receipts,
  newest,
}: Pick<TipHistory, 'receipts' | 'newest'>): Promise<CheckedReceipt[]> {
  const checked: CheckedReceipt[] = [];
  for (const receipt of receipts) {
    checked.push({ ...receipt, flaw: await findReceiptFlaw(receipt, newest) });
  }
  return checked;
}

/**
 * Verifies events of a tip with verified receipts; returns the flaw of each event, or undefined.
 */
export async function findEventFlaws(
  events: readonly HistoryEvent[],
  receipts: readonly CheckedReceipt[],
  tipId: string,
): Promise<(ProofFlaw | undefined)[]> {
  const contents = parseEventContents(events);
  const digests = await Promise.all(
    events.map(async ({ content, digest = '' }) =>
      content === undefined ? digest : textHash(content),
    ),
  );
  return events.map(({ receipt: which }, index) => {
    const content = contents[index];
    if (content?.subject !== `tip:${tipId}`) return 'history';
    if (
      content.action === 'tip.restate' &&
      !isRestatementOfFirst(content, contents[0], digests[0])
    ) {
      return 'history';
    }
    const receipt = which === undefined ? undefined : receipts[which];
    if (!receipt) return undefined;
    const { chain, position, at } = content;
    const isThere =
      chain === receipt.leaf.chain &&
      receipt.digests[position - receipt.leaf.start - 1] === digests[index];
    if (!isThere) return 'history';
    return receipt.flaw ?? (isBetweenCheckpoints(receipt, Date.parse(at)) ? undefined : 'time');
  });
}

/** True if a restatement repeats the first event of the tip, which must be its post. */
function isRestatementOfFirst(
  restatement: EventContent,
  post: EventContent | undefined,
  digest: string | undefined,
): boolean {
  return post !== undefined && digest !== undefined && isRestatementOf(restatement, post, digest);
}

async function findReceiptFlaw(
  { leaf, digests, index, path, checkpoint, previous, consistency }: Receipt,
  newest: Checkpoint | undefined,
): Promise<ProofFlaw | undefined> {
  let hash = leaf.startHash;
  for (const digest of digests) hash = await linkHash(hash, digest);
  if (hash !== leaf.endHash || digests.length !== leaf.end - leaf.start) return 'chain';

  const inLog = { hash: await leafHash(leafText(leaf)), index, path };
  if (!(await isLeafIncluded(checkpoint, inLog))) return 'log';
  if (!(await hasValidSignature(checkpoint))) return 'signature';
  if (!newest || !(await isConsistent(checkpoint, newest, consistency))) return 'log';
  if (!(await hasValidSignature(newest))) return 'signature';
  if (previous && previous.size > index) return 'log';
  if (previous && !(await hasValidSignature(previous))) return 'signature';
  return undefined;
}

/** True if an event's time is between the checkpoints before and after the event. */
function isBetweenCheckpoints({ previous, checkpoint }: Receipt, at: number): boolean {
  const earliest = previous ? Date.parse(previous.at) - clockToleranceMs : -Infinity;
  return at >= earliest && at <= Date.parse(checkpoint.at) + clockToleranceMs;
}

/** The functions of Web Crypto that verify signatures. */
type SignatureVerifier = {
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
declare const crypto: { subtle: SignatureVerifier };

/**
 * Verifies the signature of a checkpoint. Returns true in a browser without Ed25519, where
 * comparing roots still detects changes.
 */
export async function hasValidSignature({
  key,
  signature,
  ...checkpoint
}: Checkpoint): Promise<boolean> {
  const known = await importKey(key);
  if (!known) return true;
  const text = textToBytes(checkpointText(checkpoint));
  return crypto.subtle.verify('Ed25519', known.key, fromHex(signature), text);
}

/** The public key of the first test of RFC 8032, valid for every implementation of Ed25519. */
const sampleKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

/** True if this browser can verify Ed25519 signatures. */
export async function canCheckSignatures(): Promise<boolean> {
  return (await importKey(sampleKey)) !== undefined;
}

async function importKey(key: string): Promise<{ key: never } | undefined> {
  try {
    const bytes = fromHex(key);
    return { key: await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']) };
  } catch {
    return undefined;
  }
}
