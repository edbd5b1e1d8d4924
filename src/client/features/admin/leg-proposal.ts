import type { Fixture } from '#contract/fixtures.ts';
import type { Leg } from '#contract/tips.ts';
import { optionNamed } from '#domain/catalogue.ts';
import type { Goals, Score } from '#domain/fixture.ts';
import { proposal, type Settlement } from '#domain/settlement.ts';

type Known = Pick<Fixture, 'status' | 'kickOff'> & { score?: Fixture['score'] };

/** What the rules say about a leg, from its fixture as this device knows it, or its own score. */
export function legProposal(
  leg: Leg,
  fixture: Known | undefined,
  now: Date,
): Settlement | undefined {
  const option = optionNamed(leg.oddName);
  if (!option) return undefined;
  const score = fixture?.score ?? leg.score;
  const status = fixture?.status ?? (leg.score ? 'played' : 'scheduled');
  return proposal(
    option,
    {
      status,
      originalKickOff: new Date(leg.startDateOfGame),
      ...(score && { score: scoreOf(score) }),
    },
    now,
  );
}

function scoreOf({ fullTime, halfTime }: NonNullable<Fixture['score']>): Score {
  return { fullTime: goalsOf(fullTime), ...(halfTime && { halfTime: goalsOf(halfTime) }) };
}

/** Goals as the rules take them, from the pair that crosses the wire. */
export function goalsOf([home, away]: readonly [number, number]): Goals {
  return { home, away };
}
