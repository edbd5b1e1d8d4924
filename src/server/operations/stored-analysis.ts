import { eq } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { tips } from '../db/schema.ts';

/**
 * Removes a tip's analysis from a response before it is stored. Only the tip's row contains the
 * text, so that it can be erased.
 */
export function removeAnalysis(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('analysis' in body)) return body;
  const { analysis: _, ...rest } = body;
  return rest;
}

/** Adds the tip's current text to a stored answer. */
export async function restoreAnalysis(database: Queryable, body: unknown): Promise<unknown> {
  if (!isTip(body)) return body;
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

function isTip(body: unknown): body is { id: string; options: unknown } {
  const isObject = typeof body === 'object' && body !== null;
  return isObject && 'options' in body && 'id' in body && typeof body.id === 'string';
}
