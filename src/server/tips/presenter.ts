import type { Author, Tip } from '#contract/tips.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { unpricedOdd } from '#domain/odds/price.ts';
import { hitRateOf, yieldOf } from '#domain/record.ts';
import { estimatedTotalOf, expiryOf, recordOddsOf, wonPercentageOf } from '#domain/tip.ts';

import { type GoalColumns, toScorePair } from '../fixtures/presenter.ts';
import { type MemberNameRow, toDisplayName } from '../members/names.ts';
import { toPicturePath } from '../members/presenter.ts';
import { roundShare } from '../records/presenter.ts';
import { formatReason } from './reason.ts';
import type { LegRow, ListedTipRow, TipRow } from './queries.ts';

/** The reader of a tip; its owner and administrators see private fields. */
export type Viewer = { readonly id: string; readonly role: 'member' | 'administrator' };

/** Presents a tip to a reader; without a viewer, only its public fields. */
export function toTip(row: TipRow, viewer?: Viewer): Tip {
  return {
    id: row.id,
    ...toTipsterFields(row),
    options: row.legs.map((leg) => ({
      fixtureId: leg.fixtureId,
      ...toGameFields(leg),
      ...toLegFields(leg),
    })),
    ...toTipFields(row),
    expiryTime: expiryOf(row.legs).toISOString(),
    ...toReaderFields({ ...row, isBooked: row.bookedAt !== null }, viewer),
  };
}

/** Returns the public fields about a tip's tipster. */
export function toTipsterFields(row: Pick<TipRow, 'ownerId' | keyof MemberNameRow>) {
  return {
    tipsterId: row.ownerId,
    tipsterName: toDisplayName(row),
    ...(row.former && { former: true }),
  };
}

/** Columns for the public fields of a tip. */
export type PublicTipColumns = Pick<
  TipRow,
  | 'totalOdds'
  | 'createdAt'
  | 'confirmedAt'
  | 'outcome'
  | 'legsWon'
  | 'legsLost'
  | 'analysis'
  | 'analysisRemovedBy'
> & { legs: readonly PublicLegColumns[] };

/** Columns for the public fields of a leg. */
export type PublicLegColumns = Omit<
  LegRow,
  | keyof LegGameColumns
  | 'position'
  | 'bookedOdd'
  | 'decidedBy'
  | 'decidedVersion'
  | 'fixtureVersion'
  | 'undo'
>;

/**
 * Version of the cached JSON of tips. Increase the version when `toTipFields` or `toLegFields`
 * return other values for the same rows.
 */
export const cachedJsonVersion = '3';

/** Returns the public fields that depend only on the tip's row and legs. */
export function toTipFields(row: PublicTipColumns) {
  const recordOdds = recordOddsOf(row.legs);
  const estimatedTotal = estimatedTotalOf(row.legs);
  return {
    totalOdds: Number(row.totalOdds),
    ...(estimatedTotal !== undefined && { estimatedTotal }),
    ...(recordOdds !== Number(row.totalOdds) && { recordOdds }),
    creationTime: row.createdAt.toISOString(),
    IsGameSuccessful: row.confirmedAt !== null,
    outcome: row.outcome,
    totalGamesWon: row.legsWon,
    totalGamesLost: row.legsLost,
    gameRankPercentage: wonPercentageOf({ won: row.legsWon, lost: row.legsLost }) ?? 0,
    ...(row.analysis && { analysis: row.analysis }),
    ...(row.analysisRemovedBy && { analysisRemovedBy: row.analysisRemovedBy }),
  };
}

/** Columns of a tip for the fields that depend on the reader. */
export type ReaderTipColumns = Pick<TipRow, 'ownerId' | 'version' | 'stake' | 'copiedFrom'> & {
  isBooked: boolean;
};

/** Returns the fields of a tip that depend on the reader. */
export function toReaderFields(row: ReaderTipColumns, viewer?: Viewer) {
  return {
    version: toVisibleVersion(row, viewer),
    ...(canSeePrivateFields(row, viewer) && {
      IsBooked: row.isBooked,
      stake: row.stake,
      // failpoint: copy-not-told
      ...(row.copiedFrom && { copiedFrom: row.copiedFrom }),
    }),
  };
}

