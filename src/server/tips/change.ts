import { eq } from 'drizzle-orm';

import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { tips } from '../db/schema.ts';
import { raiseCursor } from '../operations/cursor.ts';
import { etagOf, toTip, type Viewer } from './presenter.ts';
import type { TipRow } from './rows.ts';

/** Refuses a change of a tip that is not the one its sender saw, and shows them what it is. */
export function expectVersion(ifMatch: string | undefined, tip: TipRow, viewer: Viewer): void {
  if (ifMatch === undefined) return;
  // A proxy that compresses answers makes a weak tag of ours; it names the same version.
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes('*') || tags.includes(etagOf(tip))) return;
  throw new ApiProblem('stale-version', { extra: { tip: toTip(tip, viewer) } });
}

type Changes = Partial<
  Pick<
    typeof tips.$inferSelect,
    | 'bookedAt'
    | 'withdrawnAt'
    | 'confirmedAt'
    | 'confirmedBy'
    | 'totalOdds'
    | 'recordOdds'
    | 'outcome'
    | 'legsWon'
    | 'legsLost'
  >
>;

/** Writes what changed about a tip as its next version, and gives the tip as it is then. */
export async function save(tx: Transaction, tip: TipRow, changes: Changes): Promise<TipRow> {
  const cursor = await raiseCursor(tx, tip.ownerId);
  const next = { ...changes, version: tip.version + 1, cursor };
  await tx.update(tips).set(next).where(eq(tips.id, tip.id));
  return { ...tip, ...next };
}
