import { decisionStatusOf } from '#contract/decision-status.ts';
import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';

/**
 * Counts the legs of each fixture's options again, from all open tickets with the administrator's
 * own changes applied. An operation on a fixture does not contain the ids of the changed tickets;
 * an undo, for example, reopens only the tickets of one action.
 */
export function recountFixtures(
  fixtures: readonly OptimisticFixture[],
  tickets: readonly Tip[],
): OptimisticFixture[] {
  const legsByOption = Map.groupBy(
    tickets.flatMap(({ options }) => options),
    optionKey,
  );
  return fixtures.map((fixture) => ({
    ...fixture,
    selections: fixture.selections.map((one) => {
      const option = findOptionById(one.oddsId);
      const key = option && optionKey({ fixtureId: fixture.id, oddName: oddNameOf(option) });
      return key === undefined ? one : recountSelection(one, legsByOption.get(key) ?? []);
    }),
  }));
}

/** Identifies an option of a fixture. */
function optionKey({ fixtureId, oddName }: Pick<Leg, 'fixtureId' | 'oddName'>): string {
  return `${fixtureId} ${oddName}`;
}

function recountSelection(
  { knownOdd: _, ...one }: DeskSelection,
  legs: readonly Leg[],
): DeskSelection {
  const ofResult = (result: Leg['result']) => legs.filter((leg) => leg.result === result).length;
  const prices = new Set(legs.map(({ odd }) => odd));
  const [odd = 0] = prices.size === 1 ? prices : [];
  const [known = 0, ...others] = [...prices].filter((price) => price > 0);
  const decided = legs.filter(({ result }) => result !== 'pending');
  const unlike = decided.filter(({ result }) => result !== one.proposal?.result).length;
  return {
    ...one,
    tickets: legs.length,
    unpriced: legs.filter((leg) => leg.odd === 0 && leg.result !== 'void').length,
    odd,
    ...(odd === 0 && known > 0 && others.length === 0 && { knownOdd: known }),
    pending: ofResult('pending'),
    won: ofResult('won'),
    lost: ofResult('lost'),
    void: ofResult('void'),
    differing: Math.min(one.differing, unlike),
  };
}

/**
 * Returns a predicate for legs whose result differs from the rules' result, because an earlier
 * score decided them. An overruled leg matches only if there are fewer outdated legs than the
 * server counts: a ticket does not store the score on which a person decided.
 */
export function createDifferingLegCheck(fixtures: readonly DeskFixture[], tickets: readonly Tip[]) {
  const differingByOption = new Map(
    fixtures.flatMap(({ id, selections }) =>
      selections.flatMap((one) => {
        const option = findOptionById(one.oddsId);
        return one.differing > 0 && option
          ? [[optionKey({ fixtureId: id, oddName: oddNameOf(option) }), one] as const]
          : [];
      }),
    ),
  );
  const isUnlike = (leg: Leg) => {
    const proposed = differingByOption.get(optionKey(leg))?.proposal?.result;
    return proposed !== undefined && proposed !== leg.result;
  };
  const outdated = tickets.flatMap(({ options }) =>
    options.filter((leg) => isUnlike(leg) && decisionStatusOf(leg) === 'outdated'),
  );
  const outdatedByOption = Map.groupBy(outdated, optionKey);
  return (leg: Leg) => {
    if (!isUnlike(leg)) return false;
    const differing = differingByOption.get(optionKey(leg))?.differing ?? 0;
    const known = outdatedByOption.get(optionKey(leg))?.length ?? 0;
    return known < differing || decisionStatusOf(leg) !== 'overruled';
  };
}
