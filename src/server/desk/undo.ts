import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { Fact, LegResult } from '#contract/tips.ts';

import type { Transaction } from '../db/database.ts';
import { audit, legs, members } from '../db/schema.ts';
import { isDecision, type LegChange } from '../tips/leg-changes.ts';
import type { LegRow } from '../tips/queries.ts';

const Before = z.object({ result: LegResult });
const After = z.object({
  result: LegResult,
  version: z.nullable(z.int()),
  fact: z.optional(Fact),
  corrected: z.optional(z.object({ result: LegResult, at: z.string(), reason: z.string() })),
  decidedAt: z.optional(z.string()),
});
const Own = z.nullable(z.object({ act: z.string() }));

/** A decision from the audit. */
type Earlier = z.infer<typeof After> & { by: string | null; at: Date; reason: string };

type Decision = {
  actor: string | null;
  act: string | undefined;
  was: z.infer<typeof LegResult>;
  decision: Earlier;
};

/** All decisions of a fixture's legs, the newest first, by tip. */
export type Decisions = ReadonlyMap<string, readonly Decision[]>;

const isDecided = inArray(audit.action, ['leg.settle', 'leg.correct']);
const isOfFixture = (fixtureId: string | typeof legs.fixtureId) =>
  sql`${audit.after} ->> 'fixtureId' = ${fixtureId}`;

/** Reads all decisions of a fixture's legs in these tips. */
export async function decisionsOf(
  tx: Transaction,
  fixtureId: string,
  tipIds: readonly string[],
): Promise<Decisions> {
  const subjects = tipIds.map((id) => `tip:${id}`);
  const rows = await tx
    .select({
      subject: audit.subject,
      actor: audit.actorId,
      // A leg references members only, and its decider may have deleted their account.
      by: members.id,
      at: audit.at,
      before: audit.before,
      after: audit.after,
      reason: audit.reason,
      own: audit.own,
    })
    .from(audit)
    .leftJoin(members, eq(members.id, audit.actorId))
    .where(and(inArray(audit.subject, subjects), isDecided, isOfFixture(fixtureId)))
    .orderBy(desc(audit.position));
  const decisions = withoutUndone(rows).map(({ subject, actor, before, after, own, ...entry }) => ({
    tipId: subject.slice('tip:'.length),
    actor,
    act: z.parse(Own, own)?.act,
    was: z.parse(Before, before).result,
    decision: { ...entry, ...z.parse(After, after) },
  }));
  return Map.groupBy(decisions, ({ tipId }) => tipId);
}

/** Condition: the current decision of a leg belongs to this action. */
export function isOfAction(act: string): SQL {
  return sql`exists (select 1 from ${audit}
    where ${audit.subject} = 'tip:' || ${legs.tipId} and ${audit.actorId} = ${legs.decidedBy}
      and ${audit.at} = ${legs.decidedAt} and ${isDecided} and ${isOfFixture(legs.fixtureId)}
      and ${audit.own} ->> 'act' = ${act})`;
}

/** The decisions to undo: those of an administrator since a moment, all or those of one action. */
type UndoScope = { by: string; since: Date; act: string | undefined };

/** The decision before those; undefined if there was none. */
export function decisionBefore(
  decisions: readonly Decision[],
  { by, since, act: undoneAct }: UndoScope,
): Earlier | undefined {
  for (const { actor, act, was, decision } of decisions) {
    const isUndone = actor === by && decision.at >= since && (undoneAct ?? act) === act;
    if (!isUndone) return decision.result === 'pending' ? undefined : decision;
    if (was === 'pending') return undefined;
  }
  return undefined;
}

/**
 * Decisions, the newest first, without undone ones and without the entries of the undo itself,
 * which decided nothing.
 */
function withoutUndone<Entry extends { subject: string; at: Date; after: unknown }>(
  rows: readonly Entry[],
): Entry[] {
  const restored = new Map<string, { decidedAt: string; result: string }>();
  return rows.filter(({ subject, at, after }) => {
    const { result, decidedAt } = z.parse(After, after);
    const restoration = restored.get(subject);
    const isIt = decidedAt === undefined && at.toISOString() === restoration?.decidedAt;
    if (restoration && !(isIt && result === restoration.result)) return false;
    if (decidedAt === undefined) restored.delete(subject);
    else restored.set(subject, { decidedAt, result });
    return decidedAt === undefined;
  });
}

/**
 * The change of a leg back to an earlier decision with its author and time; undefined if it is
 * equal.
 */
export function restoredLeg(leg: LegRow, earlier: Earlier): LegChange | undefined {
  const { result, version, fact = null, corrected = null, reason, by, at } = earlier;
  const ownReason = fact === null && reason !== '' ? reason : null;
  const decision = { result, decidedAt: at, decidedVersion: version, reason: ownReason, fact };
  const after = { ...leg, ...decision, corrected };
  if (!isDecision({ before: leg, after })) return undefined;
  // An undo has no reason for the restored decision.
  return { before: leg, after, reason: '', decidedBy: by };
}
