import * as z from 'zod/mini';

import { historyListLimit } from '../limits.ts';
import { route } from '../route.ts';
import { Id, Instant } from '../values.ts';

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Size = z.int().check(z.gte(0));

/** The root of the log of all chains as it was at a moment, signed with the server's Ed25519 key. */
export const Checkpoint = z.object({
  size: Size,
  root: Hash,
  at: Instant,
  key: Hash,
  signature: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** A leaf of the log: a piece of what a chain had grown by since it was written there the last time. */
export const Leaf = z.object({
  chain: z.string(),
  start: Size,
  startHash: Hash,
  end: Size,
  endHash: Hash,
});
export type Leaf = z.infer<typeof Leaf>;

/**
 * What shows that events are in the log: the digests of all that the leaf added to its chain, theirs
 * among them, where the leaf is in the first checkpoint that holds it, and that the newest one begins
 * with all of that. `previous` is the checkpoint before the first that holds them; no event in the leaf is
 * older than it.
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
 * An event of a tip as it was written down: the text that is hashed, byte for byte. `sealed` is what only
 * administrators, and whoever did it, may read. `receipt` names one of the history's receipts; there is
 * none before the next checkpoint.
 */
export const HistoryEvent = z.object({
  content: z.string(),
  sealed: z.optional(z.string()),
  receipt: z.optional(Size),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

/** What every event's text says. */
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

/** Everything that happened to a tip, the oldest first, with what proves it. */
export const TipHistory = z.object({
  events: z.array(HistoryEvent),
  receipts: z.array(Receipt),
  newest: z.optional(Checkpoint),
});
export type TipHistory = z.infer<typeof TipHistory>;

/** A tip's history, open to anyone; that of a withdrawn one to its owner and administrators. */
export const tipHistory = route('GET', '/api/tips/:id/history', {
  summary: 'What happened to a tip, with proofs',
  access: 'open',
  params: z.object({ id: Id }),
  reply: TipHistory,
  problems: ['not-found'],
});

/** The histories of several tips, whose events share the receipts. */
export const TipHistories = z.object({
  tips: z.array(z.object({ id: Id, events: z.array(HistoryEvent) })),
  receipts: z.array(Receipt),
  newest: z.optional(Checkpoint),
});
export type TipHistories = z.infer<typeof TipHistories>;

const idList = new RegExp(`^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,${historyListLimit - 1}}$`);

/**
 * The histories of the tips with these ids, parted by commas, as a stranger reads them. A tip that strangers
 * cannot read is left out.
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

/** A hundred checkpoints of at least a size, the oldest first. */
export const checkpointList = route('GET', '/proof/checkpoints', {
  summary: 'Signed roots, the oldest first',
  access: 'open',
  query: z.object({ from: z._default(Count, 0) }),
  reply: z.array(Checkpoint),
});

/** That the log of one size begins with all of the log of a smaller one. */
export const consistencyProof = route('GET', '/proof/consistency', {
  summary: 'A consistency proof (RFC 9162, 2.1.4)',
  access: 'open',
  query: z.object({ from: Count, to: Count }),
  reply: z.object({ path: z.array(Hash) }),
  problems: ['not-found'],
});

/** A thousand leaves of the log from one on, for whoever watches all of it. */
export const leafList = route('GET', '/proof/leaves', {
  summary: 'Leaves of the log, the oldest first',
  access: 'open',
  query: z.object({ from: z._default(Count, 0) }),
  reply: z.array(Leaf),
});
