import { optionWithId } from '#domain/catalogue.ts';
import { slipLimit, type Selection } from '#domain/slip.ts';

/** A pick as it goes from phone to phone: no price and no kick-off, which the other phone has itself. */
export type SentPick = Pick<Selection, 'fixtureId' | 'oddsId'>;

const mark = 'slip=';

/** Where a slip opens on another phone. It stands behind the #, so that no server ever sees it. */
export function slipPath(slip: readonly SentPick[]): string {
  const picks = slip.map(({ fixtureId, oddsId }) => `${escaped(fixtureId)}.${oddsId}`);
  return `/tips/create#${mark}${picks.join('~')}`;
}

/** Whether an address carries a slip, readable or not. */
export function carriesSlip(hash: string): boolean {
  return hash.startsWith(mark);
}

/** The picks of a slip that was sent; undefined where it cannot be read to its end. */
export function readSlipHash(hash: string): SentPick[] | undefined {
  const parts = hash.slice(mark.length).split('~');
  const picks = parts.map(readPick).filter((pick) => pick !== undefined);
  const games = new Set(picks.map(({ fixtureId }) => fixtureId));
  const whole = picks.length === parts.length && games.size === parts.length;
  return whole && picks.length <= slipLimit ? picks : undefined;
}

function readPick(text: string): SentPick | undefined {
  const [, id, odds] = /^(.+)\.(\d{1,3})$/.exec(text) ?? [];
  if (id === undefined || !optionWithId(Number(odds))) return undefined;
  try {
    return { fixtureId: decodeURIComponent(id), oddsId: Number(odds) };
  } catch {
    return undefined;
  }
}

function escaped(id: string): string {
  return encodeURIComponent(id).replaceAll('~', '%7E');
}
