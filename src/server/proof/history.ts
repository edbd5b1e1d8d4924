import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';

import type { Receipt, TipHistory } from '#contract/proof/calls.ts';
import { textHash } from '#contract/proof/hashes.ts';
import { consistencyPath, inclusionPath } from '#contract/proof/merkle.ts';
import { ApiProblem } from '#contract/problem.ts';

import { type Database, type Queryable, transaction } from '../db/database.ts';
import { audit, tips } from '../db/schema.ts';
import { isReadable, type Viewer } from '../tips/presenter.ts';
import { checkpointsFrom, leafWith, logFor, newestOf } from './log.ts';

const content = sql<string>`audit_content(${audit})`;

/** Everything that happened to a tip, with what proves it, as this reader may see it. */
export async function historyOf(
  database: Database,
  tipId: string,
  viewer: Viewer | undefined,
): Promise<TipHistory> {
  return transaction(
    database,
    async (tx) => {
      const [tip] = await tx.select().from(tips).where(eq(tips.id, tipId));
      const isPrivy = viewer?.role === 'administrator' || viewer?.id === tip?.ownerId;
      const isHidden = !tip || (tip.withdrawnAt && !isPrivy) || !isReadable(tip, viewer);
      if (isHidden) throw new ApiProblem('not-found');
      return readHistory(tx, tipId, viewer);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readHistory(
  tx: Queryable,
  tipId: string,
  viewer: Viewer | undefined,
): Promise<TipHistory> {
  const rows = await tx
    .select({
      chain: audit.chain,
      position: audit.position,
      actorId: audit.actorId,
      content,
      sealed: sql<string>`audit_sealed(${audit})`,
    })
    .from(audit)
    .where(eq(audit.subject, `tip:${tipId}`))
    .orderBy(asc(audit.position));

  const newest = await newestOf(tx);
  const receipts: Receipt[] = [];
  const events: TipHistory['events'] = [];
  for (const { chain, position, actorId, content, sealed } of rows) {
    let receipt = receipts.findIndex(({ leaf }) => position <= leaf.end);
    if (receipt < 0) {
      const made = await receiptOf(tx, chain, position, newest?.size);
      if (made) receipt = receipts.push(made) - 1;
    }
    const maySee = viewer && (viewer.role === 'administrator' || viewer.id === actorId);
    events.push({ content, ...(maySee && { sealed }), ...(receipt >= 0 && { receipt }) });
  }
  return { events, receipts, ...(newest && { newest }) };
}

async function receiptOf(
  tx: Queryable,
  chain: string,
  position: number,
  newestSize = 0,
): Promise<Receipt | undefined> {
  const found = await leafWith(tx, chain, position);
  if (!found) return undefined;
  const { index, leaf } = found;
  const [checkpoint] = await checkpointsFrom(tx, index + 1, 1);
  if (!checkpoint) return undefined;

  const { size } = checkpoint;
  const questions = [
    { size, leaf: index },
    { size: newestSize, from: size },
  ];
  const hashOf = await logFor(tx, questions);
  const [path, consistency] = await Promise.all([
    inclusionPath(index, size, hashOf),
    consistencyPath(size, newestSize, hashOf),
  ]);
  const digests = await digestsOf(tx, leaf);
  return { leaf, digests, index, path, checkpoint, consistency };
}

async function digestsOf(tx: Queryable, { chain, start, end }: Receipt['leaf']): Promise<string[]> {
  const rows = await tx
    .select({ content })
    .from(audit)
    .where(and(eq(audit.chain, chain), gt(audit.position, start), lte(audit.position, end)))
    .orderBy(asc(audit.position));
  return Promise.all(rows.map(async ({ content }) => textHash(content)));
}
