import { and, asc, gt, inArray, isNotNull, sql, type SQL } from 'drizzle-orm';

import { minuteMs } from '#domain/durations.ts';

import { type Database, type Transaction, runInTransaction } from '../db/database.ts';
import { audit, fixtures, legs, tips } from '../db/schema.ts';
import { resultReports } from '../db/source-tables.ts';
import { raiseCursors } from '../operations/cursor.ts';
import { applyLegChange, isDecidedByOldVersion, findResultByRules } from '../tips/leg-changes.ts';
import { lockFixturesOfTips, type TipRow, readTipsById } from '../tips/queries.ts';
import { saveConfirmations, saveLegChanges } from '../tips/save.ts';
import { batchSize } from './batches.ts';
import { isOpenTip } from './queries.ts';

/**
 * Settles and confirms tips by rule. All legs must be decided or certain by the rules, and for
 * `afterMinutes` no person may have changed a decision or reopened the tip. Tips with a missing
 * price, or with a decision that differs from the rules, stay open for an administrator.
 */
export async function confirmTipsByRule(
  database: Database,
  now: Date,
  afterMinutes: number,
): Promise<void> {
  const cutoff = new Date(now.getTime() - afterMinutes * minuteMs);
  for (let after: string | undefined; ;) {
    const last = await runInTransaction(database, async (tx) =>
      confirmNextBatch(tx, { now, cutoff, after }),
    );
    if (last === undefined) return;
    after = last;
  }
}

type ConfirmationTimes = { now: Date; cutoff: Date };

/**
 * Confirms the next batch of tips; returns the last checked id if there may be more. Locks only the
 * owners of confirmable tips, as other tips are checked again in every run.
 */
async function confirmNextBatch(
  tx: Transaction,
  { after, ...span }: ConfirmationTimes & { after: string | undefined },
): Promise<string | undefined> {
  const next = await readSettledTipIds(
    tx,
    span,
    after === undefined ? undefined : gt(tips.id, after),
  );
  const found = await readConfirmableTips(tx, next, span);
  if (found.length > 0) {
    await raiseCursors(
      tx,
      found.map(({ tip }) => tip.ownerId),
    );
    const ids = found.map(({ tip }) => tip.id);
    await lockFixturesOfTips(tx, ids);
    const settledIds = await readSettledTipIds(tx, span, inArray(tips.id, ids));
    const ready = await readConfirmableTips(tx, settledIds, span);
    const stamp = { at: span.now, by: null };
    const saved = new Map((await saveLegChanges(tx, stamp, ready)).map((tip) => [tip.id, tip]));
    await saveConfirmations(
      tx,
      stamp,
      ready.map(({ tip }) => saved.get(tip.id) ?? tip),
    );
  }
  return next.length === batchSize ? next.at(-1) : undefined;
}

/** Reads the ids of open tips in which no leg waits for a result or a price. */
async function readSettledTipIds(
  tx: Transaction,
  { cutoff }: ConfirmationTimes,
  which: SQL | undefined,
): Promise<string[]> {
  const found = await tx
    .select({ id: tips.id })
    .from(tips)
    .where(and(isOpenTip, which, isSettledBefore(cutoff)))
    .orderBy(asc(tips.id))
    .limit(batchSize);
  return found.map(({ id }) => id);
}

/** Reads the tips that may be confirmed by rule, with the rules' decisions of their open legs. */
async function readConfirmableTips(
  tx: Transaction,
  ids: readonly string[],
  span: ConfirmationTimes,
) {
  const untreatedIds = await readUnchangedTipIds(tx, ids, span);
  if (untreatedIds.length === 0) return [];
  return (await readTipsById(tx, untreatedIds)).flatMap((tip) => {
    const isOutdated = tip.legs.some(
      (leg) => isDecidedByOldVersion(leg) && findResultByRules(leg, span.cutoff) !== leg.result,
    );
    const changes = isOutdated ? undefined : decideLegsByRule(tip, span);
    return changes ? [{ tip, changes }] : [];
  });
}

/** Returns the ids of the tips that no person has changed or reopened since the cutoff. */
async function readUnchangedTipIds(
  tx: Transaction,
  ids: readonly string[],
  { cutoff }: ConfirmationTimes,
) {
  if (ids.length === 0) return [];
  const changes = await tx
    .selectDistinct({ subject: audit.subject })
    .from(audit)
    .where(
      and(
        inArray(
          audit.subject,
          ids.map((id) => `tip:${id}`),
        ),
        inArray(audit.action, ['leg.settle', 'leg.correct', 'tip.reopen']),
        isNotNull(audit.actorId),
        gt(audit.at, cutoff),
      ),
    );
  const subjects = new Set(changes.map(({ subject }) => subject));
  return ids.filter((id) => !subjects.has(`tip:${id}`));
}

/**
 * SQL condition: no leg waits for a result or a price, and no result or decision is newer than the
 * cutoff. A result does not count if the tip's owner entered it or a source disputes it.
 */
function isSettledBefore(cutoff: Date) {
  const until = sql`${cutoff.toISOString()}::timestamptz`;
  return sql`not exists (
    select from ${legs} join ${fixtures} on ${fixtures.id} = ${legs.fixtureId}
    where ${legs.tipId} = ${tips.id} and (
      ${legs.result} = 'pending' and (
        ${fixtures.status} not in ('played', 'abandoned', 'cancelled', 'postponed')
        or ${fixtures.updatedAt} > ${until}
        or ${tips.ownerId} = (
          select ${audit.actorId} from ${audit}
          where ${audit.subject} = 'fixture:' || ${fixtures.id}
            and ${audit.action} = 'fixture.result'
          order by ${audit.id} desc limit 1))
      or ${legs.result} <> 'pending' and ${legs.decidedAt} > ${until}
      or exists (select from ${resultReports}
        where ${resultReports.fixtureId} = ${fixtures.id} and ${resultReports.keptAt} is null)
      or ${legs.odd} = 0 and ${legs.result} <> 'void' and ${fixtures.status} <> 'cancelled'))`;
}

/** Returns the rules' decisions of a tip's open legs; undefined unless all are certain. */
function decideLegsByRule(tip: TipRow, { now, cutoff }: ConfirmationTimes) {
  const pendingLegs = tip.legs.filter(({ result }) => result === 'pending');
  const changes = pendingLegs.flatMap((leg) => {
    const result = findResultByRules(leg, cutoff);
    return (result && applyLegChange(leg, { result }, now, '')) ?? [];
  });
  return changes.length === pendingLegs.length ? changes : undefined;
}
