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
    findDisputed: async () => unseenOptions(tx, call, prices),
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

/** Condition: the leg is another member's and has a price that the caller did not see. */
function unseenPrices({ fixtureId, by }: DeskCall, prices: Priced['prices']) {
  const unseen = eachOption(prices, ({ odd, seen }) =>
    seen === undefined ? undefined : notInArray(legs.odd, ['0', String(seen), String(odd)]),
  );
  return and(isOpen, eq(legs.fixtureId, fixtureId), ne(tips.ownerId, by), unseen);
}

async function unseenOptions(
  tx: Transaction,
  call: DeskCall,
  prices: Priced['prices'],
): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ oddsId: legs.oddsId })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(unseenPrices(call, prices));
  return rows.map(({ oddsId }) => oddsId);
}

/** Refuses to overwrite a price that the caller did not see. */
async function refuseUnseen(
  tx: Transaction,
  call: DeskCall,
  prices: Priced['prices'],
): Promise<void> {
  const { fixtureId, by, arrivedAt: at } = call;
  const others = await tx
    .select({ id: tips.id })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(unseenPrices(call, prices))
    .limit(batchSize);
  if (others.length === 0) return;
  const subjects = others.map(({ id }) => `tip:${id}`);
  // A ticket holds one option of a game.
  const ofGame = sql`${audit.after} ->> 'fixtureId' = ${fixtureId}`;
  const author = await lastAuthor(tx, ['leg.price'], subjects, ofGame);
  throw await staleFixture(tx, { by, at, fixtureId }, author);
}
