import { eq } from 'drizzle-orm';

import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { fixtures } from '#server/db/schema.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';
import { toOptimisticDesk, type OptimisticTip } from '#sync/optimistic-rows.ts';
import { parseOperationRows } from '#sync/outbox/operation-parsing.ts';

import { fixturesStored } from '../checks/view-at-desk.ts';
import { numberOf } from '../../contents/options.ts';
import { byTheRules, resultIn } from '../../contents/results.ts';
import { type Device } from '../../world/device.ts';
import type { World } from '../../world/world.ts';
import { notes, undoesAction } from './undoable-actions.ts';
import { type Hand, type Of, queues } from './peoples-steps.ts';
import type { DeskStep } from './plan.ts';
import { matchLength } from './ticket-steps.ts';
import { fixturesOf, nth, tipsShown } from './views.ts';

/** Performs a desk step on many tickets, as shown to the administrator on this device. */
export async function worksAtDesk(hand: Hand, step: DeskStep): Promise<void> {
  if (step.do === 'confirm-all') return confirms(hand, step);
  if (step.do === 'reopen') return reopens(hand, step);
  if (step.do === 'undo') return undoesAction(hand, step);
  if (step.do === 'settle-all') return settles(hand, step);
  if (step.do === 'correct-all') return corrects(hand, step);
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
  } else await prices(hand, about, fixture, step);
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
    ...(!blind && seenBy(one)),
  }));
  if (set.length === 0) return;
  await queues(hand, 'prices.set', { ...about, prices: set, ...(reason && { reason }) });
}

/** The precondition of a price: if only some tickets have one, the others are priced. */
function seenBy({ odd, unpriced, tickets }: DeskSelection) {
  if (unpriced > 0 && unpriced < tickets) return { ifUnpriced: true } as const;
  return odd > 0 && { seen: odd };
}

/** Decides one or several games in one action. */
async function settles(hand: Hand, step: Of<'settle-all'>): Promise<void> {
  const { which, games = 1 } = step;
  const shown = Array.from({ length: games }, (_, index) =>
    fixtureFor(hand, { ...step, which: which + index }),
  );
  const fixtures = new Map(shown.flatMap((one) => (one ? [[one.id, one]] : [])));
  if (fixtures.size === 0) void hand.tab.engine.refresh('desk');
  const id = crypto.randomUUID();
  const settled = [...fixtures.values()]
    .map((fixture) => decisions(hand, fixture, step, id))
    .filter(({ results }) => results.length > 0);
  for (const payload of settled) {
    if (hand.tab.isAlive()) await queues(hand, 'fixture.settle', payload);
  }
  if (step.result !== 'pending' && settled.length > 0) notes(hand, { id, settled });
}

function decisions(
  hand: Hand,
  fixture: DeskFixture,
  step: Of<'settle-all'>,
  act: string,
): PayloadOf<'fixture.settle'> {
  const { which, options, over, rest } = step;
  const about = { fixtureId: fixture.id, game: `${fixture.home} Vs ${fixture.away}` };
  const { status, score, firstGoal, version } = fixture;
  const known = resultIn({ status, ...score, firstGoal });
  const since = hand.world.time.now() - Date.parse(fixture.kickOff);
  const canBeOver = !isOff(status) && since >= matchLength;
  const results = chosen(fixture.selections, which, options).map(({ oddsId }) => {
    const ruled = byTheRules(oddsId, known, since);
    const decision = decisionOf(step, ruled, canBeOver);
    if (decision.result === 'pending') return { oddsId, ...decision };
    const how = { ...(over && { over }), ...(rest && { ifPending: true as const }) };
    return { oddsId, ...decision, ...how, act };
  });
  return { ...about, version, results };
}

/** Before full time a decision is void, unless the step is hasty. */
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
  else {
    const ids = ready.map(({ id }) => id);
    await queues(hand, 'tips.confirm', { ids, fixtureIds: fixturesOf(ready) });
    notes(hand, { confirmed: ids });
  }
}

