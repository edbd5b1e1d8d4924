import { Plural, Trans } from '@lingui/react/macro';
import { decisionStatusOf } from '#contract/decision-status.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { isolated } from '#client/ui/formats.ts';
import { resultWord } from '#client/ui/tip/outcome.tsx';

/** A decision against the rules with author, reason and number of tickets. */
type Overruling = Pick<Leg, 'result' | 'reason' | 'decidedBy'> & { id: string; tickets: number };

/** Collects the distinct decisions against the rules on one option of a game. */
function overrulingsOf(
  tickets: readonly Tip[],
  { fixtureId, oddName }: Pick<Leg, 'fixtureId' | 'oddName'>,
): Overruling[] {
  const legs = tickets.flatMap(({ options }) =>
    options.filter(
      (leg) =>
        leg.fixtureId === fixtureId &&
        leg.oddName === oddName &&
        decisionStatusOf(leg) === 'overruled',
    ),
  );
  const idOf = ({ result, reason, decidedBy }: Leg) => [result, reason, decidedBy].join('\n');
  return [...Map.groupBy(legs, idOf)].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const { result, reason, decidedBy } = first;
    return [{ id, result, reason, decidedBy, tickets: others.length + 1 }];
  });
}

type OverrulingsProps = Pick<Leg, 'fixtureId' | 'oddName'> & { tickets: readonly Tip[] };

/** The reason and the author of each decision against the rules on one option of these tickets. */
export function Overrulings({ tickets, ...option }: OverrulingsProps) {
  return overrulingsOf(tickets, option).map(({ id, result, reason, decidedBy, tickets }) => (
    <p key={id} className="mt-1 text-sm wrap-anywhere">
      <span className="font-semibold">{resultWord(result)}</span>
      {' · '}
      <Plural value={tickets} one="# ticket" other="# tickets" />
      <bdi className="block">{reason}</bdi>
      <DecidedBy name={decidedBy} />
    </p>
  ));
}

/** The author of a decision with a reason of their own; empty until the server has reported it. */
export function DecidedBy({ name }: { name: string | undefined }) {
  if (name === undefined) return undefined;
  const author = isolated(name);
  return (
    <span className="block text-dim">
      <Trans>Decided by {author}</Trans>
    </span>
  );
}
