import { eq, ne, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';

import type { ReplayedTip } from '#contract/proof/tip-replay.ts';
import { removeTexts } from '#contract/tip-texts.ts';
import type { TextRemover } from '#domain/tip.ts';

import type { Queryable, Transaction } from '../db/database.ts';
import { tips } from '../db/schema.ts';

/** Values after an erasure; without the salt, nobody can guess a text from its digest. */
const erasedColumns = { analysis: '', analysisSalt: null, postNonce: null };

/** SQL condition: the tip has a text. */
export const tipHasText: SQL = ne(tips.analysis, '');

/** The digest of the stored text, which must equal the digest in the event of the post. */
export const textDigestColumns = {
  analysisDigest: sql<string | null>`text_digest(${tips.analysisSalt}, ${tips.analysis})`,
};

/** True if the row of a tip has a text. */
export function hasStoredText({ analysis }: { analysis: string }): boolean {
  return analysis !== '';
}

/** Returns the row of a tip without its texts, which `by` removed. */
export function toRowWithoutTexts<Row extends object>(row: Row, by: TextRemover) {
  return { ...row, ...erasedColumns, analysisRemovedBy: by };
}

/** Deletes the texts of tips, and writes other changes of their rows. */
export async function deleteTexts(
  tx: Transaction,
  which: SQL,
  by: TextRemover,
  changes: PgUpdateSetSource<typeof tips>,
): Promise<void> {
  await tx.update(tips).set(toRowWithoutTexts(changes, by)).where(which);
}

/**
 * Removes a tip's texts from a response before the response is stored. Only the tip's row contains
 * the texts, so that an erasure is complete.
 */
export function removeTextsOfAnswer(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'analysis' in body ? removeTexts(body) : body;
}

/** Adds the tip's current texts to a stored answer. */
export async function restoreTextsOfAnswer(database: Queryable, body: unknown): Promise<unknown> {
  if (!isTipAnswer(body)) return body;
  const [row] = await database
    .select({ analysis: tips.analysis, analysisRemovedBy: tips.analysisRemovedBy })
    .from(tips)
    .where(eq(tips.id, body.id));
  return {
    ...body,
    ...(row?.analysis && { analysis: row.analysis }),
    ...(row?.analysisRemovedBy && { analysisRemovedBy: row.analysisRemovedBy }),
  };
}

function isTipAnswer(body: unknown): body is { id: string; options: unknown } {
  const isObject = typeof body === 'object' && body !== null;
  return isObject && 'options' in body && 'id' in body && typeof body.id === 'string';
}

type StoredTexts = { analysis: string; analysisDigest: string | null };

/** Returns expected fields: empty after an erasure, else a text that matches the event's digest. */
export function toExpectedTexts(stored: StoredTexts, tip: ReplayedTip) {
  const { analysis, analysisDigest, analysisRemovedBy = null } = tip;
  if (analysisRemovedBy !== null) return toRowWithoutTexts({}, analysisRemovedBy);
  if (analysisDigest === undefined) return { analysis: analysis ?? '', analysisRemovedBy };
  const isPosted = hasStoredText(stored) && stored.analysisDigest === analysisDigest;
  return { analysisRemovedBy, ...(!isPosted && { analysis: 'the text that was posted' }) };
}

/** Adds the stored texts to a tip computed from events, which contain only digests of texts. */
export function addStoredTexts({ analysis }: StoredTexts, tip: ReplayedTip) {
  return { ...tip, analysis, analysisRemovedBy: tip.analysisRemovedBy ?? null };
}
