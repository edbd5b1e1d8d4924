import { and, isNotNull, ne, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { correctFixture, DeskTicketCounts } from '#contract/desk.ts';
import { findOptionById } from '#domain/catalogue.ts';
import { proposeSettlement } from '#domain/settlement/settlement.ts';

import type { Transaction } from '../db/database.ts';
import { legs } from '../db/schema.ts';
import { toMatchFacts } from '../fixtures/presenter.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { applyLegChange, type AppliedLegChange } from '../tips/leg-changes.ts';
import type { LegRow, TipRow } from '../tips/queries.ts';
import {
  changeLegBatch,
  type DeskCall,
  createOptionCondition,
  type BatchCursor,
  refuseDuplicateOptions,
} from './batches.ts';
import { isConfirmedTip } from './queries.ts';
import {
  lockFixtureAtVersion,
  refuseConflictingDecision,
  refuseUndecidableResults,
} from './settlements.ts';

type CorrectionBody = z.output<typeof correctFixture.body>;

/** Corrects the results of a fixture's options in one batch of confirmed tips. */
export async function correctLegs(
  tx: Transaction,
  call: DeskCall,
  { results, reason, version }: CorrectionBody,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  refuseDuplicateOptions('results', results);
  const oddsIds = results.map(({ oddsId }) => oddsId);
  const unlike = createOptionCondition(results, ({ result }) => ne(legs.result, result));
  const work = {
    among: isConfirmedTip,
    oddsIds,
    unlike,
    changeable: () => sql`true`,
    refuse: async () => {
      // Phones may still send empty results, by which an older version withdrew proposals.
      if (results.length === 0) return;
      const fixture = await lockFixtureAtVersion(tx, call, version);
      const explained = results.map((each) => ({ ...each, reason }));
      const corrected = and(isConfirmedTip, isNotNull(legs.corrected));
      await refuseConflictingDecision(tx, call, { results, version }, corrected);
      await refuseUndecidableResults(
        tx,
        call,
        { results: explained, fixture, unlike },
        isConfirmedTip,
      );
    },
    change: (leg: LegRow, tip: TipRow) => {
      const index = oddsIds.indexOf(leg.oddsId);
      const result = results[index]?.result;
      return result && correctLeg(leg, tip, { result, reason, at: call.arrivedAt, field: index });
    },
  };
  return changeLegBatch(tx, call, work, progress);
}

type LegCorrectionRequest = Pick<CorrectionBody['results'][number], 'result'> & {
  reason: string;
  at: Date;
  field: number;
};

/** Corrects a leg. A result that differs from the rules needs the administrator's reason. */
function correctLeg(
  leg: LegRow,
  { confirmedAt }: TipRow,
  { result, reason, at, field }: LegCorrectionRequest,
): AppliedLegChange | undefined {
  const option = findOptionById(leg.oddsId);
  const match = toMatchFacts({ ...leg, status: leg.fixtureStatus });
  const isByTheRules = option && proposeSettlement(option, match, at)?.result === result;
  const change = { result, ...(!isByTheRules && { reason }) };
  const changed = applyLegChange(leg, change, at, `results.${field}`);
  // failpoint: corrected-without-a-trace
  const corrected = {
    result: leg.result,
    at: at.toISOString(),
    reason,
    ...(confirmedAt && { confirmedAt: confirmedAt.toISOString() }),
  };
  return changed && { ...changed, reason, after: { ...changed.after, corrected } };
}
