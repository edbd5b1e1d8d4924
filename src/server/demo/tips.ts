import { findOptionById } from '#domain/catalogue.ts';
import { settleOption } from '#domain/settlement/settlement.ts';
import { expiryOf, lastKickOffOf } from '#domain/tip.ts';

import type { audit, legs, tips } from '../db/schema.ts';
import { createLegEvents, createConfirmationEvent, createPostEvent } from '../tips/events.ts';
import { computeTipFigures } from '../tips/save.ts';
import {
  type DemoMatch,
  computeDemoScore,
  type TipRecording,
  type DemoTimeShift,
} from './recording.ts';

/** The rows and audit events of a demo tip, still without the cursor. */
type DemoTip = {
  tip: Omit<typeof tips.$inferInsert, 'cursor'>;
  legs: (typeof legs.$inferInsert)[];
  events: (typeof audit.$inferInsert)[];
};

/** Values for all tips of a demo; `memberIds` and `matches` have the order of the recording. */
type DemoContext = {
  memberIds: readonly string[];
  matches: readonly DemoMatch[];
  shift: DemoTimeShift;
};

export function toDemoTip(
  { id, owner, stake, analysis, copiedFrom, ...recorded }: TipRecording,
  { memberIds, matches, shift }: DemoContext,
): DemoTip {
  const [administratorId = '', ownerId = ''] = [memberIds[0], memberIds[owner]];
  const createdAt = shift(recorded.createdAt);
  const chosen = recorded.legs.flatMap((leg, position) => {
    const match = matches[leg.fixture];
    return match ? [toDemoLeg(leg, { id, position, match, administratorId, shift })] : [];
  });
  const kickOffs = chosen.map(({ match }) => match);
  const confirmation = recorded.confirmedAt !== null && {
    confirmedAt: shift(recorded.confirmedAt),
    confirmedBy: administratorId,
  };
  const figures = computeTipFigures(
    chosen.map(({ leg, result }) => ({ ...leg, kickOffOdd: leg.odd, bookedOdd: 0, result })),
  );
  const tip = {
    id,
    ownerId,
    createdAt,
    expiresAt: expiryOf(kickOffs),
    lastKickOff: lastKickOffOf(kickOffs),
    stake,
    analysis,
    copiedFrom,
    bookedAt: recorded.bookedAt === null ? null : shift(recorded.bookedAt),
    ...confirmation,
    ...figures,
    version: 1 + Number(recorded.bookedAt !== null) + (confirmation ? 2 : 0),
  };
  const shown = chosen.map(({ leg, match }) => ({ ...match, ...leg, fixtureId: match.id }));
  return {
    tip,
    legs: chosen.map(({ row }) => row),
    events: [
      createPostEvent({ ...tip, legs: shown }),
      ...chosen.flatMap(({ row }) => createDecisionEvents(row)),
      ...(confirmation
        ? [
            createConfirmationEvent(
              { ...tip, legs: shown },
              { at: confirmation.confirmedAt, by: administratorId },
            ),
          ]
        : []),
    ],
  };
}

type DemoLegContext = Pick<DemoContext, 'shift'> & {
  id: string;
  position: number;
  match: DemoMatch;
  administratorId: string;
};

function toDemoLeg(
  leg: TipRecording['legs'][number],
  { id, position, match, administratorId, shift }: DemoLegContext,
) {
  const odd = leg.odd.toFixed(2);
  const row = {
    tipId: id,
    position,
    fixtureId: match.id,
    oddsId: leg.oddsId,
    odd,
    kickOffOdd: odd,
    estimatedOdd: leg.estimatedOdd?.toFixed(2) ?? null,
  };
  const option = findOptionById(leg.oddsId);
  if (leg.decidedAt === null || !option) return { leg, match, row, result: 'pending' as const };
  const { result, fact } = settleOption(option, computeDemoScore(match));
  if (result === 'ask') throw new Error(`a demo match left an option undecided: ${fact.code}`);
  const decision = { result, fact, decidedAt: shift(leg.decidedAt), decidedBy: administratorId };
  return { leg, match, row: { ...row, ...decision }, result };
}

/** Creates the audit events for the decision of a leg; none if the leg is undecided. */
function createDecisionEvents({
  tipId,
  fixtureId,
  result,
  fact = null,
  ...row
}: DemoTip['legs'][number]) {
  if (!result || !row.decidedAt || !row.decidedBy) return [];
  const before = {
    fixtureId,
    odd: 0,
    kickOffOdd: 0,
    result: 'pending' as const,
    decidedVersion: null,
    fact,
  };
  const stamp = { at: row.decidedAt, by: row.decidedBy };
  return createLegEvents({ id: tipId }, stamp, {
    before,
    after: { ...before, result },
    reason: '',
  });
}
