import * as z from 'zod/mini';
import {
  bookTip,
  confirmTip,
  StartedLegPolicy,
  postTip,
  Tip,
  UndecidedLeg,
  withdrawTip,
} from '#contract/tips.ts';
import { FixtureId, Id } from '#contract/values.ts';
import { expiryOf, totalsOf } from '#domain/tip.ts';
import { fixtureSubject, tipSubject } from '../outbox/subjects.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { isStableId } from '../stable-id.ts';
import { tipOperationBase, type TipOperation } from './operation.ts';

/** A posted slip, with everything needed to display it until it is sent. */
const PostTipPayload = z.object({
  id: Id,
  tipsterName: z.string(),
  /** Prices and estimates as known to this device; the server uses its own. */
  options: z.array(UndecidedLeg).check(z.minLength(1)),
  stake: z.int(),
  analysis: z.optional(z.string()),
  ifStarted: StartedLegPolicy,
  /** The backend's id of the copied tip. */
  copiedFrom: z.optional(z.string()),
  /** The copied tip's author, for display. */
  copiedFromName: z.optional(z.string()),
  /** Ids of own tips that must be withdrawn first, because they contain one of these selections. */
  after: z.optional(z.array(z.string())),
});
export type TipPost = z.infer<typeof PostTipPayload>;

/** Posts a slip as a tip. */
export const postTipOperation: TipOperation<TipPost> = {
  about: 'tip',
  rows: 'own',
  lockedInTimeOut: true,
  payload: PostTipPayload,
  id: ({ id }) => id,
  subjects: ({ id, after = [] }) => [id, ...after].map(tipSubject),
  mapTipIds: (tip, toId) => ({ ...tip, id: toId(tip.id) }),
  deadline: (tip) => expiryOfUnsent(tip).getTime(),

  request: (tip) => ({
    route: postTip,
    body: {
      id: tip.id,
      // failpoint: third-leg-not-sent
      options: tip.options.map(toSentTipLeg),
      // failpoint: stake-not-sent
      stake: tip.stake,
      priceSold: 0,
      ...(tip.analysis && { analysis: tip.analysis }),
      ifStarted: tip.ifStarted,
      // failpoint: copy-not-sent
      ...(tip.copiedFrom && { copiedFrom: tip.copiedFrom }),
    },
  }),

  effect(known, tip, row) {
    if (known) return known;
    // Most rows have no reply, and parsing is expensive.
    const answered = row.ack?.reply === undefined ? undefined : Tip.safeParse(row.ack.reply);
    return answered?.success ? answered.data : toUnsentTip(tip, row);
  },
};

const TipPayload = z.object({ tipId: z.string() });
type TipPayload = z.infer<typeof TipPayload>;

const ConfirmTipPayload = z.extend(TipPayload, {
  /** The fixtures of the tip's legs: operations on a whole fixture may decide these legs. */
  fixtureIds: z.optional(z.array(FixtureId)),
});

/** Withdraws a tip shortly after it was posted. */
export const withdrawTipOperation: TipOperation<TipPayload> = {
  ...tipOperationBase,
  rows: 'own',
  removesTip: true,
  payload: TipPayload,
  merge(earlier, payload) {
    const { kind } = earlier;
    // A post with another id shares this subject if it waits (`after`) for an earlier withdrawal.
    const posted = kind === 'tip.post' ? PostTipPayload.safeParse(earlier.payload).data : undefined;
    if (posted) return posted.id === payload.tipId ? 'nothing' : undefined;
    // Drops an unsent booking, which would make the tip impossible to withdraw.
    return kind === 'tip.book' || kind === 'tip.withdraw' ? { payload } : undefined;
  },
  request: ({ tipId }, entityId) => ({
    route: withdrawTip,
    params: { id: entityId ?? tipId },
  }),
  // The tip stays visible to everyone until the server has withdrawn it.
  effect: (tip, _, row) => (row.state === 'acked' ? undefined : tip),
};

/** Books a saved tip. */
export const bookTipOperation: TipOperation<TipPayload> = {
  ...tipOperationBase,
  rows: 'own',
  repeatable: true,
  alreadyDoneCode: 'already-booked',
  lockedInTimeOut: true,
  payload: TipPayload,
  request: ({ tipId }, entityId) => ({
    route: bookTip,
    params: { id: entityId ?? tipId },
    body: {},
  }),
  effect: (tip) => tip && { ...tip, IsBooked: true },
};

/** Confirms a tip as an administrator, after all its legs are decided. */
export const confirmTipOperation: TipOperation<z.infer<typeof ConfirmTipPayload>> = {
  ...tipOperationBase,
  rows: 'others',
  repeatable: true,
  alreadyDoneCode: 'already-confirmed',
  payload: ConfirmTipPayload,
  subjects: ({ tipId, fixtureIds = [] }) => [tipSubject(tipId), ...fixtureIds.map(fixtureSubject)],
  request: ({ tipId }, entityId) => ({
    route: confirmTip,
    params: { id: entityId ?? tipId },
    body: { IsGameSuccessful: true },
  }),
  effect: (tip) => tip && { ...tip, IsGameSuccessful: true },
};

/** Omits the fixture's id if it was derived on this device, because no server knows such an id. */
function toSentTipLeg({ sportKey: _s, estimatedOdd: _e, fixtureId, ...leg }: UndecidedLeg) {
  return { ...(!isStableId(fixtureId) && { fixtureId }), ...leg, status: false };
}

function toUnsentTip(tip: TipPost, row: OperationRow): Tip {
  const options = tip.options.map((leg) => ({ ...leg, status: false, result: 'pending' as const }));
  return {
    id: tip.id,
    tipsterId: row.memberId,
    tipsterName: tip.tipsterName,
    options,
    ...totalsOf(options),
    creationTime: row.queuedAt,
    expiryTime: expiryOfUnsent(tip).toISOString(),
    IsBooked: false,
    IsGameSuccessful: false,
    outcome: 'open',
    totalGamesWon: 0,
    totalGamesLost: 0,
    gameRankPercentage: 0,
    version: 0,
    stake: tip.stake,
    // failpoint: analysis-not-shown-unsent
    ...(tip.analysis && { analysis: tip.analysis }),
    ...(tip.copiedFrom && { copiedFrom: tip.copiedFrom }),
  };
}

function expiryOfUnsent({ options }: TipPost): Date {
  return expiryOf(options.map((leg) => ({ kickOff: new Date(leg.startDateOfGame) })));
}
