import { ApiProblem, type ProblemCode } from '#contract/problem.ts';
import type { SentLeg } from '#contract/tips.ts';
import { type BettingOption, findOptionByName } from '#domain/catalogue.ts';
import { effectiveKickOff } from '#domain/fixture.ts';
import { computePostingOdds } from '#domain/odds/quote.ts';
import { slipLimit } from '#domain/slip.ts';

import type { Transaction } from '../db/database.ts';
import { toFeedPrices } from '../fixtures/presenter.ts';
import { type FixtureRow, lockFixturesById, findFixturesByName } from '../fixtures/queries.ts';
import type { LegRow } from './queries.ts';

/** The fixture of a leg, its kick-off by rule, and the columns of the leg that a post sets. */
export type ResolvedLeg = { fixture: FixtureRow; kickOff: Date } & Pick<
  LegRow,
  'fixtureId' | 'oddsId' | 'odd' | 'estimatedOdd'
>;

/** Finds fixture, option and prices of each leg; refuses a slip with an error per invalid leg. */
export async function resolveLegs(
  tx: Transaction,
  sent: readonly SentLeg[],
  arrivedAt: Date,
): Promise<ResolvedLeg[]> {
  if (sent.length === 0) throw new ApiProblem('slip-is-empty');
  if (sent.length > slipLimit) throw new ApiProblem('slip-is-full');

  const options = sent.map(findSentOption);
  refuseInvalidLegs(
    'unknown-option',
    options.map((option) => !option),
  );
  const fixtures = await readLegFixtures(tx, sent, arrivedAt);
  refuseInvalidLegs(
    'unknown-fixture',
    fixtures.map((fixture) => !fixture),
  );
  const ids = fixtures.map((fixture) => fixture?.id);
  refuseInvalidLegs(
    'already-selected',
    ids.map((id, index) => ids.indexOf(id) < index),
  );
  return sent.flatMap((_, index) => {
    const [fixture, option] = [fixtures[index], options[index]];
    return fixture && option ? [toResolvedLeg(fixture, option, arrivedAt)] : [];
  });
}

/** Finds an option by name. If the client sent a group, it must be the option's group. */
function findSentOption({ oddName, group }: SentLeg): BettingOption | undefined {
  const option = findOptionByName(oddName);
  return group === undefined || option?.oddsGroup === group.trim() ? option : undefined;
}

/** Reads the fixtures of legs by id or name, by at most two queries. */
async function readLegFixtures(
  tx: Transaction,
  sent: readonly SentLeg[],
  arrivedAt: Date,
): Promise<(FixtureRow | undefined)[]> {
  const named = sent.map(({ fixtureId, game, startDateOfGame }) => ({
    game: fixtureId === undefined ? (game ?? '') : '',
    startDateOfGame,
  }));
  // Legs with ids need no query by name, which would delay the pipelined queries.
  const isNamed = named.some(({ game }) => game !== '');
  const idsByName = isNamed ? await findFixturesByName(tx, named, arrivedAt) : [];
  const ids = sent.map(({ fixtureId }, index) => fixtureId ?? idsByName[index] ?? '');
  const byId = await lockFixturesById(tx, ids);
  return ids.map((id) => byId.get(id));
}

function toResolvedLeg(
  fixture: FixtureRow,
  { oddsId }: BettingOption,
  arrivedAt: Date,
): ResolvedLeg {
  // The feed has prices for 1, X, 2 and a few other options; administrators price all others.
  const { odd, estimatedOdd = null } = computePostingOdds(toFeedPrices(fixture), oddsId);
  const kickOff = effectiveKickOff(fixture, arrivedAt);
  return { fixture, kickOff, fixtureId: fixture.id, oddsId, odd, estimatedOdd };
}

function refuseInvalidLegs(code: ProblemCode, wrong: readonly boolean[]): void {
  if (!wrong.includes(true)) return;
  const fields = wrong.flatMap((isWrong, index) => (isWrong ? [`options.${index}`] : []));
  throw new ApiProblem(code, {
    errors: Object.fromEntries(fields.map((field) => [field, [code]])),
  });
}
