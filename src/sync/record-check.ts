import * as z from 'zod/mini';
import { historyListLimit, tipListLimit } from '#contract/limits.ts';
import { tipHistories, type TipHistories } from '#contract/proof/calls.ts';
import { canCheckSignatures, checkReceipts, findEventFlaws } from '#contract/proof/check.ts';
import {
  type ComputedRecord,
  type FigureDifference,
  recomputeRecord,
} from '#contract/proof/record-check.ts';
import { type CheckedTip, checkTip } from '#contract/proof/tip-check.ts';
import { type FullRecord, tipsterRecord, tipsterTips } from '#contract/records.ts';
import type { Tip } from '#contract/tips.ts';
import { isInRecordWindow, type RecordWindow } from '#domain/record.ts';
import type { Api } from './backend/api.ts';
import { recordChecksDocument } from './refresh/document-names.ts';
import { toDocumentRow } from './refresh/document.ts';
import type { PublicStore } from './storage/public-store.ts';

/** `waitForPaint` resolves after the page has drawn the progress. */
export type RecordCheckDependencies = {
  api: Api;
  serverNow: () => Date;
  signal: AbortSignal;
  onProgress: (progress: RecordCheckProgress) => void;
  waitForPaint: () => Promise<void>;
  /** Results of an interrupted check, by tip id and version. */
  checkedTips: Map<string, CheckedTip>;
};

/** Number of verified tips; `total` is undefined until all tips are listed. */
export type RecordCheckProgress = { checked: number; total: number | undefined };

/** A tip with the result of its verification. */
export type ListedTipCheck = CheckedTip & { tip: Tip };

/** Result of verifying a record. `hidden` are confirmed tips that the API lists as open. */
export type RecordCheck = {
  window: RecordWindow;
  tips: ListedTipCheck[];
  /** Number of tips whose events are all in a signed checkpoint. */
  verified: number;
  hidden: ListedTipCheck[];
  differences: FigureDifference[];
  computed: ComputedRecord;
  /** True if this browser can verify signatures; otherwise only roots were compared. */
  signaturesChecked: boolean;
};

/**
 * Outcome of a check. `offline`: no response; `unsteady`: the record changed during each attempt.
 */
export type RecordCheckOutcome =
  | { kind: 'done'; check: RecordCheck }
  | { kind: 'cancelled' | 'offline' | 'unsteady' };

/** Summary of the last check of a record on this device; `at` is device time in milliseconds. */
export type CheckSummary = { window: RecordWindow; verified: number; total: number; at: number };

const StoredChecks = z.object({ checks: z.record(z.string(), z.unknown()) });

/** Maximum number of stored check summaries. */
const maxStoredChecks = 60;

/** Stores the summary of a check for its tipster. */
export async function storeCheckSummary(
  { documents }: PublicStore,
  tipsterId: string,
  { window, tips, verified }: RecordCheck,
  at: number,
): Promise<void> {
  const stored = await documents.get(recordChecksDocument);
  const { [tipsterId]: _, ...others } = StoredChecks.safeParse(stored?.value).data?.checks ?? {};
  const summary: CheckSummary = { window, verified, total: tips.length, at };
  const newest = Object.entries(others).slice(1 - maxStoredChecks);
  const checks = Object.fromEntries([...newest, [tipsterId, summary]]);
  await documents.put(toDocumentRow(recordChecksDocument, { checks }, undefined, at));
}

/** Maximum number of attempts: a check restarts if the record changes meanwhile. */
const maxAttempts = 3;

/**
 * Fetches a tipster's settled tips and their histories one request at a time, verifies each on this
 * device, recomputes the record and compares the figures. 500 tips take 20 requests.
 */
export async function checkRecord(
  parts: RecordCheckDependencies,
  tipsterId: string,
  window: RecordWindow,
): Promise<RecordCheckOutcome> {
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const check = await attemptCheck(parts, tipsterId, window);
      if (check) return { kind: 'done', check };
    }
    return { kind: 'unsteady' };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { kind: parts.signal.aborted ? 'cancelled' : 'offline' };
  }
}

class NoAnswerError extends Error {}

