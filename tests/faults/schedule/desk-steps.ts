import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { optimisticDesk, type OptimisticTip } from '#sync/optimistic-rows.ts';
import { readOperations } from '#sync/outbox/outbox.ts';

import { fixturesStored } from '../checks/view-at-desk.ts';
import { optionNumbered } from '../contents/options.ts';
import { byTheRules, resultIn } from '../contents/results.ts';
import { type Device } from '../world/device.ts';
import type { World } from '../world/world.ts';
import { type Hand, type Of, queues } from './peoples-steps.ts';
import type { DeskStep } from './plan.ts';
import { matchLength } from './treating-steps.ts';
import { nth, tipsShown } from './views.ts';

/** An administrator does something to many tickets at once, as their desk shows them. */
export async function worksAtDesk(hand: Hand, step: DeskStep): Promise<void> {
  if (step.do === 'confirm-all') return confirms(hand, step);
  if (step.do === 'reopen') return reopens(hand);
  const fixture = fixtureFor(hand, step);
  if (!fixture) {
    void hand.tab.engine.refresh('desk');
    return;
  }
  const about = { fixtureId: fixture.id, game: `${fixture.home} Vs ${fixture.away}` };
  if (step.do === 'result') {
    const { result, reason } = step;
    const payload = { ...about, ...result, reason };
    await queues(hand, 'result.set', payload, { version: fixture.version });
  } else if (step.do === 'price-all') await prices(hand, about, fixture, step);
  else await settles(hand, about, fixture, step);
}

type About = { fixtureId: string; game: string };

async function prices(
  hand: Hand,
  about: About,
  { selections }: DeskFixture,
  { which, options, odd, reason, blind }: Of<'price-all'>,
): Promise<void> {
  const set = chosen(selections, which, options).map((one, index) => ({
    oddsId: one.oddsId,
    odd: Math.round(100 * (odd + index)) / 100,
    ...(one.odd > 0 && !blind && { seen: one.odd }),
  }));
  if (set.length === 0) return;
  await queues(hand, 'prices.set', { ...about, prices: set, ...(reason && { reason }) });
}

async function settles(
  hand: Hand,
  about: About,
  fixture: DeskFixture,
  step: Of<'settle-all'>,
): Promise<void> {
  const { which, options, over } = step;
  const { status, score, firstGoal, version } = fixture;
  const known = resultIn({ status, ...score, firstGoal });
  const canBeOver = status !== 'cancelled' && isOver(hand.world, fixture);
  const results = chosen(fixture.selections, which, options).map(({ oddsId }) => {
    const ruled = byTheRules(optionNumbered(oddsId) ?? '', known);
    return { oddsId, ...decisionOf(step, ruled, canBeOver), ...(over && { over }) };
  });
  if (results.length > 0) await queues(hand, 'fixture.settle', { ...about, version, results });
}

/** Won and lost wait for the whistle; void needs no more than the reason. */
function decisionOf(
  { result, reason = 'as seen', hasty }: Of<'settle-all'>,
  ruled: ReturnType<typeof byTheRules>,
  canBeOver: boolean,
) {
  if (result === 'rules') return ruled ? { result: ruled } : { result: 'void' as const, reason };
  if (result === 'pending') return { result };
  if (hasty) return { result };
  return { result: canBeOver ? result : ('void' as const), reason };
}

async function confirms(hand: Hand, { hasty }: Of<'confirm-all'>): Promise<void> {
  const others = tipsShown(hand.device, 'everybody').filter(
    ({ tipsterId, IsGameSuccessful }) => tipsterId !== hand.memberId && !IsGameSuccessful,
  );
  const ready = hasty ? others : others.filter(isReady);
  if (ready.length === 0) void hand.tab.engine.refresh('desk');
  else await queues(hand, 'tips.confirm', { ids: ready.map(({ id }) => id) });
}

/** What was confirmed last is taken back. */
async function reopens(hand: Hand): Promise<void> {
  const { device, memberId, world } = hand;
  const last = world.ledger
    .entries()
    .findLast(
      (entry) =>
        entry.device === device.number &&
        entry.memberId === memberId &&
        entry.ask?.kind === 'tips.confirm',
    );
  if (last?.ask?.kind === 'tips.confirm') {
    await queues(hand, 'tips.reopen', { ids: [...last.ask.payload.ids] });
  }
}

function isReady({ options }: OptimisticTip): boolean {
  return options.every(({ result }) => result !== 'pending');
}

/** The nth fixture of the desk; where its end matters, of those that must be over, if there are any. */
function fixtureFor(
  { world, device, memberId }: Hand,
  step: Exclude<DeskStep, { do: 'confirm-all' | 'reopen' }>,
): DeskFixture | undefined {
  const shown = deskShown(device, memberId);
  if (step.do === 'price-all' || step.hasty) return nth(shown, step.which);
  const over = shown.filter((fixture) => isOver(world, fixture));
  if (step.do === 'result' && step.result.status === 'played') return nth(over, step.which);
  return nth(over.length > 0 ? over : shown, step.which);
}

function isOver({ time }: World, { kickOff }: DeskFixture): boolean {
  return Date.parse(kickOff) + matchLength <= time.now();
}

function deskShown(device: Device, memberId: string): DeskFixture[] {
  const stored = device.disk.rows(`touchline-member-${memberId}`, 'operations');
  return optimisticDesk(fixturesStored(device, memberId), readOperations(stored));
}

function chosen(
  selections: readonly DeskSelection[],
  which: number,
  count: number,
): DeskSelection[] {
  const some = Array.from({ length: count }, (_, index) => nth(selections, which + index));
  return [...new Set(some.flatMap((one) => one ?? []))];
}
