import { ApiProblem, type ProblemCode } from '#contract/problem.ts';
import type { SentLeg } from '#contract/tips.ts';
import { type Option, optionNamed } from '#domain/catalogue.ts';
import { startOf } from '#domain/fixture.ts';
import { type LegOdds, postingOdds } from '#domain/odds/quote.ts';
import { slipLimit } from '#domain/slip.ts';

import type { Transaction } from '../db/database.ts';
import { feedOf } from '../fixtures/presenter.ts';
import { type FixtureRow, fixturesById, fixturesNamed } from '../fixtures/queries.ts';

/** A sent leg resolved to its fixture and price. */
export type ChosenLeg = {
  fixtureId: string;
  fixture: FixtureRow;
  kickOff: Date;
  oddsId: number;
} & LegOdds;

/** Resolves the legs of a slip, or refuses it with an error for each invalid leg. */
export async function chosenLegs(
  tx: Transaction,
  sent: readonly SentLeg[],
  arrivedAt: Date,
): Promise<ChosenLeg[]> {
  if (sent.length === 0) throw new ApiProblem('slip-is-empty');
  if (sent.length > slipLimit) throw new ApiProblem('slip-is-full');

  const options = sent.map(optionOf);
  refuseEach(
    'unknown-option',
    options.map((option) => !option),
  );
  const fixtures = await fixturesOf(tx, sent, arrivedAt);
  refuseEach(
    'unknown-fixture',
    fixtures.map((fixture) => !fixture),
  );
  const ids = fixtures.map((fixture) => fixture?.id);
  refuseEach(
    'already-selected',
    ids.map((id, index) => ids.indexOf(id) < index),
  );
  return sent.flatMap((_, index) => {
    const [fixture, option] = [fixtures[index], options[index]];
    return fixture && option ? [chosen(fixture, option, arrivedAt)] : [];
  });
}

/** Finds an option by its name. A group beside it is optional and must match. */
function optionOf({ oddName, group }: SentLeg): Option | undefined {
  const option = optionNamed(oddName);
  return group === undefined || option?.oddsGroup === group.trim() ? option : undefined;
}

/** Reads the fixture of each leg, by id or by name, in at most two queries. */
async function fixturesOf(
  tx: Transaction,
  sent: readonly SentLeg[],
  arrivedAt: Date,
): Promise<(FixtureRow | undefined)[]> {
  const named = sent.map(({ fixtureId, game, startDateOfGame }) => ({
    game: fixtureId === undefined ? (game ?? '') : '',
    startDateOfGame,
  }));
  // If all legs have ids, their fixtures are read in one round trip with the other queries.
  const isNamed = named.some(({ game }) => game !== '');
  const idsByName = isNamed ? await fixturesNamed(tx, named, arrivedAt) : [];
  const ids = sent.map(({ fixtureId }, index) => fixtureId ?? idsByName[index] ?? '');
  const byId = await fixturesById(tx, ids);
  return ids.map((id) => byId.get(id));
}

function chosen(fixture: FixtureRow, { oddsId }: Option, arrivedAt: Date): ChosenLeg {
  return {
    fixtureId: fixture.id,
    fixture,
    kickOff: startOf(fixture, arrivedAt),
    oddsId,
    // The feed has prices for 1, X, 2 and a few others; an administrator prices the rest.
    ...postingOdds(feedOf(fixture), oddsId),
  };
}

function refuseEach(code: ProblemCode, wrong: readonly boolean[]): void {
  if (!wrong.includes(true)) return;
  const fields = wrong.flatMap((isWrong, index) => (isWrong ? [`options.${index}`] : []));
  throw new ApiProblem(code, {
    errors: Object.fromEntries(fields.map((field) => [field, [code]])),
  });
}
