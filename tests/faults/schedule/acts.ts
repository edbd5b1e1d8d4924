import type { PayloadOf } from '#sync/operations/registry.ts';

import { cancels, type Hand, type Of, queues } from './peoples-steps.ts';
import { nth, tipsShown } from './views.ts';

type Settling = PayloadOf<'fixture.settle'>;
type LegChange = PayloadOf<'leg.settle'>['change'];

/** What somebody did at the desk with one tap, as far as it can still be taken back. */
export type DeskAct = {
  id: string;
  memberId: string;
  /** By the server's clock. */
  at: number;
  settled: Settling[];
  confirmed: string[];
  /** The operation that decided the leg, or confirmed one ticket. */
  operationId?: string | undefined;
  /** The leg of a ticket that was decided, and how it stood before. */
  leg?: { tipId: string; result: LegChange['result']; was: LegChange };
};

/** Notes what has just been done, so that it can be taken back. */
export function notes({ world, device, tab, memberId }: Hand, act: Partial<DeskAct>): void {
  // Without a page nobody writes it down.
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

/** By how much the server's clock may be known wrongly. */
const clockError = 2_000;

/** Takes the nth act back, the last one first, or a part of it. */
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
  // What was confirmed is opened again after that was sent.
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
  // What somebody else has made of it since is theirs.
  if (!tip || leg?.result !== result) return;
  const { options: legs, version } = tip;
  await queues(hand, 'leg.settle', { tipId, legs, change: was }, { version });
}

/** A part of an act, or all of it, and what is left. */
function apart(act: DeskAct, isPart: boolean): [taken: DeskAct, left: DeskAct[]] {
  const { settled, confirmed } = act;
  if (!isPart) return [act, []];
  const [fixtures, otherFixtures] = halves(settled);
  const [ids, otherIds] = halves(confirmed);
  const left = { ...act, settled: otherFixtures, confirmed: otherIds };
  // Of one fixture a part are some of its options.
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
