import { and, eq, ne, notInArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { DeskTally, setPrices } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';
import { isPrice } from '#domain/odds/price.ts';

import type { Transaction } from '../db/database.ts';
import { audit, fixtures, legs, tips } from '../db/schema.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { changedLeg } from '../tips/leg-changes.ts';
import { lastAuthor } from './authors.ts';
import {
  changeBatch,
  type DeskCall,
  eachOption,
  type BatchCursor,
  batchSize,
  refuseRepeated,
  undisputedFirst,
} from './batches.ts';
import { staleFixture } from './presenter.ts';
import { isOpen } from './queries.ts';

type Sent = z.output<typeof setPrices.body>;

/** Sets prices of a fixture's options in a batch of the open tickets. */
export async function setPricesOf(
  tx: Transaction,
  call: DeskCall,
  { prices, reason }: Sent,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTally> | Continuation<BatchCursor>> {
  refuseRepeated('prices', prices);
  refuseNoPrices(prices);
  if ((await tx.$count(fixtures, eq(fixtures.id, call.fixtureId))) === 0) {
    throw new ApiProblem('not-found');
  }
  return undisputedFirst(prices, progress, {
    findDisputed: async () => unseenPrices(tx, call, prices),
    run: async (some, cursor) =>
      priceOptions(tx, call, { prices: some, reason, all: prices }, cursor),
  });
}

type Priced = Pick<Sent, 'reason'> & Record<'prices' | 'all', readonly Sent['prices'][number][]>;

async function priceOptions(
  tx: Transaction,
  call: DeskCall,
  { prices, reason, all }: Priced,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTally> | Continuation<BatchCursor>> {
  const oddsIds = prices.map(({ oddsId }) => oddsId);
  const work = {
    oddsIds,
    unlike: eachOption(prices, ({ odd }) => ne(legs.odd, String(odd))),
    changeable: () =>
      eachOption(prices, ({ ifUnpriced }) => (ifUnpriced ? eq(legs.odd, '0') : sql`true`)),
    // failpoint: unseen-price-replaced
    refuse: async () => refuseUnseen(tx, call, prices),
    change: (leg: Parameters<typeof changedLeg>[0]) => {
      const index = all.findIndex(({ oddsId }) => oddsId === leg.oddsId);
      const odd = all[index]?.odd;
      const change = { ...(odd !== undefined && { odd }), ...(reason !== undefined && { reason }) };
      return changedLeg(leg, change, call.arrivedAt, `prices.${index}`);
    },
  };
  return changeBatch(tx, call, work, progress);
}

function refuseNoPrices(prices: Sent['prices']): void {
  const wrong = prices.flatMap(({ odd }, index) => (isPrice(odd) ? [] : [`prices.${index}.odd`]));
  if (wrong.length === 0) return;
  const errors = Object.fromEntries(wrong.map((field) => [field, ['invalid-price']]));
  throw new ApiProblem('invalid-price', { errors });
}

/**
 * The options that other members hold at a price that the caller did not see, each with some of
 * these tickets.
 */
async function unseenPrices(
  tx: Transaction,
  { fixtureId, by }: DeskCall,
  prices: Priced['prices'],
) {
  const unseen = eachOption(prices, ({ odd, seen }) =>
    seen === undefined ? undefined : notInArray(legs.odd, ['0', String(seen), String(odd)]),
  );
  return tx
    .select({
      oddsId: legs.oddsId,
      tipIds: sql<string[]>`(array_agg(${tips.id}))[1:${batchSize}]`,
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(isOpen, eq(legs.fixtureId, fixtureId), ne(tips.ownerId, by), unseen))
    .groupBy(legs.oddsId);
}

/** Refuses to overwrite a price that the caller did not see. */
async function refuseUnseen(
  tx: Transaction,
  call: DeskCall,
  prices: Priced['prices'],
): Promise<void> {
  const others = await unseenPrices(tx, call, prices);
  if (others.length === 0) return;
  const subjects = others.flatMap(({ tipIds }) => tipIds.map((id) => `tip:${id}`));
  // A ticket holds one option of a game.
  const ofGame = sql`${audit.after} ->> 'fixtureId' = ${call.fixtureId}`;
  const author = await lastAuthor(tx, ['leg.price'], subjects, ofGame);
  throw await staleFixture(tx, call, author);
}
