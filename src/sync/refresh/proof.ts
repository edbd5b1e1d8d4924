import * as z from 'zod/mini';
import {
  Checkpoint,
  consistencyProof,
  type EventContent,
  newestCheckpoint,
  type TipHistory,
  tipHistory,
} from '#contract/proof/calls.ts';
import { type ProofFlaw, findHistoryFlaws, hasValidSignature } from '#contract/proof/check.ts';
import { parseEventContents } from '#contract/proof/event-contents.ts';
import { isConsistent } from '#contract/proof/merkle.ts';
import { historyDocument, proofDocument } from './document-names.ts';
import { toDocumentRow, deleteOldestDocuments, isNotFound, toRefreshOutcome } from './document.ts';
import type { RefreshOutcome, RefreshDependencies } from './refresh-dependencies.ts';

/** Maximum number of tips whose history of events is stored. */
const maxStoredTipHistories = 60;

/** Maximum number of stored checkpoints: the first and the newest ones. */
export const maxCheckpoints = 50;

/** An event of a tip as verified by this device. */
export type CheckedEvent = {
  content: EventContent;
  /** Time of the first signed checkpoint that contains the event; undefined until then. */
  checkpointAt: string | undefined;
  flaw: ProofFlaw | undefined;
};

/** A checkpoint from the server (`told`) that is inconsistent with an earlier one (`seen`). */
export type RewriteEvidence = { seen: Checkpoint; told: Checkpoint; foundAt: number };

/** Checkpoints received by this device in order (`kept`), and the first inconsistency. */
type SeenCheckpoints = { kept: Checkpoint[]; rewritten?: RewriteEvidence | undefined };

const SeenCheckpoints = z.object({
  kept: z.array(Checkpoint),
  rewritten: z.optional(z.object({ seen: Checkpoint, told: Checkpoint, foundAt: z.number() })),
});

/** Fetches a tip's history and verifies all of its events. */
export async function refreshHistory(
  parts: RefreshDependencies,
  { id }: { id: string },
): Promise<RefreshOutcome> {
  const { api, publicStore: store, now } = parts;
  const name = historyDocument(id);
  const answer = await api.call(tipHistory, { params: { id } });
  if (isNotFound(answer)) {
    await store.documents.delete(name);
    return 'fresh';
  }
  if (answer.kind !== 'ok') return toRefreshOutcome(answer);
  const { newest } = answer.reply;
  if (newest && (await compareCheckpoint(parts, newest)) === 'failed') return 'failed';
  const events = await checkEvents(answer.reply, id);
  if (!events) return 'failed';
  await store.transaction('rw', store.documents, async () => {
    await store.documents.put(toDocumentRow(name, { events }, undefined, now()));
    await deleteOldestDocuments(store, historyDocument(''), maxStoredTipHistories);
  });
  return 'fresh';
}

/** Compares the server's newest checkpoint with the last one received by this device. */
export async function refreshProof(parts: RefreshDependencies): Promise<RefreshOutcome> {
  const answer = await parts.api.call(newestCheckpoint);
  if (isNotFound(answer)) return 'unchanged';
  return answer.kind === 'ok' ? compareCheckpoint(parts, answer.reply) : toRefreshOutcome(answer);
}

/** Verifies all events of a history; undefined if an event cannot be parsed. */
async function checkEvents(history: TipHistory, id: string): Promise<CheckedEvent[] | undefined> {
  const flaws = await findHistoryFlaws(history, id);
  const events = parseEventContents(history.events).flatMap((content, index): CheckedEvent[] => {
    if (!content) return [];
    const receipt = history.receipts[history.events[index]?.receipt ?? -1];
    return [
      {
        content: removePostText(content),
        checkpointAt: receipt?.checkpoint.at,
        flaw: flaws[index],
      },
    ];
  });
  return events.length === history.events.length ? events : undefined;
}

/** Removes the analysis of old posts, so that no device stores a text that was removed. */
function removePostText(content: EventContent): EventContent {
  const { after } = content;
  if (typeof after !== 'object' || after === null || !('analysis' in after)) return content;
  const { analysis: _, ...rest } = after;
  return { ...content, after: rest };
}

/** Stores a checkpoint if it extends the last one; otherwise stores both as evidence. */
async function compareCheckpoint(
  parts: RefreshDependencies,
  current: Checkpoint,
): Promise<RefreshOutcome> {
  const { publicStore: store, now } = parts;
  const { kept, rewritten } = await readSeenCheckpoints(parts);
  const last = kept.at(-1);
  if (kept.some(({ root, at }) => root === current.root && at === current.at)) return 'unchanged';
  const goesOn = last
    ? await extendsCheckpoint(parts, last, current)
    : await hasValidSignature(current);
  if (goesOn === undefined) return 'failed';

  const [first, ...rest] = [...kept, current];
  const next: SeenCheckpoints = goesOn
    ? { kept: first ? [first, ...rest.slice(1 - maxCheckpoints)] : [], rewritten }
    : { kept, rewritten: rewritten ?? { seen: last ?? current, told: current, foundAt: now() } };
  await store.documents.put(toDocumentRow(proofDocument, next, undefined, now()));
  return 'fresh';
}

/** True if a checkpoint extends another; undefined without a response. */
async function extendsCheckpoint(
  { api }: RefreshDependencies,
  last: Checkpoint,
  current: Checkpoint,
): Promise<boolean | undefined> {
  const isNewer = current.size >= last.size && current.at >= last.at && current.key === last.key;
  if (!isNewer || !(await hasValidSignature(current))) return false;
  if (current.size === last.size) return isConsistent(last, current, []);
  const query = { from: last.size, to: current.size };
  const answer = await api.call(consistencyProof, { query });
  if (answer.kind === 'ok') return isConsistent(last, current, answer.reply.path);
  return isNotFound(answer) ? false : undefined;
}

async function readSeenCheckpoints({ publicStore }: RefreshDependencies): Promise<SeenCheckpoints> {
  const stored = await publicStore.documents.get(proofDocument);
  return SeenCheckpoints.safeParse(stored?.value).data ?? { kept: [] };
}