/** Presents a tip with its author, for lists. */
export function toListedTip(row: Omit<ListedTipRow, 'copies'>, viewer?: Viewer): Tip {
  return { ...toTip(row, viewer), author: toAuthor(row) };
}

/** Adds the number of copies; own lists omit it, as a copy does not raise the owner's cursor. */
export function toPublicTip(row: ListedTipRow, viewer?: Viewer): Tip {
  return { ...toListedTip(row, viewer), ...(row.copies > 0 && { copies: row.copies }) };
}

/** Presents a member's record and picture for lists of tips. */
export function toAuthor({
  pictureHash,
  record,
}: Pick<ListedTipRow, 'pictureHash' | 'record'>): Author {
  const { settled = 0, won = 0, priced = 0, flatProfit = 0, form = [] } = record ?? {};
  const flatYield = yieldOf({ flatProfit, priced });
  const hitRate = hitRateOf({ won, settled });
  return {
    picture: toPicturePath(pictureHash),
    settled,
    ...(flatYield !== undefined && { priced, yield: roundShare(flatYield) }),
    ...(hitRate !== undefined && { hitRate: roundShare(hitRate) }),
    form: form.filter((outcome) => outcome !== 'open'),
  };
}

/** Returns the ETag of a version, which clients send in `If-Match`. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

/** True if an `If-Match` header contains this version, or is missing. */
export function matchesVersion(ifMatch: string | undefined, row: { version: number }): boolean {
  if (ifMatch === undefined) return true;
  // A weak ETag, which a compressing proxy creates, means the same version.
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etagOf(row));
}

/** Returns a version without the change by a booking, which is invisible to other readers. */
function toVisibleVersion(row: ReaderTipColumns, viewer: Viewer | undefined): number {
  return row.isBooked && !canSeePrivateFields(row, viewer) ? row.version - 1 : row.version;
}

/** True if a reader may see a tip; only its owner and administrators see a copy. */
export function isReadable(
  row: Pick<TipRow, 'ownerId' | 'copiedFrom'>,
  viewer: Viewer | undefined,
): boolean {
  return row.copiedFrom === null || canSeePrivateFields(row, viewer);
}

function canSeePrivateFields(
  { ownerId }: { ownerId: string },
  viewer: Viewer | undefined,
): boolean {
  return viewer?.role === 'administrator' || viewer?.id === ownerId;
}

/** Columns of a game for the fields of a leg. */
export type LegGameColumns = Pick<
  LegRow,
  'home' | 'away' | 'sportKey' | 'kickOff' | 'fixtureStatus'
> &
  GoalColumns;

/** Returns the fields of a leg about its game. */
export function toGameFields(game: LegGameColumns) {
  const score = toScorePair(game);
  return {
    game: gameName(game.home, game.away),
    sportKey: game.sportKey,
    startDateOfGame: game.kickOff.toISOString(),
    ...(game.fixtureStatus !== 'scheduled' && { fixtureStatus: game.fixtureStatus }),
    ...(score && { score }),
  };
}

/** Returns the fields of a leg from its own row. */
export function toLegFields(leg: PublicLegColumns) {
  const option = findOptionById(leg.oddsId);
  if (!option) throw new Error(`a stored leg has the unknown option ${leg.oddsId}`);
  const reason = toReasonText(leg);
  return {
    group: option.oddsGroup,
    oddName: oddNameOf(option),
    // failpoint: first-price-told
    odd: leg.odd,
    ...(leg.odd === unpricedOdd && leg.estimatedOdd !== null && { estimatedOdd: leg.estimatedOdd }),
    status: leg.result === 'won',
    result: leg.result,
    ...(leg.decidedAt && { confirmedAt: leg.decidedAt.toISOString() }),
    ...(reason && { reason }),
    ...(leg.fact && { fact: leg.fact }),
    ...(leg.corrected && { corrected: leg.corrected }),
  };
}

/** Returns the reason of a decision: a person's text, or a sentence from the fact of the rule. */
export function toReasonText({
  oddsId,
  reason,
  result,
  fact,
}: PublicLegColumns): string | undefined {
  const option = findOptionById(oddsId);
  if (reason !== null || !option || !fact || result === 'pending') return reason ?? undefined;
  return formatReason(option, result, fact);
}
