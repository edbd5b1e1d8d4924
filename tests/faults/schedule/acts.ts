import type { PayloadOf } from '#sync/operations/registry.ts';

import { cancels, type Hand, type Of, queues } from './peoples-steps.ts';
import { nth, tipsShown } from './views.ts';

type Settling = PayloadOf<'fixture.settle'>;
type LegChange = PayloadOf<'leg.settle'>['change'];

/** A desk action of one tap that can still be undone. */
export type DeskAct = {
  id: string;
  memberId: string;
  /** By the server's clock. */
  at: number;
  settled: Settling[];
  confirmed: string[];
  /** The operation that decided the leg, or confirmed one ticket. */
  operationId?: string | undefined;
  /** The decided leg of a ticket, and its state before. */
  leg?: { tipId: string; result: LegChange['result']; was: LegChange };
};

/** Records an action, so that it can be undone. */
export function notes({ world, device, tab, memberId }: Hand, act: Partial<DeskAct>): void {
  // A closed page records nothing.
  if (!tab.isAlive()) return;
  const at = world.time.now();
  device.acts.unshift({
    id: crypto.randomUUID(),
    memberId,
    at,
    settled: [],
    confirmed: [],
    ...act,
  });
}

const undoWindow = 10 * 60 * 1000;

/** Assumed error of the server's clock in milliseconds. */
const clockError = 2_000;

/** Undoes the nth last action, or a part of it. */
export async function takesBack(hand: Hand, { which, part }: Of<'undo'>): Promise<void> {
  const { world, device, memberId } = hand;
  const own = device.acts.filter((act) => act.memberId === memberId);
  const act = nth(
    own.filter(({ at }) => world.time.now() - at <= undoWindow),
    which,
  );
  if (!act) return;
  const [taken, left] = apart(act, part === true);
  device.acts = device.acts.flatMap((each) => (each === act ? left : [each]));
  const { operationId } = act;
  if (operationId !== undefined && (await cancels(hand, operationId))) return;
  if (!hand.tab.isAlive()) return;
  // A confirmation that was sent is reopened after it.
  const deps = operationId === undefined ? [] : [operationId];
  const ids = taken.confirmed;
  if (ids.length > 0) await queues(hand, 'tips.reopen', { ids }, { deps });
  if (act.leg) await takesLegBack(hand, act.leg);
  const ahead = Math.max(0, world.time.now() - device.now());
  const since = new Date(act.at - ahead - clockError).toISOString();
  for (const { results, ...fixture } of taken.settled) {
    const takenBack = results.map(({ oddsId, result }) => ({
      oddsId,
      result: 'pending' as const,
      act: act.id,
      took: { result, since },
    }));
    if (!hand.tab.isAlive()) return;
    await queues(hand, 'fixture.settle', { ...fixture, results: takenBack });
  }
}

async function takesLegBack(
  hand: Hand,
  { tipId, result, was }: NonNullable<DeskAct['leg']>,
): Promise<void> {
  const tip = tipsShown(hand.device, 'everybody').find(({ id }) => id === tipId);
  const leg = tip?.options.find(({ fixtureId }) => fixtureId === was.fixtureId);
  // A later change by another administrator stays.
  if (!tip || leg?.result !== result) return;
  const { options: legs, version } = tip;
  await queues(hand, 'leg.settle', { tipId, legs, change: was }, { version });
}

/** Splits an action into the undone part and the rest. */
function apart(act: DeskAct, isPart: boolean): [taken: DeskAct, left: DeskAct[]] {
  const { settled, confirmed } = act;
  if (!isPart) return [act, []];
  const [fixtures, otherFixtures] = halves(settled);
  const [ids, otherIds] = halves(confirmed);
  const left = { ...act, settled: otherFixtures, confirmed: otherIds };
  // The part of a fixture's action is some of its options.
  const [only] = settled;
  if (settled.length === 1 && only) {
    const [results, others] = halves(only.results);
    fixtures.splice(0, 1, { ...only, results });
    if (others.length > 0) left.settled = [{ ...only, results: others }];
  }
  const isAnyLeft = left.settled.length + left.confirmed.length > 0;
  return [{ ...act, settled: fixtures, confirmed: ids }, isAnyLeft ? [left] : []];
}

function halves<Value>(values: readonly Value[]): [Value[], Value[]] {
  const middle = Math.ceil(values.length / 2);
  return [values.slice(0, middle), values.slice(middle)];
}
