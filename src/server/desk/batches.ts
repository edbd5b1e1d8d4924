import { and, asc, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm';

import type { DeskTicketCounts } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';

import type { Transaction } from '../db/database.ts';
import { legs, tips } from '../db/schema.ts';
import { raiseCursors } from '../operations/cursor.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import type { AppliedLegChange } from '../tips/leg-changes.ts';
import { type LegRow, type TipRow, readTipsById } from '../tips/queries.ts';
import { saveLegChanges } from '../tips/save.ts';
import { isOpenTip } from './queries.ts';

/** Tips per batch; small, so that the locks on their owners are released soon. */
export const batchSize =
  // failpoint: few-at-a-time
  50;

/**
 * Cursor between batches: last tip id, number of changed tips, ids of tips in which an earlier
 * decision of the caller was restored, and disputed options, which are processed after all others.
 */
export type BatchCursor = {
  after: string | undefined;
  changed: number;
  restored: readonly string[];
  disputed?: readonly number[];
};

/** A call of the desk: the fixture, the administrator who sent the call, and its arrival time. */
export type DeskCall = { fixtureId: string; by: string; arrivedAt: Date };

/** The changes that a desk call makes to the tips on a fixture. */
type BatchWork = {
  /** Ids of the options to change. */
  oddsIds: readonly number[];
  /** SQL condition: the leg differs from the requested values. */
  unlike: SQL | undefined;
  /** SQL condition of the affected tips; open tips by default. */
  among?: SQL | undefined;
  /** SQL condition: the tip may be changed now; evaluated again after `refuse`. */
  changeable: () => SQL | undefined;
  /** Called while the owners of the batch's tips are locked; throws to refuse the call. */
  refuse: () => Promise<void>;
  change: (leg: LegRow, tip: TipRow) => AppliedLegChange | null | undefined;
};

/**
 * Runs one batch of a call that changes one leg in each of many tips, except in the caller's own
 * tips. Locks owners in the same order as all other calls, and evaluates the conditions again under
 * these locks.
 */
export async function changeLegBatch(
  tx: Transaction,
  { fixtureId, by, arrivedAt }: DeskCall,
  { among = isOpenTip, oddsIds, unlike, changeable, refuse, change }: BatchWork,
  { after, changed, restored }: BatchCursor = { after: undefined, changed: 0, restored: [] },
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  const chosen = and(among, eq(legs.fixtureId, fixtureId), inArray(legs.oddsId, [...oddsIds]));
  // failpoint: own-tickets-changed
  const others = ne(tips.ownerId, by);
  const toChange = () => and(chosen, others, unlike, changeable());
  const found = await readBatchTips(tx, and(toChange(), after ? gt(tips.id, after) : undefined));
  await raiseCursors(tx, [by, ...found.map(({ ownerId }) => ownerId)]);
  const ids = found.map(({ id }) => id);
  await refuse();

  const locked =
    ids.length > 0 ? await readBatchTips(tx, and(toChange(), inArray(tips.id, ids))) : [];
  const rows = await readTipsById(
    tx,
    locked.map(({ id }) => id),
  );
  const changes = rows.map((tip) => ({
    tip,
    changes: tip.legs.flatMap((leg) =>
      leg.fixtureId === fixtureId ? (change(leg, tip) ?? []) : [],
    ),
  }));
  const saved = await saveLegChanges(tx, { at: arrivedAt, by }, changes);
  const again = changes.flatMap(({ tip, changes: its }) =>
    its.some(({ isUndo, after: { decidedBy } }) => isUndo && decidedBy === by) ? tip.id : [],
  );
  const totals = { changed: changed + saved.length, restored: [...restored, ...again] };
  const last = ids.at(-1);
  // failpoint: part-lost
  if (last && ids.length === batchSize) return { unfinished: { after: last, ...totals } };
  return { body: await countDeskTickets(tx, { by, chosen, unlike, ...totals }) };
}

type BatchRunner<Entry> = (
  entries: readonly Entry[],
  progress: BatchCursor | undefined,
) => Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>>;

/**
 * Processes undisputed options of a call first, so that they are saved even if the disputed options
 * are then refused. `findDisputed` returns the options that another administrator has changed since
 * the version that the caller saw.
 */
export async function runUndisputedFirst<Entry extends { oddsId: number }>(
  entries: readonly Entry[],
  progress: BatchCursor | undefined,
  {
    findDisputed,
    run,
  }: { findDisputed: () => Promise<readonly { oddsId: number }[]>; run: BatchRunner<Entry> },
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  if (progress?.disputed) {
    const { disputed } = progress;
    const left = await run(
      entries.filter(({ oddsId }) => disputed.includes(oddsId)),
      progress,
    );
    return 'unfinished' in left ? { unfinished: { ...left.unfinished, disputed } } : left;
  }
  const found = await findDisputed();
  const disputed = found.map(({ oddsId }) => oddsId);
  const agreed = entries.filter(({ oddsId }) => !disputed.includes(oddsId));
  if (disputed.length === 0 || agreed.length === 0) return run(entries, progress);
  const answer = await run(agreed, progress);
  if ('unfinished' in answer) return answer;
  const { changed } = answer.body;
  return { unfinished: { after: undefined, changed, restored: [], disputed } };
}

async function readBatchTips(tx: Transaction, which: SQL | undefined) {
  return tx
    .select({ id: tips.id, ownerId: tips.ownerId })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(which)
    .orderBy(asc(tips.id))
    .limit(batchSize);
}

type TicketCountScope = Omit<BatchCursor, 'after'> & {
  by: string;
  chosen: SQL | undefined;
  unlike: SQL | undefined;
};

async function countDeskTickets(
  tx: Transaction,
  { by, chosen, unlike = sql`false`, changed, restored }: TicketCountScope,
): Promise<DeskTicketCounts> {
  const isOwn = eq(tips.ownerId, by);
  const isNotRestored = sql`${tips.id} <> all(${sql.param(restored)}::uuid[])`;
  const [counts] = await tx
    .select({
      own: sql`count(*) filter (where ${isOwn})`.mapWith(Number),
      left: sql`count(*) filter (where not ${isOwn} and ${unlike} and ${isNotRestored})`.mapWith(
        Number,
      ),
      all: sql`count(*)`.mapWith(Number),
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(chosen);
  const { own = 0, left = 0, all = 0 } = counts ?? {};
  return { changed, unchanged: Math.max(0, all - own - left - changed), left, own };
}

/** Combines one SQL condition per option; legs of other options do not match. */
export function createOptionCondition<Entry extends { oddsId: number }>(
  entries: readonly Entry[],
  condition: (entry: Entry) => SQL | undefined,
): SQL | undefined {
  return or(
    ...entries.map((entry) => and(eq(legs.oddsId, entry.oddsId), condition(entry) ?? sql`false`)),
  );
}

/** Refuses a request that lists an option twice. */
export function refuseDuplicateOptions(list: string, entries: readonly { oddsId: number }[]): void {
  const ids = entries.map(({ oddsId }) => oddsId);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice < 0) return;
  throw new ApiProblem('invalid-input', { errors: { [`${list}.${twice}`]: ['duplicate'] } });
}
