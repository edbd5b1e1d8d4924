import { eq, gte, isNotNull, and, ne, or, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { correctFixture, DeskTally } from '#contract/desk.ts';
import { optionWithId } from '#domain/catalogue.ts';
import { proposal } from '#domain/settlement.ts';
import { correctionWindow } from '#domain/tip.ts';

import type { Transaction } from '../db/database.ts';
import { proposedCorrections } from '../db/desk-tables.ts';
import { audit, legs, tips } from '../db/schema.ts';
import { matchOf } from '../fixtures/presenter.ts';
import type { Answer, Unfinished } from '../operations/once.ts';
import { changedLeg, type LegChange } from '../tips/leg-changes.ts';
import type { LegRow } from '../tips/queries.ts';
import { changePart, type DeskCall, eachOption, type Part, refuseTwice } from './parts.ts';
import { isConfirmed } from './queries.ts';
import { fixtureAt, refuseOtherDecision, refuseUndecidable } from './settlements.ts';

type Sent = z.output<typeof correctFixture.body>;
type Wanted = Sent['results'][number];
type Proposed = typeof proposedCorrections.$inferSelect;

/**
 * Decides options of a fixture again in a part of the confirmed tickets: those confirmed lately, and the
 * others where another administrator has proposed the same.
 */
export async function correctLegs(
  tx: Transaction,
  call: DeskCall,
  sent: Sent,
  progress: Part | undefined,
): Promise<Answer<DeskTally> | Unfinished<Part>> {
  const { results, reason, version } = sent;
  refuseTwice('results', results);
  const { by, fixtureId, arrivedAt } = call;
  const before = await proposedFor(tx, fixtureId);
  const oddsIds = results.map(({ oddsId }) => oddsId);
  const since = new Date(arrivedAt.getTime() - correctionWindow);
  const work = {
    among: isConfirmed,
    oddsIds,
    unlike: eachOption(results, ({ result }) => ne(legs.result, result)),
    changeable: or(
      // failpoint: corrected-alone
      gte(tips.confirmedAt, since),
      before &&
        and(
          ne(tips.ownerId, before.proposedBy),
          eachOption(results, (wanted) =>
            isSecond(before, wanted, { by, version }) ? sql`true` : undefined,
          ),
        ),
    ),
    refuse: async () => {
      const fixture = await fixtureAt(tx, call, version, 'no key update');
      const explained = results.map((each) => ({ ...each, reason }));
      const corrected = and(isConfirmed, isNotNull(legs.corrected));
      await refuseOtherDecision(tx, call, { results, version }, corrected);
      await refuseUndecidable(tx, call, { results: explained, fixture }, isConfirmed);
    },
    change: (leg: LegRow) => {
      const index = oddsIds.indexOf(leg.oddsId);
      const wanted = results[index];
      return wanted && correctedLeg(leg, wanted, { reason, at: arrivedAt, field: index });
    },
  };
  const answer = await changePart(tx, call, work, progress);
  if ('unfinished' in answer) return answer;

  // With the fixture held: what somebody else proposed meanwhile is there by now.
  const after = await proposedFor(tx, fixtureId);
  const isNew = after && after.proposedAt.getTime() !== before?.proposedAt.getTime();
  const isSeconded = results.some((wanted) => isSecond(after, wanted, { by, version }));
  const { left, changed } = answer.body;
  if (isNew && isSeconded && left > 0) return { unfinished: { after: undefined, changed } };
  await propose(tx, call, sent, { left, standing: after });
  return answer;
}

/** What is decided by the rules bears their fact; what goes against them, the person's reason. */
function correctedLeg(
  leg: LegRow,
  { result }: Wanted,
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

/** The correction of a fixture that waits for a second administrator. */
async function proposedFor(tx: Transaction, fixtureId: string): Promise<Proposed | undefined> {
  const isOfFixture = eq(proposedCorrections.fixtureId, fixtureId);
  const [proposed] = await tx.select().from(proposedCorrections).where(isOfFixture);
  return proposed;
}

/** Whether another administrator has proposed the same for an option, seeing the same result. */
function isSecond(
  proposed: Proposed | undefined,
  { oddsId, result }: Wanted,
  { by, version }: { by: string; version: number },
): boolean {
  if (!proposed || proposed.proposedBy === by || proposed.version !== version) return false;
  return proposed.results.some((each) => each.oddsId === oddsId && each.result === result);
}

/** Keeps for a second administrator what nobody may correct alone, or forgets what was carried out. */
async function propose(
  tx: Transaction,
  { fixtureId, by, arrivedAt }: DeskCall,
  { results, reason, version }: Sent,
  { left, standing }: { left: number; standing: Proposed | undefined },
): Promise<void> {
  const isOfFixture = eq(proposedCorrections.fixtureId, fixtureId);
  const mine = results.map(({ oddsId, result }) => ({ oddsId, result }));
  const isSaid = standing?.results.every(({ oddsId }) => mine.some((one) => one.oddsId === oddsId));
  if (left === 0) {
    if (isSaid) await tx.delete(proposedCorrections).where(isOfFixture);
    return;
  }
  const isMine = standing?.proposedBy === by && standing.version === version;
  if (isMine && JSON.stringify(standing.results) === JSON.stringify(mine)) return;
  const row = { version, results: mine, reason, proposedBy: by, proposedAt: arrivedAt };
  await tx
    .insert(proposedCorrections)
    .values({ fixtureId, ...row })
    .onConflictDoUpdate({ target: proposedCorrections.fixtureId, set: row });
  await tx.insert(audit).values({
    at: arrivedAt,
    actorId: by,
    action: 'correction.propose',
    subject: `fixture:${fixtureId}`,
    after: { version, results: mine },
    reason,
  });
}
