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

/** The reader of a tip: its owner and administrators see its private fields. */
export type Viewer = { readonly id: string; readonly role: 'member' | 'administrator' };

/** Presents a tip to a reader; without one, only the public fields. */
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

/** Public fields about the tipster of a tip. */
export function toTipsterFields(row: Pick<TipRow, 'ownerId' | keyof MemberNameRow>) {
  return {
    tipsterId: row.ownerId,
    tipsterName: toDisplayName(row),
    ...(row.former && { former: true }),
  };
}

/** The columns that the public fields of a tip are made of. */
export type TipFieldsRow = Pick<
  TipRow,
  | 'totalOdds'
  | 'createdAt'
  | 'confirmedAt'
  | 'outcome'
  | 'legsWon'
  | 'legsLost'
  | 'analysis'
  | 'analysisRemovedBy'
> & { legs: readonly LegFieldsRow[] };

/** The columns of a leg that its public fields are made of. */
export type LegFieldsRow = Omit<
  LegRow,
  | keyof GameFieldsRow
  | 'position'
  | 'bookedOdd'
  | 'decidedBy'
  | 'decidedVersion'
  | 'fixtureVersion'
  | 'undo'
>;

/** Public fields of a tip that its own row and legs determine. */
export function toTipFields(row: TipFieldsRow) {
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

/** The columns of a tip that depend on the reader. */
export type ReaderFieldsRow = Pick<TipRow, 'ownerId' | 'version' | 'stake' | 'copiedFrom'> & {
  isBooked: boolean;
};

/** Fields of a tip for this reader. */
export function toReaderFields(row: ReaderFieldsRow, viewer?: Viewer) {
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

/** Presents a tip with its author, as lists show it. */
export function toListedTip(row: Omit<ListedTipRow, 'copies'>, viewer?: Viewer): Tip {
  return { ...toTip(row, viewer), author: toAuthor(row) };
}

/** A listed tip with its number of copies. A copy changes no row of the original's owner, so own lists omit it. */
export function toPublicTip(row: ListedTipRow, viewer?: Viewer): Tip {
  return { ...toListedTip(row, viewer), ...(row.copies > 0 && { copies: row.copies }) };
}

/** A member's record in one line, with their picture. */
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

/** The version as its ETag, which a later write names in `If-Match`. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

/** True if an `If-Match` header names this version; a caller without one accepts any. */
export function matchesVersion(ifMatch: string | undefined, row: { version: number }): boolean {
  if (ifMatch === undefined) return true;
  // A compressing proxy turns our ETag into a weak one, which names the same version.
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etagOf(row));
}

/** Booking is invisible to other readers, so it must not change their version. */
function toVisibleVersion(row: ReaderFieldsRow, viewer: Viewer | undefined): number {
  return row.isBooked && !canSeePrivateFields(row, viewer) ? row.version - 1 : row.version;
}

/** True if a reader may see a tip: a copy is visible to its owner and to administrators. */
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

/** The columns of a game that a leg shows. */
export type GameFieldsRow = Pick<
  LegRow,
  'home' | 'away' | 'sportKey' | 'kickOff' | 'fixtureStatus'
> &
  GoalColumns;

/** Fields of a leg about its game. */
export function toGameFields(game: GameFieldsRow) {
  const score = toScorePair(game);
  return {
    game: gameName(game.home, game.away),
    sportKey: game.sportKey,
    startDateOfGame: game.kickOff.toISOString(),
    ...(game.fixtureStatus !== 'scheduled' && { fixtureStatus: game.fixtureStatus }),
    ...(score && { score }),
  };
}

/** Fields of a leg from its own row. */
export function toLegFields(leg: LegFieldsRow) {
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

/**
 * The reason of a decision in words: a person's own text, or a sentence made from the rule's fact.
 */
export function toReasonText({ oddsId, reason, result, fact }: LegFieldsRow): string | undefined {
  const option = findOptionById(oddsId);
  if (reason !== null || !option || !fact || result === 'pending') return reason ?? undefined;
  return formatReason(option, result, fact);
}
