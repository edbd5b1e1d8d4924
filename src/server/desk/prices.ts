import { and, eq, ne, notInArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { DeskTicketCounts, setPrices } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';
import { isValidPrice } from '#domain/odds/price.ts';

import type { Transaction } from '../db/database.ts';
import { audit, fixtures, legs, tips } from '../db/schema.ts';
import type { Answer, Continuation } from '../operations/idempotency.ts';
import { applyLegChange } from '../tips/leg-changes.ts';
import { readLastAuthor } from './authors.ts';
import {
  changeLegBatch,
  type DeskCall,
  createOptionCondition,
  type BatchCursor,
  batchSize,
  refuseDuplicateOptions,
  runUndisputedFirst,
} from './batches.ts';
import { createStaleFixtureProblem } from './presenter.ts';
import { isOpenTip } from './queries.ts';

type PricesBody = z.output<typeof setPrices.body>;

/** Sets prices of a fixture's options in one batch of open tips. */
export async function setFixturePrices(
  tx: Transaction,
  call: DeskCall,
  { prices, reason }: PricesBody,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  refuseDuplicateOptions('prices', prices);
  refuseInvalidPrices(prices);
  if ((await tx.$count(fixtures, eq(fixtures.id, call.fixtureId))) === 0) {
    throw new ApiProblem('not-found');
  }
  return runUndisputedFirst(prices, progress, {
    findDisputed: async () => readUnseenPrices(tx, call, prices),
    run: async (some, cursor) =>
      priceOptions(tx, call, { prices: some, reason, all: prices }, cursor),
  });
}

type PricesRequest = Pick<PricesBody, 'reason'> &
  Record<'prices' | 'all', readonly PricesBody['prices'][number][]>;

async function priceOptions(
  tx: Transaction,
  call: DeskCall,
  { prices, reason, all }: PricesRequest,
  progress: BatchCursor | undefined,
): Promise<Answer<DeskTicketCounts> | Continuation<BatchCursor>> {
  const oddsIds = prices.map(({ oddsId }) => oddsId);
  const work = {
    oddsIds,
    unlike: createOptionCondition(prices, ({ odd }) => ne(legs.odd, String(odd))),
    changeable: () =>
      createOptionCondition(prices, ({ ifUnpriced }) =>
        ifUnpriced ? eq(legs.odd, '0') : sql`true`,
      ),
    // failpoint: unseen-price-replaced
    refuse: async () => refuseUnseenPrices(tx, call, prices),
    change: (leg: Parameters<typeof applyLegChange>[0]) => {
      const index = all.findIndex(({ oddsId }) => oddsId === leg.oddsId);
      const odd = all[index]?.odd;
      const change = { ...(odd !== undefined && { odd }), ...(reason !== undefined && { reason }) };
      return applyLegChange(leg, change, call.arrivedAt, `prices.${index}`);
    },
  };
  return changeLegBatch(tx, call, work, progress);
}

function refuseInvalidPrices(prices: PricesBody['prices']): void {
  const wrong = prices.flatMap(({ odd }, index) =>
    isValidPrice(odd) ? [] : [`prices.${index}.odd`],
  );
  if (wrong.length === 0) return;
  const errors = Object.fromEntries(wrong.map((field) => [field, ['invalid-price']]));
  throw new ApiProblem('invalid-price', { errors });
}

/**
 * Returns the options for which other members' tips have a price that the caller did not see, each
 * with the ids of some of these tips.
 */
async function readUnseenPrices(
  tx: Transaction,
  { fixtureId, by }: DeskCall,
  prices: PricesRequest['prices'],
) {
  const unseen = createOptionCondition(prices, ({ odd, seen }) =>
    seen === undefined ? undefined : notInArray(legs.odd, ['0', String(seen), String(odd)]),
  );
  return tx
    .select({
      oddsId: legs.oddsId,
      tipIds: sql<string[]>`(array_agg(${tips.id}))[1:${batchSize}]`,
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(isOpenTip, eq(legs.fixtureId, fixtureId), ne(tips.ownerId, by), unseen))
    .groupBy(legs.oddsId);
}

/** Refuses to overwrite a price that the caller did not see. */
async function refuseUnseenPrices(
  tx: Transaction,
  call: DeskCall,
  prices: PricesRequest['prices'],
): Promise<void> {
  const others = await readUnseenPrices(tx, call, prices);
  if (others.length === 0) return;
  const subjects = others.flatMap(({ tipIds }) => tipIds.map((id) => `tip:${id}`));
  // Selects events of this game's leg: a tip has at most one option per game.
  const ofGame = sql`${audit.after} ->> 'fixtureId' = ${call.fixtureId}`;
  const author = await readLastAuthor(tx, ['leg.price'], subjects, ofGame);
  throw await createStaleFixtureProblem(tx, call, author);
}
