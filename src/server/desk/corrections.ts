import { and, eq, getTableColumns, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { correctFixture, DeskTally } from '#contract/desk.ts';
import { optionWithId } from '#domain/catalogue.ts';
import { proposal } from '#domain/settlement/settlement.ts';
import { correctionWindowMs } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { proposedCorrections } from '../db/desk-tables.ts';
import { audit, legs, members, tips } from '../db/schema.ts';
import { matchOf } from '../fixtures/presenter.ts';
import { raiseCursor } from '../operations/cursor.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import type { AuditStamp } from '../tips/events.ts';
import { changedLeg, type LegChange } from '../tips/leg-changes.ts';
import type { LegRow } from '../tips/queries.ts';
import { authorOf } from './authors.ts';
import {
  changeBatch,
  type DeskCall,
  eachOption,
  type BatchCursor,
  refuseRepeated,
} from './batches.ts';
import { staleFixture } from './presenter.ts';
import { isConfirmed, mayPropose } from './queries.ts';
import { fixtureAt, refuseOtherDecision, refuseUndecidable } from './settlements.ts';

type Sent = z.output<typeof correctFixture.body>;
type RequestedResult = Sent['results'][number];
type Proposed = typeof proposedCorrections.$inferSelect;

/**
 * Decides options of a fixture again in a batch of the confirmed tickets: recent ones, and older
 * ones if another administrator has proposed the same. A call without results withdraws the
 * caller's proposals.
 */
export async function correctLegs(
  tx: Transaction,
  call: DeskCall,
  sent: Sent,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTally> | Continuation<BatchCursor>> {
  const { results, reason, version } = sent;
  if (results.length === 0) return withdraw(tx, call, sent);
  refuseRepeated('results', results);
  const { by, fixtureId, arrivedAt } = call;
  const seen = await proposedFor(tx, fixtureId);
  let current = seen;
  const oddsIds = results.map(({ oddsId }) => oddsId);
  const since = new Date(arrivedAt.getTime() - correctionWindowMs);
  const secondOf = (proposed: readonly Proposed[], requested: RequestedResult) => {
    const one = sameIn(proposed, { ...requested, version });
    return one?.proposedBy === by ? undefined : one;
  };
  const unlike = eachOption(results, ({ result }) => ne(legs.result, result));
  const work = {
    among: isConfirmed,
    oddsIds,
    unlike,
    changeable: () =>
      or(
        // failpoint: corrected-alone
        gte(tips.confirmedAt, since),
        eachOption(results, (requested) => {
          const one = secondOf(current, requested);
          return one && ne(tips.ownerId, one.proposedBy);
        }),
      ),
    refuse: async () => {
      const fixture = await fixtureAt(tx, call, version, 'no key update');
      // Includes what was proposed or withdrawn meanwhile.
      current = await proposedFor(tx, fixtureId, { isLocked: true });
      const explained = results.map((each) => ({ ...each, reason }));
      const corrected = and(isConfirmed, isNotNull(legs.corrected));
      await refuseOtherDecision(tx, call, { results, version }, corrected);
      await refuseOtherProposal(tx, call, sent, current);
      await refuseUndecidable(tx, call, { results: explained, fixture, unlike }, isConfirmed);
    },
    change: (leg: LegRow) => {
      const index = oddsIds.indexOf(leg.oddsId);
      const requested = results[index];
      return requested && correctedLeg(leg, requested, { reason, at: arrivedAt, field: index });
    },
  };
  const answer = await changeBatch(tx, call, work, progress);
  if ('unfinished' in answer) return answer;

  const { left, changed } = answer.body;
  const isNew = results.some((requested) => {
    const one = secondOf(current, requested);
    return one && one.proposedBy !== secondOf(seen, requested)?.proposedBy;
  });
  if (isNew && left > 0) return { unfinished: { after: undefined, changed, restored: [] } };
  await propose(tx, call, sent, current);
  return answer;
}

/** A decision that follows the rules has their fact; any other has the person's reason. */
function correctedLeg(
  leg: LegRow,
  { result }: RequestedResult,
  { reason, at, field }: { reason: string; at: Date; field: number },
): LegChange | undefined {
  const option = optionWithId(leg.oddsId);
  const match = matchOf({ ...leg, status: leg.fixtureStatus });
  const isByTheRules = option && proposal(option, match, at)?.result === result;
  const change = { result, ...(!isByTheRules && { reason }) };
  const changed = changedLeg(leg, change, at, `results.${field}`);
  // failpoint: corrected-without-a-trace
  const corrected = { result: leg.result, at: at.toISOString(), reason };
  return changed && { ...changed, reason, after: { ...changed.after, corrected } };
}

/**
 * Pending proposals for all options of a fixture; optionally locked, so that none is withdrawn
 * before this transaction ends.
 */
async function proposedFor(
  tx: Transaction,
  fixtureId: string,
  { isLocked = false } = {},
): Promise<Proposed[]> {
  const proposed = tx
    .select(getTableColumns(proposedCorrections))
    .from(proposedCorrections)
    .innerJoin(members, mayPropose)
    .where(eq(proposedCorrections.fixtureId, fixtureId));
  return isLocked ? proposed.for('share', { of: proposedCorrections }) : proposed;
}

/**
 * Shows another administrator's different proposal before a new one, as with a different decision.
 */
async function refuseOtherProposal(
  tx: Transaction,
  call: DeskCall,
  { results, version }: Sent,
  proposed: readonly Proposed[],
): Promise<void> {
  const other = proposed.find(
    (one) =>
      one.proposedBy !== call.by &&
      one.version === version &&
      results.some(
        ({ oddsId, result, over }) => oddsId === one.oddsId && result !== one.result && !over,
      ),
  );
  if (!other) return;
  const author = await authorOf(tx, other.proposedBy, other.proposedAt);
  throw await staleFixture(tx, call, author);
}

/** The equal proposal for an option, if pending. */
function sameIn(
  proposed: readonly Proposed[],
  { oddsId, result, version }: RequestedResult & { version: number },
): Proposed | undefined {
  return proposed.find(
    (one) => one.oddsId === oddsId && one.result === result && one.version === version,
  );
}

/** Stores proposals for a second administrator, and deletes those that were carried out. */
async function propose(
  tx: Transaction,
  call: DeskCall,
  { results, reason, version }: Sent,
  current: readonly Proposed[],
): Promise<void> {
  const { fixtureId, by, arrivedAt } = call;
  const left = await remainingTickets(tx, call, results);
  const carriedOut = results.filter(({ oddsId }) => !left.has(oddsId));
  const mine = results.flatMap(({ oddsId, result }) => {
    const isProposed = sameIn(current, { oddsId, result, version })?.proposedBy === by;
    return isProposed || !left.get(oddsId) ? [] : [{ oddsId, result }];
  });
  const { oddsId: option, result: proposedResult, version: seen } = proposedCorrections;
  const isCarriedOut = carriedOut.map(({ oddsId, result }) =>
    and(eq(option, oddsId), eq(proposedResult, result), eq(seen, version)),
  );
  const replaced = mine.map(({ oddsId }) => oddsId);
  await tx
    .delete(proposedCorrections)
    .where(
      and(
        eq(proposedCorrections.fixtureId, fixtureId),
        or(inArray(option, replaced), ...isCarriedOut),
      ),
    );
  if (mine.length === 0) return;
  const proposal = { fixtureId, version, reason, proposedBy: by, proposedAt: arrivedAt };
  await tx.insert(proposedCorrections).values(mine.map((one) => ({ ...proposal, ...one })));
  await tx.insert(audit).values({
    at: arrivedAt,
    actorId: by,
    action: 'correction.propose',
    subject: `fixture:${fixtureId}`,
    after: { version, results: mine },
    reason,
  });
}

/** Number of tickets of other members that still differ, for each option. */
async function remainingTickets(
  tx: Transaction,
  { fixtureId, by }: DeskCall,
  results: readonly RequestedResult[],
): Promise<Map<number, number>> {
  const rows = await tx
    .select({
      oddsId: legs.oddsId,
      others: sql`count(*) filter (where ${tips.ownerId} <> ${by})`.mapWith(Number),
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(
      and(
        isConfirmed,
        eq(legs.fixtureId, fixtureId),
        eachOption(results, ({ result }) => ne(legs.result, result)),
      ),
    )
    .groupBy(legs.oddsId);
  return new Map(rows.map(({ oddsId, others }) => [oddsId, others]));
}

/** Withdraws all proposals of an administrator for a fixture. */
async function withdraw(
  tx: Transaction,
  call: DeskCall,
  { reason, version }: Sent,
): Promise<Answer<DeskTally>> {
  const { fixtureId, by, arrivedAt } = call;
  await raiseCursor(tx, by);
  await fixtureAt(tx, call, version, 'no key update');
  const withdrawn = await withdrawProposals(
    tx,
    { proposedBy: by, fixtureId },
    { at: arrivedAt, by, reason },
  );
  return { body: { changed: withdrawn, unchanged: 0, left: 0, own: 0 } };
}

/**
 * Withdraws an administrator's proposed corrections, of one fixture or of all, and audits this with
 * the given author; returns the number of withdrawn proposals.
 */
export async function withdrawProposals(
  tx: Transaction,
  { proposedBy, fixtureId }: { proposedBy: string; fixtureId?: string },
  { at, by, reason }: AuditStamp & { reason: string },
): Promise<number> {
  const isTheirs = and(
    eq(proposedCorrections.proposedBy, proposedBy),
    fixtureId === undefined ? undefined : eq(proposedCorrections.fixtureId, fixtureId),
  );
  const theirs = await tx.delete(proposedCorrections).where(isTheirs).returning();
  // Proposals for an earlier version of the result are included.
  const together = Map.groupBy(theirs, (one) => `${one.fixtureId} ${one.version}`);
  const entries = [...together.values()].flatMap((withdrawn) => {
    const [one] = withdrawn;
    if (!one) return [];
    const results = withdrawn.map(({ oddsId, result }) => ({ oddsId, result }));
    return {
      at,
      actorId: by,
      action: 'correction.withdraw',
      subject: `fixture:${one.fixtureId}`,
      before: { version: one.version, results },
      reason,
    };
  });
  if (entries.length > 0) await tx.insert(audit).values(entries);
  return theirs.length;
}
