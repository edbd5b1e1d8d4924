import { optionWithId } from '#domain/catalogue.ts';
import { slipLimit, type Selection } from '#domain/slip.ts';

/** A pick in a link: without price and kick-off, which the other phone knows itself. */
export type SentPick = Pick<Selection, 'fixtureId' | 'oddsId'>;

const mark = 'slip=';

/**
 * The address that opens a slip on another phone. The slip is after the #, so that no server sees
 * it.
 */
export function slipPath(slip: readonly SentPick[]): string {
  const picks = slip.map(({ fixtureId, oddsId }) => `${escaped(fixtureId)}.${oddsId}`);
  return `/tips/create#${mark}${picks.join('~')}`;
}

/** Whether an address contains a slip, readable or not. */
export function carriesSlip(hash: string): boolean {
  return hash.startsWith(mark);
}

/** The picks in a link; undefined if it cannot be read completely. */
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
