import * as z from 'zod/mini';

import { historyListLimit } from '../limits.ts';
import { route } from '../route.ts';
import { Id, Instant } from '../values.ts';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Size = z.int().check(z.gte(0));

/** The size and Merkle root of the log at one instant, signed with the server's Ed25519 key. */
export const Checkpoint = z.object({
  size: Size,
  root: Hash,
  at: Instant,
  key: Hash,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A leaf of the log: the events added to one chain since its previous leaf. */
export const Leaf = z.object({
  chain: z.string(),
  start: Size,
  startHash: Hash,
  end: Size,
  endHash: Hash,
});
export type Leaf = z.infer<typeof Leaf>;

/**
 * Proof that a leaf's events are in the log. `digests` are the hashes of its events; `index` and
 * `path` locate the leaf in `checkpoint`, the first with the leaf; `consistency` proves that the
 * newest checkpoint extends it. All events of the leaf are newer than the checkpoint `previous`.
 */
export const Receipt = z.object({
  leaf: Leaf,
  digests: z.array(Hash),
  index: Size,
  path: z.array(Hash),
  checkpoint: Checkpoint,
  previous: z.optional(Checkpoint),
  consistency: z.array(Hash),
});
export type Receipt = z.infer<typeof Receipt>;

/**
 * An event of a tip; `content` is the hashed text, byte for byte. If the content had a text that
 * was removed, `digest`, its hash, replaces it, and a `tip.restate` event repeats the other fields.
 * `sealed` is private content, sent only to administrators and the event's author. `receipt` is an
 * index into the history's receipts, absent until the next checkpoint.
 */
export const HistoryEvent = z.object({
  content: z.optional(z.string()),
  digest: z.optional(Hash),
  sealed: z.optional(z.string()),
  receipt: z.optional(Size),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** The parsed JSON of an event's `content`. */
export const EventContent = z.object({
  chain: z.string(),
  position: z.int(),
  at: Instant,
  subject: z.string(),
  action: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string(),
  sealed: Hash,
});
export type EventContent = z.infer<typeof EventContent>;

/** Salt of the analysis digest in the tip's events; deleted with the analysis. */
const AnalysisSalt = z.optional(z.string());

/** All events of a tip, oldest first, with their proofs. */
export const TipHistory = z.object({
  events: z.array(HistoryEvent),
  analysisSalt: AnalysisSalt,
  receipts: z.array(Receipt),
  newest: z.optional(Checkpoint),
});
export type TipHistory = z.infer<typeof TipHistory>;

/** The history of a tip; for a withdrawn tip, only its owner and administrators can read it. */
export const tipHistory = route('GET', '/api/tips/:id/history', {
  summary: 'What happened to a tip, with proofs',
  access: 'open',
  params: z.object({ id: Id }),
  reply: TipHistory,
  problems: ['not-found'],
});

/** Histories of several tips, which share receipts. */
export const TipHistories = z.object({
  tips: z.array(z.object({ id: Id, events: z.array(HistoryEvent), analysisSalt: AnalysisSalt })),
  receipts: z.array(Receipt),
  newest: z.optional(Checkpoint),
});
export type TipHistories = z.infer<typeof TipHistories>;

const idList = new RegExp(`^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${historyListLimit - 1}}$`);

/**
 * Public histories of the tips in `tips`, ids separated by commas; omits tips that are not public.
 */
export const tipHistories = route('GET', '/proof/histories', {
  summary: `What happened to at most ${historyListLimit} tips, with proofs`,
  access: 'open',
  query: z.object({ tips: z.string().check(z.regex(idList)) }),
  reply: TipHistories,
});

const Count = z.coerce.number().check(z.int(), z.gte(0), z.lte(2 ** 31 - 1));

/** The newest checkpoint. */
export const newestCheckpoint = route('GET', '/proof/checkpoint', {
  summary: 'The newest signed root of all chains',
  access: 'open',
  reply: Checkpoint,
  problems: ['not-found'],
});

/** Up to 100 checkpoints from log size `from` on, oldest first. */
export const checkpointList = route('GET', '/proof/checkpoints', {
  summary: 'Signed roots, the oldest first',
  access: 'open',
  query: z.object({ from: z._default(Count, 0) }),
  reply: z.array(Checkpoint),
});

/** Proof that the log of one size starts with the log of a smaller size. */
export const consistencyProof = route('GET', '/proof/consistency', {
  summary: 'A consistency proof (RFC 9162, 2.1.4)',
  access: 'open',
  query: z.object({ from: Count, to: Count }),
  reply: z.object({ path: z.array(Hash) }),
  problems: ['not-found'],
});

/** Up to 1000 leaves from index `from` on, for observers of the whole log. */
export const leafList = route('GET', '/proof/leaves', {
  summary: 'Leaves of the log, the oldest first',
  access: 'open',
  query: z.object({ from: z._default(Count, 0) }),
  reply: z.array(Leaf),
});
