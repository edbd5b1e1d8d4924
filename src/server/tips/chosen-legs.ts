import { ApiProblem, type ProblemCode } from '#contract/problem.ts';
import type { SentLeg } from '#contract/tips.ts';
import { type Option, optionNamed } from '#domain/catalogue.ts';
import { isPrice, unpriced } from '#domain/price.ts';
import { slipLimit } from '#domain/slip.ts';

import type { Transaction } from '../db/database.ts';
import { pricesOf } from '../fixtures/presenter.ts';
import { type FixtureRow, fixtureNamed, fixturesById } from '../fixtures/queries.ts';

/** What a sent leg means to the server: its own fixture, its own price. */
export type ChosenLeg = {
  fixtureId: string;
  fixture: FixtureRow;
  kickOff: Date;
  oddsId: number;
  odd: number;
};

/** Finds out what a slip chooses, or refuses it and names the legs that are wrong. */
export async function chosenLegs(
  tx: Transaction,
  sent: readonly SentLeg[],
  receivedAt: Date,
): Promise<ChosenLeg[]> {
  if (sent.length === 0) throw new ApiProblem('slip-is-empty');
  if (sent.length > slipLimit) throw new ApiProblem('slip-is-full');

  const options = sent.map(optionOf);
  refuseEach(
    'unknown-option',
    options.map((option) => !option),
  );
  const fixtures = await fixturesOf(tx, sent, receivedAt);
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
    return fixture && option ? [chosen(fixture, option, receivedAt)] : [];
  });
}

/** The option a name means. A group beside it is optional, but must not say something else. */
function optionOf({ oddName, group }: SentLeg): Option | undefined {
  const option = optionNamed(oddName);
  return group === undefined || option?.oddsGroup === group.trim() ? option : undefined;
}

async function fixturesOf(
  tx: Transaction,
  sent: readonly SentLeg[],
  receivedAt: Date,
): Promise<(FixtureRow | undefined)[]> {
  const byId = await fixturesById(
    tx,
    sent.flatMap(({ fixtureId }) => fixtureId ?? []),
  );
  const found: (FixtureRow | undefined)[] = [];
  for (const { fixtureId, game, startDateOfGame } of sent) {
    if (fixtureId !== undefined) found.push(byId.get(fixtureId));
    else found.push(await fixtureNamed(tx, game ?? '', startDateOfGame, receivedAt));
  }
  return found;
}

function chosen(fixture: FixtureRow, { oddsId }: Option, receivedAt: Date): ChosenLeg {
  // A game that is over, or will not be played, has started whatever its date says.
  const isAhead = fixture.status === 'scheduled' || fixture.status === 'postponed';
  const kickOff = isAhead || fixture.kickOff < receivedAt ? fixture.kickOff : receivedAt;
  return { fixtureId: fixture.id, fixture, kickOff, oddsId, odd: priceIn(fixture, oddsId) };
}

/** The feed prices only 1, X and 2; everything else waits for an administrator. */
function priceIn(fixture: FixtureRow, oddsId: number): number {
  const prices = pricesOf(fixture);
  const price = prices && [prices.home, prices.draw, prices.away][oddsId - 1];
  return price !== undefined && isPrice(price) ? price : unpriced;
}

function refuseEach(code: ProblemCode, wrong: readonly boolean[]): void {
  if (!wrong.includes(true)) return;
  const fields = wrong.flatMap((isWrong, index) => (isWrong ? [`options.${index}`] : []));
  throw new ApiProblem(code, {
    errors: Object.fromEntries(fields.map((field) => [field, [code]])),
  });
}
