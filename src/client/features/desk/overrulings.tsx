import { Plural, Trans } from '@lingui/react/macro';
import { decisionStatusOf } from '#contract/decision-status.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { isolateForeignText } from '#client/ui/formats.ts';
import { legStateText } from '#client/ui/tip/outcome.tsx';

/** One decision on an option with its author, its reason and the number of its tickets. */
export type GroupedDecision = Pick<Leg, 'game' | 'oddName' | 'result' | 'reason' | 'decidedBy'> & {
  id: string;
  tickets: number;
};

/** Combines equal decisions on the same option in several tickets. */
export function groupDecisions(legs: readonly Leg[]): GroupedDecision[] {
  const keyOf = ({ fixtureId, oddName, result, reason, decidedBy }: Leg) =>
    [fixtureId, oddName, result, reason, decidedBy].join('\n');
  return [...Map.groupBy(legs, keyOf)].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const { game, oddName, result, reason, decidedBy } = first;
    return [{ id, game, oddName, result, reason, decidedBy, tickets: others.length + 1 }];
  });
}

type DecisionsAgainstRulesProps = Pick<Leg, 'fixtureId' | 'oddName'> & { tickets: readonly Tip[] };

/** The reasons and authors of decisions against the rules on one option of these tickets. */
export function DecisionsAgainstRules({ tickets, fixtureId, oddName }: DecisionsAgainstRulesProps) {
  const overruled = tickets.flatMap(({ options }) =>
    options.filter(
      (leg) =>
        leg.fixtureId === fixtureId &&
        leg.oddName === oddName &&
        decisionStatusOf(leg) === 'overruled',
    ),
  );
  return groupDecisions(overruled).map(({ id, result, reason, decidedBy, tickets }) => (
    <p key={id} className="mt-1 text-sm wrap-anywhere">
      <span className="font-semibold">{legStateText(result)}</span>
      {' · '}
      <Plural value={tickets} one="# ticket" other="# tickets" />
      <bdi className="block">{reason}</bdi>
      <DecisionAuthor name={decidedBy} />
    </p>
  ));
}

/** The administrator who decided; empty until the server has sent the name. */
export function DecisionAuthor({ name }: { name: string | undefined }) {
  if (name === undefined) return undefined;
  const author = isolateForeignText(name);
  return (
    <span className="block text-dim">
      <Trans>Decided by {author}</Trans>
    </span>
  );
}
