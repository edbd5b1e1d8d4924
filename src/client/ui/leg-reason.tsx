import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import { factWords } from './fact-words.ts';
import { needWords } from './need-words.ts';

type Decided = Pick<Leg, 'oddName' | 'reason' | 'fact'> & { result: Leg['result'] | 'ask' };

/** Why a leg was decided so: what the rules say in the reader's words, else a person in their own. */
export function LegReason({ leg }: { leg: Decided }) {
  const words = ruleWords(leg);
  if (words !== undefined) return words;
  return <bdi>{leg.reason}</bdi>;
}

/** Whether there is anything to say about it. */
export function hasReason({ reason, fact }: Decided): boolean {
  return fact !== undefined || (reason ?? '') !== '';
}

/** What the option needs and what happened. */
function ruleWords({ oddName, result, fact }: Decided) {
  if (!fact) return undefined;
  const option = result === 'won' || result === 'lost' ? optionNamed(oddName) : undefined;
  return (
    <>
      {option && `${needWords(option)} `}
      {factWords(fact)}
    </>
  );
}