/** Reopens the tickets of the last confirmation, or half of them. */
async function reopens(hand: Hand, { part }: Of<'reopen'>): Promise<void> {
  const { device, memberId, world } = hand;
  const last = world.ledger
    .entries()
    .findLast(
      (entry) =>
        entry.device === device.number &&
        entry.memberId === memberId &&
        entry.intent?.kind === 'tips.confirm',
    );
  if (last?.intent?.kind === 'tips.confirm') {
    const { ids, ...rest } = last.intent.payload;
    const some = ids.slice(0, Math.ceil(ids.length / 2));
    await queues(hand, 'tips.reopen', { ...rest, ids: [...(part ? some : ids)] });
  }
}

/** Corrects confirmed tickets of a fixture. */
async function corrects(hand: Hand, step: Of<'correct-all'>): Promise<void> {
  const { device, memberId, tab, world } = hand;
  const { which, over, reason } = step;
  const confirmed = tipsShown(device, 'everybody')
    .filter(({ tipsterId, IsGameSuccessful }) => tipsterId !== memberId && IsGameSuccessful)
    .flatMap(({ options }) => options);
  const byFixture = Map.groupBy(confirmed, ({ fixtureId }) => fixtureId);
  const [fixtureId, legs = []] = nth([...byFixture], which) ?? [];
  if (fixtureId === undefined) {
    void tab.engine.refresh('admin-tips');
    return;
  }
  const results = correctedLegs(world, legs, step).map((each) => ({
    ...each,
    ...(over && { over }),
  }));
  const fixture = deskShown(device, memberId).find(({ id }) => id === fixtureId);
  const game = legs[0]?.game ?? `${fixture?.home} Vs ${fixture?.away}`;
  const version = fixture?.version ?? (await versionAtServer(world, fixtureId));
  await queues(hand, 'fixture.correct', { fixtureId, game, version, results, reason });
}

type Leg = OptimisticTip['options'][number];

function correctedLegs({ time }: World, legs: readonly Leg[], step: Of<'correct-all'>) {
  const chosen = Array.from({ length: step.options }, (_, index) => nth(legs, step.which + index));
  const byOption = new Map(chosen.flatMap((leg) => (leg ? [[numberOf(leg.oddName), leg]] : [])));
  return [...byOption].map(([oddsId, leg]) => {
    const { fixtureStatus: status = 'scheduled', score, startDateOfGame } = leg;
    const since = time.now() - Date.parse(startDateOfGame);
    const ruled = byTheRules(oddsId, resultIn({ status, ...score }), since) ?? 'void';
    const outcome = step.result === 'rules' ? ruled : step.result;
    const canBeDecided = outcome === ruled || (!isOff(status) && since >= matchLength);
    const result = canBeDecided ? outcome : ('void' as const);
    return { oddsId, result };
  });
}

/** Reads a fixture's version from the server's database, as a correction preview would show it. */
async function versionAtServer({ server }: World, fixtureId: string): Promise<number> {
  const [row] = await server.database
    .select({ version: fixtures.version })
    .from(fixtures)
    .where(eq(fixtures.id, fixtureId));
  return row?.version ?? 1;
}

function isOff(status: string): boolean {
  return status === 'cancelled' || status === 'postponed';
}

function isReady({ options }: OptimisticTip): boolean {
  return options.every(({ result }) => result !== 'pending');
}

/** The nth fixture of the desk. A played result needs an ended fixture; a decision prefers one. */
function fixtureFor(
  { world, device, memberId }: Hand,
  step: Of<'result'> | Of<'price-all'> | Of<'settle-all'>,
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
  return toOptimisticDesk(fixturesStored(device, memberId), parseOperationRows(stored));
}

function chosen(
  selections: readonly DeskSelection[],
  which: number,
  count: number,
): DeskSelection[] {
  const some = Array.from({ length: count }, (_, index) => nth(selections, which + index));
  return [...new Set(some.flatMap((one) => one ?? []))];
}
