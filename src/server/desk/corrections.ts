import { and, isNotNull, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { correctFixture, DeskTally } from '#contract/desk.ts';
import { optionWithId } from '#domain/catalogue.ts';
import { proposal } from '#domain/settlement/settlement.ts';

import type { Transaction } from '../db/database.ts';
import { legs } from '../db/schema.ts';
import { matchOf } from '../fixtures/presenter.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { changedLeg, type LegChange } from '../tips/leg-changes.ts';
import type { LegRow, TipRow } from '../tips/queries.ts';
import {
  changeBatch,
  type DeskCall,
  eachOption,
  type BatchCursor,
  refuseRepeated,
} from './batches.ts';
import { isConfirmed } from './queries.ts';
import { fixtureAt, refuseOtherDecision, refuseUndecidable } from './settlements.ts';

type Sent = z.output<typeof correctFixture.body>;

/** Decides options of a fixture again in a batch of the confirmed tickets. */
export async function correctLegs(
  tx: Transaction,
  call: DeskCall,
  { results, reason, version }: Sent,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTally> | Continuation<BatchCursor>> {
  refuseRepeated('results', results);
  const oddsIds = results.map(({ oddsId }) => oddsId);
  const unlike = eachOption(results, ({ result }) => ne(legs.result, result));
  const work = {
    among: isConfirmed,
    oddsIds,
    unlike,
    changeable: () => sql`true`,
    refuse: async () => {
      // Phones that stored the withdrawal of a proposal, which existed once, still send it.
      if (results.length === 0) return;
      const fixture = await fixtureAt(tx, call, version);
      const explained = results.map((each) => ({ ...each, reason }));
      const corrected = and(isConfirmed, isNotNull(legs.corrected));
      await refuseOtherDecision(tx, call, { results, version }, corrected);
      await refuseUndecidable(tx, call, { results: explained, fixture, unlike }, isConfirmed);
    },
    change: (leg: LegRow, tip: TipRow) => {
      const index = oddsIds.indexOf(leg.oddsId);
      const result = results[index]?.result;
      return result && correctedLeg(leg, tip, { result, reason, at: call.arrivedAt, field: index });
    },
  };
  return changeBatch(tx, call, work, progress);
}

type CorrectionRequest = Pick<Sent['results'][number], 'result'> & {
  reason: string;
  at: Date;
  field: number;
};

/** A decision that follows the rules has their fact; any other has the person's reason. */
function correctedLeg(
  leg: LegRow,
  { confirmedAt }: TipRow,
  { result, reason, at, field }: CorrectionRequest,
): LegChange | undefined {
  const option = optionWithId(leg.oddsId);
  const match = matchOf({ ...leg, status: leg.fixtureStatus });
  const isByTheRules = option && proposal(option, match, at)?.result === result;
  const change = { result, ...(!isByTheRules && { reason }) };
  const changed = changedLeg(leg, change, at, `results.${field}`);
  // failpoint: corrected-without-a-trace
  const corrected = {
    result: leg.result,
    at: at.toISOString(),
    reason,
    ...(confirmedAt && { confirmedAt: confirmedAt.toISOString() }),
  };
  return changed && { ...changed, reason, after: { ...changed.after, corrected } };
}
