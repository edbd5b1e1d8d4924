import type { OptimisticTip } from '#sync/optimistic-rows.ts';

import { numberOf } from '../../contents/options.ts';
import { byTheRules } from '../../contents/results.ts';
import type { World } from '../../world/world.ts';
import { notes } from './undoable-actions.ts';
import { type Hand, type Of, queues } from './peoples-steps.ts';
import { fixturesOf, nth, tipsShown } from './views.ts';

/** An administrator prices, decides or confirms one ticket on their screen. */
export async function changesTicket(
  hand: Hand,
  step: Of<'price'> | Of<'settle'> | Of<'confirm'>,
): Promise<void> {
  const tips = tipsShown(hand.device, 'everybody');
  const tip = nth('over' in step ? overFirst(hand.world, tips) : tips, step.which);
  if (!tip) {
    void hand.tab.engine.refresh('admin-tips');
    return;
  }
  if (step.do === 'settle') await settles(hand, tip, step);
  else if (step.do === 'price') await prices(hand, tip, step);
  else {
    const { id: tipId, version } = tip;
    const confirmation = { tipId, fixtureIds: fixturesOf([tip]) };
    const operationId = await queues(hand, 'tip.confirm', confirmation, { version });
    notes(hand, { confirmed: [tipId], operationId });
  }
}

type Leg = OptimisticTip['options'][number];

async function settles(hand: Hand, tip: OptimisticTip, step: Of<'settle'>): Promise<void> {
  const { id: tipId, options: legs, version } = tip;
  const leg = nth(step.over ? overLegs(hand.world, legs) : legs, step.leg);
  if (!leg) return;
  const { fixtureId, game, result, reason, fact } = leg;
  const change = { fixtureId, game, ...decisionOf(hand.world, leg, step) };
  const operationId = await queues(hand, 'leg.settle', { tipId, legs, change }, { version });
  const why = fact ? { fact } : reason !== undefined && { reason };
  const was = { fixtureId, game, result, ...why };
  notes(hand, { operationId, leg: { tipId, result: change.result, was } });
}

/** Before full time a decision is void, unless the step is hasty. */
function decisionOf({ games, time }: World, leg: Leg, step: Of<'settle'>) {
  const { result, reason = 'as seen', hasty = false } = step;
  const ended = games.find(({ id }) => id === leg.fixtureId)?.result;
  const since = time.now() - Date.parse(leg.startDateOfGame);
  const ruled = byTheRules(numberOf(leg.oddName), ended, since);
  if (result === 'rules') return ruled ? { result: ruled } : { result: 'void' as const, reason };
  if (hasty) return { result };
  const isOver = since > matchLength;
  const isOff = ended?.status === 'cancelled' || ended?.status === 'postponed';
  return { result: isOver && !isOff ? result : ('void' as const), reason };
}

async function prices(hand: Hand, tip: OptimisticTip, step: Of<'price'>): Promise<void> {
  const { id: tipId, options: legs, version } = tip;
  const { reason = 'as seen', odd } = step;
  const from = step.over ? overLegs(hand.world, legs) : legs;
  const priced = Array.from({ length: step.legs ?? 1 }, (_, index) => nth(from, step.leg + index));
  for (const { fixtureId, game } of priced.flatMap((each) => each ?? [])) {
    if (!hand.tab.isAlive()) return;
    const changes = [{ fixtureId, game, reason, odd }];
    await queues(hand, 'odds.set', { tipId, legs, changes }, { version });
  }
}

/** Time from the kick-off until the result is known, in milliseconds. */
export const matchLength = 2 * 60 * 60 * 1000;

function overFirst(world: World, tips: readonly OptimisticTip[]): readonly OptimisticTip[] {
  const over = tips.filter(({ options }) => options.some((leg) => isOver(world, leg)));
  return over.length > 0 ? over : tips;
}

function overLegs(world: World, legs: readonly Leg[]): readonly Leg[] {
  const over = legs.filter((leg) => isOver(world, leg));
  return over.length > 0 ? over : legs;
}

function isOver({ games, time }: World, { fixtureId }: Leg): boolean {
  const game = games.find(({ id }) => id === fixtureId);
  return (
    game !== undefined && (game.result !== undefined || game.kickOff + matchLength < time.now())
  );
}
