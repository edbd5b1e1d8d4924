import type { Author, Leg, Tip } from '#contract/tips.ts';
import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { expiryOf, hitRateOf, recordOddsOf } from '#domain/tip.ts';

import { toScorePair } from '../fixtures/presenter.ts';
import { nameOf } from '../members/names.ts';
import { picturePath } from '../members/presenter.ts';
import { share } from '../records/presenter.ts';
import { reasonText } from './reason.ts';
import type { LegRow, ListedTipRow, TipRow } from './queries.ts';

/** Who reads a tip: its owner and administrators see what is private about it. */
export type Viewer = { readonly id: string; readonly role: 'member' | 'administrator' };

/** A tip as this reader may see it; without one, as anybody may. */
export function toTip(row: TipRow, viewer?: Viewer): Tip {
  const recordOdds = recordOddsOf(row.legs);
  return {
    id: row.id,
    tipsterId: row.ownerId,
    tipsterName: nameOf(row),
    ...(row.former && { former: true }),
    options: row.legs.map(toLeg),
    totalOdds: Number(row.totalOdds),
    ...(recordOdds !== Number(row.totalOdds) && { recordOdds }),
    creationTime: row.createdAt.toISOString(),
    expiryTime: expiryOf(row.legs).toISOString(),
    IsGameSuccessful: row.confirmedAt !== null,
    outcome: row.outcome,
    totalGamesWon: row.legsWon,
    totalGamesLost: row.legsLost,
    gameRankPercentage: hitRateOf({ won: row.legsWon, lost: row.legsLost }) ?? 0,
    version: versionFor(row, viewer),
    ...(row.analysis && { analysis: row.analysis }),
    ...(isPrivyTo(row, viewer) && {
      IsBooked: row.bookedAt !== null,
      stake: row.stake,
      // failpoint: copy-not-told
      ...(row.copiedFrom && { copiedFrom: row.copiedFrom }),
    }),
  };
}

/** The same with who posted it, as lists show it. */
export function toListedTip(row: ListedTipRow, viewer?: Viewer): Tip {
  return { ...toTip(row, viewer), author: toAuthor(row) };
}

/** Somebody's record in a line, with their picture. */
export function toAuthor({
  pictureHash,
  record,
}: Pick<ListedTipRow, 'pictureHash' | 'record'>): Author {
  const { settled = 0, won = 0, priced = 0, flatProfit = 0, form = [] } = record ?? {};
  return {
    picture: picturePath(pictureHash),
    settled,
    ...(priced > 0 && { yield: share(flatProfit / priced) }),
    ...(settled > 0 && { hitRate: share(won / settled) }),
    form: form.filter((outcome) => outcome !== 'open'),
  };
}

/** The version as its ETag, which a later write names in `If-Match`. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

/** Booking alone changes nothing that others see, so it must not show in the version either. */
function versionFor(row: TipRow, viewer: Viewer | undefined): number {
  return row.bookedAt === null || isPrivyTo(row, viewer) ? row.version : row.version - 1;
}

function isPrivyTo(row: TipRow, viewer: Viewer | undefined): boolean {
  return viewer?.role === 'administrator' || viewer?.id === row.ownerId;
}

function toLeg(leg: LegRow): Leg {
  const option = optionWithId(leg.oddsId);
  if (!option) throw new Error(`a stored leg has the unknown option ${leg.oddsId}`);
  const score = toScorePair(leg);
  const reason = reasonOf(leg);
  return {
    fixtureId: leg.fixtureId,
    game: gameName(leg.home, leg.away),
    sportKey: leg.sportKey,
    group: option.oddsGroup,
    oddName: oddNameOf(option),
    // failpoint: first-price-told
    odd: leg.odd,
    startDateOfGame: leg.kickOff.toISOString(),
    status: leg.result === 'won',
    result: leg.result,
    ...(leg.decidedAt && { confirmedAt: leg.decidedAt.toISOString() }),
    ...(reason && { reason }),
    ...(leg.fact && { fact: leg.fact }),
    ...(leg.corrected && { corrected: leg.corrected }),
    ...(leg.fixtureStatus !== 'scheduled' && { fixtureStatus: leg.fixtureStatus }),
    ...(score && { score }),
  };
}

/** In words for those who read no codes: what a person wrote, or what the rules say. */
export function reasonOf({ oddsId, reason, result, fact }: LegRow): string | undefined {
  const option = optionWithId(oddsId);
  if (reason !== null || !option || !fact || result === 'pending') return reason ?? undefined;
  return reasonText(option, result, fact);
}
