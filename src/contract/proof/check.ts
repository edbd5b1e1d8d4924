import type { Checkpoint, HistoryEvent, Leaf, Receipt, TipHistory } from './calls.ts';
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
export type Flaw = 'signature' | 'history' | 'chain' | 'log' | 'time';

/** Two clocks of servers differ by less than this, in milliseconds. */
const clockToleranceMs = 60_000;

/** A receipt with what is wrong with it itself. */
export type CheckedReceipt = Receipt & { flaw: Flaw | undefined };

/** Finds out whether a history is what was written down: a flaw for each event that has one. */
export async function flawsOf(history: TipHistory, id: string): Promise<(Flaw | undefined)[]> {
  return eventFlaws(history.events, await checkReceipts(history), id);
}

/** Checks each receipt once, however many events it is of. */
export async function checkReceipts({
  receipts,
  newest,
}: Pick<TipHistory, 'receipts' | 'newest'>): Promise<CheckedReceipt[]> {
  const checked: CheckedReceipt[] = [];
  for (const receipt of receipts) {
    checked.push({ ...receipt, flaw: await flawOfReceipt(receipt, newest) });
  }
  return checked;
}

/** A flaw for each event of a tip that has one, by receipts that were checked. */
export async function eventFlaws(
  events: readonly HistoryEvent[],
  receipts: readonly CheckedReceipt[],
  tipId: string,
): Promise<(Flaw | undefined)[]> {
  return Promise.all(
    events.map(async ({ content, receipt: which }) => {
      const { chain, position, at, subject } = placeOf(content);
      if (subject !== `tip:${tipId}`) return 'history';
      const receipt = which === undefined ? undefined : receipts[which];
      if (!receipt) return undefined;
      const digest = receipt.digests[position - receipt.leaf.start - 1];
      const isThere = chain === receipt.leaf.chain && digest === (await textHash(content));
      if (!isThere) return 'history';
      return receipt.flaw ?? (isWithin(receipt, at) ? undefined : 'time');
    }),
  );
}

async function flawOfReceipt(
  { leaf, digests, index, path, checkpoint, previous, consistency }: Receipt,
  newest: Checkpoint | undefined,
): Promise<Flaw | undefined> {
  let hash = leaf.startHash;
  for (const digest of digests) hash = await linkHash(hash, digest);
  if (hash !== leaf.endHash || digests.length !== leaf.end - leaf.start) return 'chain';

  const inLog = { hash: await leafHash(leafText(leaf)), index, path };
  if (!(await includes(checkpoint, inLog))) return 'log';
  if (!(await isSigned(checkpoint))) return 'signature';
  if (!newest || !(await isConsistent(checkpoint, newest, consistency))) return 'log';
  if (!(await isSigned(newest))) return 'signature';
  if (previous && previous.size > index) return 'log';
  if (previous && !(await isSigned(previous))) return 'signature';
  return undefined;
}

/** Whether an event says a time between the checkpoints that it was written down between. */
function isWithin({ previous, checkpoint }: Receipt, at: number): boolean {
  const earliest = previous ? Date.parse(previous.at) - clockToleranceMs : -Infinity;
  return at >= earliest && at <= Date.parse(checkpoint.at) + clockToleranceMs;
}

type Place = { chain: unknown; position: number; at: number; subject: unknown };

function placeOf(content: string): Place {
  const { chain, position, at, subject } = JSON.parse(content);
  return { chain, position: Number(position), at: Date.parse(at), subject };
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
  const known = await importKey(key);
  if (!known) return true;
  const text = bytesOfText(checkpointText(checkpoint));
  return crypto.subtle.verify('Ed25519', known.key, fromHex(signature), text);
}

/** The public key of the first test of RFC 8032, which every implementation of Ed25519 takes. */
const sampleKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

/** Whether this browser can check signatures. */
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
