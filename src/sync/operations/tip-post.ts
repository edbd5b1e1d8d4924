import * as z from 'zod/mini';
import { IfStarted, postTip, Tip } from '#contract/tips.ts';
import { FixtureId, Id, Instant, Price } from '#contract/values.ts';
import { totalOddsOf } from '#domain/tip.ts';
import type { TipOperation } from '../operation.ts';
import type { OperationRow } from '../outbox-store.ts';
import { isStableId } from '../stable-id.ts';

/** A slip as it was when the person posted it, with all that is needed to show it meanwhile. */
export const TipPost = z.object({
  id: Id,
  tipsterName: z.string(),
  options: z.array(
    z.object({
      fixtureId: FixtureId,
      sportKey: z.optional(z.string()),
      game: z.string(),
      group: z.string(),
      oddName: z.string(),
      /** The price the person saw; the server takes its own. */
      odd: Price,
      startDateOfGame: Instant,
    }),
  ),
  stake: z.int(),
  analysis: z.optional(z.string()),
  ifStarted: IfStarted,
  /** The tip it repeats, by the id its backend has for it. */
  copiedFrom: z.optional(z.string()),
});
export type TipPost = z.infer<typeof TipPost>;

export const tipPost: TipOperation<TipPost> = {
  kind: 'tip.post',
  v: 1,
  about: 'tip',
  rows: 'own',
  payload: TipPost,
  id: ({ id }) => id,
  lane: ({ id }) => `tip:${id}`,
  subject: ({ id }) => id,
  deadline: ({ options }) => Math.min(...options.map((leg) => Date.parse(leg.startDateOfGame))),

  retarget: (tip, id) => ({ ...tip, id }),

  request: (tip, { foreign }) => ({
    route: postTip,
    body: {
      ...(!foreign && { id: tip.id }),
      options: tip.options.map((leg) => (foreign ? namedLeg(leg) : sentLeg(leg))),
      stake: tip.stake,
      priceSold: 0,
      ...(tip.analysis && { analysis: tip.analysis }),
      ...(!foreign && { ifStarted: tip.ifStarted }),
      ...(!foreign && tip.copiedFrom && { copiedFrom: tip.copiedFrom }),
    },
  }),

  fold(known, tip, row) {
    if (known) return known;
    // Reading what is not there costs as much as reading a tip, and most rows have no answer.
    const answered = row.ack?.reply === undefined ? undefined : Tip.safeParse(row.ack.reply);
    return answered?.success ? answered.data : unsentTip(tip, row);
  },
};

/** A leg as the spec's client sends it. */
function namedLeg({ sportKey: _, fixtureId: _id, ...leg }: TipPost['options'][number]) {
  return { ...leg, status: false };
}

/** The same with the fixture's id, unless no server has given the game one. */
function sentLeg(leg: TipPost['options'][number]) {
  const { fixtureId } = leg;
  return { ...(!isStableId(fixtureId) && { fixtureId }), ...namedLeg(leg) };
}

function unsentTip(tip: TipPost, row: OperationRow): Tip {
  const options = tip.options.map((leg) => ({ ...leg, status: false, result: 'pending' as const }));
  return {
    id: tip.id,
    tipsterId: row.memberId,
    tipsterName: tip.tipsterName,
    options,
    totalOdds: totalOddsOf(options),
    creationTime: row.queuedAt,
    expiryTime: options.map((leg) => leg.startDateOfGame).reduce(earlier, '9999-12-31T00:00:00Z'),
    IsBooked: false,
    IsGameSuccessful: false,
    outcome: 'open',
    totalGamesWon: 0,
    totalGamesLost: 0,
    gameRankPercentage: 0,
    version: 0,
    stake: tip.stake,
    ...(tip.analysis && { analysis: tip.analysis }),
    ...(tip.copiedFrom && { copiedFrom: tip.copiedFrom }),
  };
}

function earlier(one: string, other: string): string {
  return Date.parse(other) < Date.parse(one) ? other : one;
}
