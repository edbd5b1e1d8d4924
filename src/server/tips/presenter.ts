import type { Author, Tip } from '#contract/tips.ts';
import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { unpriced } from '#domain/odds/price.ts';
import { hitRateOf, yieldOf } from '#domain/record.ts';
import { estimatedTotalOf, expiryOf, recordOddsOf, wonPercentageOf } from '#domain/tip.ts';

import { type Goals, toScorePair } from '../fixtures/presenter.ts';
import { type NamedRow, nameOf } from '../members/names.ts';
import { picturePath } from '../members/presenter.ts';
import { share } from '../records/presenter.ts';
import { reasonText } from './reason.ts';
import type { LegRow, ListedTipRow, TipRow } from './queries.ts';

/** The reader of a tip: its owner and administrators see its private fields. */
export type Viewer = { readonly id: string; readonly role: 'member' | 'administrator' };

/** Presents a tip to a reader; without one, only the public fields. */
export function toTip(row: TipRow, viewer?: Viewer): Tip {
  return {
    id: row.id,
    ...tipsterFacts(row),
    options: row.legs.map((leg) => ({
      fixtureId: leg.fixtureId,
      ...gameFacts(leg),
      ...legFacts(leg),
    })),
    ...tipFacts(row),
    expiryTime: expiryOf(row.legs).toISOString(),
    ...readerFacts({ ...row, isBooked: row.bookedAt !== null }, viewer),
  };
}

/** Public fields about the tipster of a tip. */
export function tipsterFacts(row: Pick<TipRow, 'ownerId' | keyof NamedRow>) {
  return {
    tipsterId: row.ownerId,
    tipsterName: nameOf(row),
    ...(row.former && { former: true }),
  };
}

/** The columns that the public fields of a tip are made of. */
export type FactsRow = Pick<
  TipRow,
  | 'totalOdds'
  | 'createdAt'
  | 'confirmedAt'
  | 'outcome'
  | 'legsWon'
  | 'legsLost'
  | 'analysis'
  | 'analysisRemovedBy'
> & { legs: readonly FactsLeg[] };

/** The columns of a leg that its public fields are made of. */
export type FactsLeg = Omit<
  LegRow,
  | keyof GameOfLeg
  | 'position'
  | 'bookedOdd'
  | 'decidedBy'
  | 'decidedVersion'
  | 'fixtureVersion'
  | 'undo'
>;

/** Public fields of a tip that its own row and legs determine. */
export function tipFacts(row: FactsRow) {
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
export type ReaderRow = Pick<TipRow, 'ownerId' | 'version' | 'stake' | 'copiedFrom'> & {
  isBooked: boolean;
};

/** Fields of a tip for this reader. */
export function readerFacts(row: ReaderRow, viewer?: Viewer) {
  return {
    version: versionFor(row, viewer),
    ...(isPrivyTo(row, viewer) && {
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
    picture: picturePath(pictureHash),
    settled,
    ...(flatYield !== undefined && { priced, yield: share(flatYield) }),
    ...(hitRate !== undefined && { hitRate: share(hitRate) }),
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
function versionFor(row: ReaderRow, viewer: Viewer | undefined): number {
  return row.isBooked && !isPrivyTo(row, viewer) ? row.version - 1 : row.version;
}

/** True if a reader may see a tip: a copy is visible to its owner and to administrators. */
export function isReadable(
  row: Pick<TipRow, 'ownerId' | 'copiedFrom'>,
  viewer: Viewer | undefined,
): boolean {
  return row.copiedFrom === null || isPrivyTo(row, viewer);
}

function isPrivyTo({ ownerId }: { ownerId: string }, viewer: Viewer | undefined): boolean {
  return viewer?.role === 'administrator' || viewer?.id === ownerId;
}

/** The columns of a game that a leg shows. */
export type GameOfLeg = Pick<LegRow, 'home' | 'away' | 'sportKey' | 'kickOff' | 'fixtureStatus'> &
  Goals;

/** Fields of a leg about its game. */
export function gameFacts(game: GameOfLeg) {
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
export function legFacts(leg: FactsLeg) {
  const option = optionWithId(leg.oddsId);
  if (!option) throw new Error(`a stored leg has the unknown option ${leg.oddsId}`);
  const reason = reasonOf(leg);
  return {
    group: option.oddsGroup,
    oddName: oddNameOf(option),
    // failpoint: first-price-told
    odd: leg.odd,
    ...(leg.odd === unpriced && leg.estimatedOdd !== null && { estimatedOdd: leg.estimatedOdd }),
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
export function reasonOf({ oddsId, reason, result, fact }: FactsLeg): string | undefined {
  const option = optionWithId(oddsId);
  if (reason !== null || !option || !fact || result === 'pending') return reason ?? undefined;
  return reasonText(option, result, fact);
}