/** Returns undefined if the record changed during the check. */
async function attemptCheck(
  parts: RecordCheckDependencies,
  tipsterId: string,
  window: RecordWindow,
): Promise<RecordCheck | undefined> {
  parts.onProgress({ checked: 0, total: undefined });
  const before = await fetchRecord(parts, tipsterId);
  const now = parts.serverNow();
  const settled = await fetchTips(parts, tipsterId, { state: 'settled', window });
  const open = await fetchStartedTips(parts, tipsterId, now, new Set(settled.map(({ id }) => id)));
  const checks = await checkTips(parts, tipsterId, [...settled, ...open]);
  const after = await fetchRecord(parts, tipsterId);
  if (JSON.stringify(before) !== JSON.stringify(after)) return undefined;

  const tips = checks.slice(0, settled.length).map((check) => addWindowFault(check, window, now));
  const hidden = checks.slice(settled.length).filter(({ faults }) => faults.length > 0);
  const proven = tips.flatMap(({ recomputedTip }) => recomputedTip ?? []);
  return {
    window,
    tips,
    verified: tips.filter(({ faults, isInCheckpoint }) => isInCheckpoint && faults.length === 0)
      .length,
    hidden,
    ...recomputeRecord(proven, after, window, now),
    signaturesChecked: await canCheckSignatures(),
  };
}

/** Tolerance in milliseconds, because a tip may leave the window after it was listed. */
const windowToleranceMs = 5 * 60_000;

/** Adds a fault if a listed tip is outside the window and therefore in no figure. */
function addWindowFault(check: ListedTipCheck, window: RecordWindow, now: Date): ListedTipCheck {
  const { recomputedTip, faults } = check;
  const edge = new Date(now.getTime() - windowToleranceMs);
  if (!recomputedTip || isInRecordWindow(window, recomputedTip.lastKickOff, edge)) return check;
  return { ...check, faults: [...faults, 'status'] };
}

async function fetchRecord(
  { api }: RecordCheckDependencies,
  tipsterId: string,
): Promise<FullRecord> {
  const answer = await api.call(tipsterRecord, { params: { id: tipsterId } });
  if (answer.kind !== 'ok') throw new NoAnswerError();
  return answer.reply;
}

async function fetchTips(
  { api }: RecordCheckDependencies,
  tipsterId: string,
  filters: { state: 'settled' | 'open'; window?: RecordWindow },
): Promise<Tip[]> {
  const pages: Tip[][] = [];
  for (let before: string | undefined; ;) {
    const query = { ...filters, limit: tipListLimit, ...(before !== undefined && { before }) };
    const answer = await api.call(tipsterTips, { params: { id: tipsterId }, query });
    if (answer.kind !== 'ok') throw new NoAnswerError();
    pages.push(answer.reply);
    if (answer.next === undefined) return pages.flat();
    before = answer.reply.at(-1)?.id;
  }
}

/** Fetches open tips whose games have all started: a confirmed tip may be hidden among these. */
async function fetchStartedTips(
  parts: RecordCheckDependencies,
  tipsterId: string,
  now: Date,
  settled: ReadonlySet<string>,
): Promise<Tip[]> {
  const open = await fetchTips(parts, tipsterId, { state: 'open' });
  return open.filter(
    ({ id, options }) =>
      !settled.has(id) &&
      options.every(({ startDateOfGame }) => Date.parse(startDateOfGame) < now.getTime()),
  );
}

async function checkTips(
  parts: RecordCheckDependencies,
  tipsterId: string,
  tips: readonly Tip[],
): Promise<ListedTipCheck[]> {
  const { checkedTips, onProgress, waitForPaint } = parts;
  const unknown = tips.filter((tip) => !checkedTips.has(tipVersionKey(tip)));
  for (let from = 0; from < unknown.length; from += historyListLimit) {
    onProgress({ checked: tips.length - unknown.length + from, total: tips.length });
    const batch = unknown.slice(from, from + historyListLimit);
    await checkBatch(await fetchHistories(parts, batch), batch, tipsterId, checkedTips);
    await waitForPaint();
  }
  onProgress({ checked: tips.length, total: tips.length });
  return tips.flatMap((tip) => {
    const check = checkedTips.get(tipVersionKey(tip));
    return check ? [{ ...check, tip }] : [];
  });
}

/** The key contains the version, so that a changed tip is verified again. */
function tipVersionKey({ id, version }: Tip): string {
  return `${id} ${version}`;
}

async function fetchHistories(
  { api }: RecordCheckDependencies,
  tips: readonly Tip[],
): Promise<TipHistories> {
  const query = { tips: tips.map(({ id }) => id).join(',') };
  const answer = await api.call(tipHistories, { query });
  if (answer.kind !== 'ok') throw new NoAnswerError();
  return answer.reply;
}

async function checkBatch(
  histories: TipHistories,
  tips: readonly Tip[],
  tipsterId: string,
  known: Map<string, CheckedTip>,
): Promise<void> {
  const receipts = await checkReceipts(histories);
  const byId = new Map(histories.tips.map((history) => [history.id, history]));
  for (const tip of tips) {
    const found = byId.get(tip.id);
    const history = found && {
      ...found,
      flaws: await findEventFlaws(found.events, receipts, tip.id),
    };
    known.set(tipVersionKey(tip), await checkTip(tip, tipsterId, history));
  }
}
