import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { Fact, LegResult } from '#contract/tips.ts';

import type { Transaction } from '../db/database.ts';
import { audit, members } from '../db/schema.ts';
import { isDecision, type LegChange } from '../tips/leg-changes.ts';
import type { LegRow } from '../tips/queries.ts';
import type { DeskCall } from './parts.ts';

const Before = z.object({ result: LegResult });
const After = z.object({
  result: LegResult,
  version: z.nullable(z.int()),
  fact: z.optional(Fact),
  decidedAt: z.optional(z.string()),
});

/** A decision as the audit holds it. */
type Earlier = z.infer<typeof After> & { by: string | null; at: Date; reason: string };

/** The decisions that stand again, by tip. */
export type EarlierDecisions = ReadonlyMap<string, Earlier>;

/**
 * What was decided of a fixture's legs before their sender decided them since a moment, by tip; nothing of
 * those that nobody had decided.
 */
export async function decisionsBefore(
  tx: Transaction,
  { fixtureId, by, since }: Pick<DeskCall, 'fixtureId' | 'by'> & { since: Date },
  tipIds: readonly string[],
): Promise<EarlierDecisions> {
  if (tipIds.length === 0) return new Map();
  const rows = await tx
    .select({
      subject: audit.subject,
      actor: audit.actorId,
      // A leg names only members, and who decided it may have deleted their account.
      by: members.id,
      at: audit.at,
      before: audit.before,
      after: audit.after,
      reason: audit.reason,
    })
    .from(audit)
    .leftJoin(members, eq(members.id, audit.actorId))
    .where(
      and(
        inArray(
          audit.subject,
          tipIds.map((id) => `tip:${id}`),
        ),
        inArray(audit.action, ['leg.settle', 'leg.correct']),
        sql`${audit.after} ->> 'fixtureId' = ${fixtureId}`,
      ),
    )
    .orderBy(desc(audit.position));
  const stood = new Map<string, Earlier | 'pending'>();
  for (const { subject, actor, before, after, ...entry } of notTakenBack(rows)) {
    const tipId = subject.slice('tip:'.length);
    if (stood.has(tipId)) continue;
    const isTakenBack = actor === by && entry.at >= since;
    if (isTakenBack) {
      if (z.parse(Before, before).result === 'pending') stood.set(tipId, 'pending');
      continue;
    }
    const stands = z.parse(After, after);
    stood.set(tipId, stands.result === 'pending' ? 'pending' : { ...entry, ...stands });
  }
  return new Map(
    [...stood].flatMap(([id, was]) => (was === 'pending' ? [] : [[id, was] as const])),
  );
}

/**
 * Decisions, the newest first, without those after which an earlier one stands again, and without what said
 * so: who took back their own decided nothing.
 */
function notTakenBack<Entry extends { subject: string; at: Date; after: unknown }>(
  rows: readonly Entry[],
): Entry[] {
  const standing = new Map<string, { decidedAt: string; result: string }>();
  return rows.filter(({ subject, at, after }) => {
    const { result, decidedAt } = z.parse(After, after);
    const stood = standing.get(subject);
    const isIt = decidedAt === undefined && at.toISOString() === stood?.decidedAt;
    if (stood && !(isIt && result === stood.result)) return false;
    if (decidedAt === undefined) standing.delete(subject);
    else standing.set(subject, { decidedAt, result });
    return decidedAt === undefined;
  });
}

/** The leg as it was decided before, by whom and when; undefined where that is no other decision. */
export function restoredLeg(leg: LegRow, earlier: Earlier): LegChange | undefined {
  const { result, version: decidedVersion, fact = null, reason, by, at } = earlier;
  const words = fact === null && reason !== '' ? reason : null;
  const decision = { result, decidedAt: at, decidedVersion, reason: words, fact };
  const after = { ...leg, ...decision, corrected: null };
  if (!isDecision({ before: leg, after })) return undefined;
  return { before: leg, after, reason: words ?? '', decidedBy: by };
}
