import { asc, eq, inArray, isNull, and, sql } from 'drizzle-orm';

import type { Receipt, TipHistories, TipHistory } from '#contract/proof/calls.ts';
import { computeConsistencyPath, computeInclusionPath } from '#contract/proof/merkle.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Database, type Queryable, runInTransaction } from '../db/database.ts';
import { audit, tips } from '../db/schema.ts';
import { isReadable, type Viewer } from '../tips/presenter.ts';
import { tipHasText } from '../tips/texts.ts';
import { createSubtreeHashReader, readNewestCheckpoint, readLeavesWithCheckpoints } from './log.ts';

/** Returns a tip's events with their proofs, reduced to fields that the viewer may see. */
export async function readTipHistory(
  database: Database,
  tipId: string,
  viewer: Viewer | undefined,
): Promise<TipHistory> {
  return runInTransaction(
    database,
    async (tx) => {
      const [tip] = await tx.select().from(tips).where(eq(tips.id, tipId));
      const isPrivy = viewer?.role === 'administrator' || viewer?.id === tip?.ownerId;
      const isHidden = !tip || (tip.withdrawnAt && !isPrivy) || !isReadable(tip, viewer);
      if (isHidden) throw new ApiProblem('not-found');
      const { tips: found, ...proofs } = await readHistories(tx, [tipId], viewer);
      const { events = [], analysisSalt } = found[0] ?? {};
      return { events, ...(analysisSalt !== undefined && { analysisSalt }), ...proofs };
    },
    { isSnapshot: true },
  );
}

/** Returns the histories of the public tips among `tipIds`. */
export async function readPublicHistories(
  database: Database,
  tipIds: readonly string[],
): Promise<TipHistories> {
  return runInTransaction(
    database,
    async (tx) => {
      const found = await tx
        .select({ id: tips.id })
        .from(tips)
        .where(
          and(inArray(tips.id, [...tipIds]), isNull(tips.withdrawnAt), isNull(tips.copiedFrom)),
        );
      return readHistories(
        tx,
        found.map(({ id }) => id),
        undefined,
      );
    },
    { isSnapshot: true },
  );
}

async function readHistories(
  tx: Queryable,
  tipIds: readonly string[],
  viewer: Viewer | undefined,
): Promise<TipHistories> {
  const rows = await readTipEvents(tx, tipIds);
  const newest = await readNewestCheckpoint(tx);
  const indexes = [...new Set(rows.flatMap(({ leaf }) => leaf ?? []))];
  const receipts = await buildReceipts(tx, indexes, newest?.size ?? 0);
  const positions = new Map(receipts.map(({ index }, position) => [index, position]));
  const byTip = Map.groupBy(rows, ({ subject }) => subject);
  const salts = await readSalts(tx, tipIds);
  const histories = tipIds.map((id) => {
    const events = (byTip.get(`tip:${id}`) ?? []).map((row) => {
      const { content, digest, sealed, actorId, leaf } = row;
      const maySee = viewer && (viewer.role === 'administrator' || viewer.id === actorId);
      const receipt = leaf === null ? undefined : positions.get(leaf);
      return {
        ...(content === null ? { digest } : { content }),
        ...(maySee && sealed !== null && { sealed }),
        ...(receipt !== undefined && { receipt }),
      };
    });
    const analysisSalt = salts.get(id);
    return { id, events, ...(analysisSalt !== undefined && { analysisSalt }) };
  });
  return { tips: histories, receipts, ...(newest && { newest }) };
}

/** Reads the salts of the digests of these tips' texts, by tip id. */
async function readSalts(tx: Queryable, tipIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: tips.id, salt: tips.analysisSalt })
    .from(tips)
    .where(and(inArray(tips.id, [...tipIds]), tipHasText));
  return new Map(rows.flatMap(({ id, salt }) => (salt === null ? [] : [[id, salt]])));
}

/**
 * Reads the events of tips with the index of their leaf; null if no checkpoint has the event yet.
 */
async function readTipEvents(tx: Queryable, tipIds: readonly string[]) {
  return tx
    .select({
      subject: audit.subject,
      actorId: audit.actorId,
      content: sql<string | null>`event_content(${audit})`,
      digest: sql<string>`encode(event_digest(${audit}), 'hex')`,
      sealed: sql<string | null>`event_sealed(${audit})`,
      // The columns have the table's name, because `leaf` has a column `chain`, too.
      leaf: sql<number | null>`(
        select leaf."index" from proof_leaves as leaf
        where leaf.chain = ${audit}.chain and leaf."end" >= ${audit}.position
          and leaf.start < ${audit}.position
        order by leaf."end" limit 1)`,
    })
    .from(audit)
    .where(
      inArray(
        audit.subject,
        tipIds.map((id) => `tip:${id}`),
      ),
    )
    .orderBy(asc(audit.chain), asc(audit.position));
}

async function buildReceipts(
  tx: Queryable,
  indexes: readonly number[],
  newestSize: number,
): Promise<Receipt[]> {
  if (indexes.length === 0) return [];
  const leaves = await readLeavesWithCheckpoints(tx, indexes);
  const digests = await readEventDigests(tx, indexes);
  const hashOf = await createSubtreeHashReader(
    tx,
    leaves.flatMap(({ index, checkpoint: { size } }) => [
      { size, leaf: index },
      { size: newestSize, from: size },
    ]),
  );
  return Promise.all(
    leaves.map(async ({ index, leaf, checkpoint, previous }) => ({
      leaf,
      digests: digests.get(index) ?? [],
      index,
      path: await computeInclusionPath(index, checkpoint.size, hashOf),
      checkpoint,
      ...(previous && { previous }),
      consistency: await computeConsistencyPath(checkpoint.size, newestSize, hashOf),
    })),
  );
}

/** Returns the digests of all events in these leaves, by leaf index. */
async function readEventDigests(
  tx: Queryable,
  indexes: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await tx.execute<{ index: number; digests: string[] }>(sql`
    select leaf."index",
      array_agg(encode(event_digest(event), 'hex') order by event.position) as digests
    from proof_leaves as leaf
    join ${audit} as event on event.chain = leaf.chain
      and event.position > leaf.start and event.position <= leaf."end"
    where leaf."index" = any(${sql.param(indexes)}::int[])
    group by leaf."index"`);
  return new Map(rows.map(({ index, digests }) => [index, digests]));
}
