import { undoWindowMs } from '#domain/tip.ts';
import type { PayloadOf } from '#sync/operations/registry.ts';

import { cancels, type Hand, type Of, queues } from './peoples-steps.ts';
import { fixturesOf, nth, tipsShown } from './views.ts';

type Settling = PayloadOf<'fixture.settle'>;
type LegChange = PayloadOf<'leg.settle'>['change'];

/** An administrator's action that can still be undone. */
export type UndoableAction = {
  id: string;
  memberId: string;
  /** The time on the server's clock. */
  at: number;
  settled: Settling[];
  confirmed: string[];
  /** The operation that decided the leg or confirmed the only ticket. */
  operationId?: string | undefined;
  /** For a decided leg: its ticket, its result and its former state. */
  leg?: { tipId: string; result: LegChange['result']; was: LegChange };
};

/** Records an action for a later undo. */
export function notes(
  { world, device, tab, memberId }: Hand,
  action: Partial<UndoableAction>,
): void {
  // A closed page cannot undo anything.
  if (!tab.isAlive()) return;
  const at = world.time.now();
  device.actions.unshift({
    id: crypto.randomUUID(),
    memberId,
    at,
    settled: [],
    confirmed: [],
    ...action,
  });
}

/** Maximum error of a phone's estimate of the server's clock, in milliseconds. */
const clockError = 2_000;

/** Undoes the nth last action, or half of it. */
export async function undoesAction(hand: Hand, { which, part }: Of<'undo'>): Promise<void> {
  const { world, device, memberId } = hand;
  const own = device.actions.filter((action) => action.memberId === memberId);
  const action = nth(
    own.filter(({ at }) => world.time.now() - at <= undoWindowMs),
    which,
  );
  if (!action) return;
  const [undone, remaining] = apart(action, part === true);
  device.actions = device.actions.flatMap((each) => (each === action ? remaining : [each]));
  const { operationId } = action;
  if (operationId !== undefined && (await cancels(hand, operationId))) return;
  if (!hand.tab.isAlive()) return;
  const ids = undone.confirmed;
  const tickets = tipsShown(device, 'everybody').filter(({ id }) => ids.includes(id));
  if (ids.length > 0) {
    await queues(hand, 'tips.reopen', { ids, fixtureIds: fixturesOf(tickets) });
  }
  if (action.leg) await undoesLeg(hand, action.leg);
  const offsetMs = Math.max(0, world.time.now() - device.now());
  const since = new Date(action.at - offsetMs - clockError).toISOString();
  for (const { results, ...fixture } of undone.settled) {
    const undoneResults = results.map(({ oddsId, result }): Settling['results'][number] => ({
      oddsId,
      result: 'pending',
      act: action.id,
      took: { result, since },
    }));
    if (!hand.tab.isAlive()) return;
    await queues(hand, 'fixture.settle', { ...fixture, results: undoneResults });
  }
}

async function undoesLeg(
  hand: Hand,
  { tipId, result, was }: NonNullable<UndoableAction['leg']>,
): Promise<void> {
  const tip = tipsShown(hand.device, 'everybody').find(({ id }) => id === tipId);
  const leg = tip?.options.find(({ fixtureId }) => fixtureId === was.fixtureId);
  // Another administrator has changed the leg since, so it is not undone.
  if (!tip || leg?.result !== result) return;
  const { options: legs, version } = tip;
  await queues(hand, 'leg.settle', { tipId, legs, change: was }, { version });
}

/** Splits an action into a part to undo and the rest. */
function apart(
  action: UndoableAction,
  isPart: boolean,
): [taken: UndoableAction, left: UndoableAction[]] {
  const { settled, confirmed } = action;
  if (!isPart) return [action, []];
  const [fixtures, otherFixtures] = halves(settled);
  const [ids, otherIds] = halves(confirmed);
  const remaining = { ...action, settled: otherFixtures, confirmed: otherIds };
  // An action on one fixture is split by its options.
  const [only] = settled;
  if (settled.length === 1 && only) {
    const [results, others] = halves(only.results);
    fixtures.splice(0, 1, { ...only, results });
    if (others.length > 0) remaining.settled = [{ ...only, results: others }];
  }
  const hasRemainder = remaining.settled.length + remaining.confirmed.length > 0;
  return [{ ...action, settled: fixtures, confirmed: ids }, hasRemainder ? [remaining] : []];
}

function halves<Value>(values: readonly Value[]): [Value[], Value[]] {
  const middle = Math.ceil(values.length / 2);
  return [values.slice(0, middle), values.slice(middle)];
}
