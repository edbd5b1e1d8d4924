import type { Selection } from '#client/data/tips/slip.ts';
import { findOptionById } from '#domain/catalogue.ts';
import { slipLimit } from '#domain/slip.ts';

/** A pick in a link, without price and kick-off, which the other phone has in its own rows. */
export type SharedPick = Pick<Selection, 'fixtureId' | 'oddsId'>;

const slipHashPrefix = 'slip=';

/**
 * Creates the URL path that opens a slip on another phone. The slip follows the #, so that no
 * server receives it.
 */
export function createSlipPath(slip: readonly SharedPick[]): string {
  const picks = slip.map(({ fixtureId, oddsId }) => `${escapeId(fixtureId)}.${oddsId}`);
  return `/tips/create#${slipHashPrefix}${picks.join('~')}`;
}

/** True if the hash of a URL contains a slip, even an unreadable one. */
export function hasSlipHash(hash: string): boolean {
  return hash.startsWith(slipHashPrefix);
}

/** Parses the picks in a link; undefined if any of them is unreadable. */
export function parseSlipHash(hash: string): SharedPick[] | undefined {
  const parts = hash.slice(slipHashPrefix.length).split('~');
  const picks = parts.map(parseSharedPick).filter((pick) => pick !== undefined);
  const games = new Set(picks.map(({ fixtureId }) => fixtureId));
  const whole = picks.length === parts.length && games.size === parts.length;
  return whole && picks.length <= slipLimit ? picks : undefined;
}

function parseSharedPick(text: string): SharedPick | undefined {
  const [, id, odds] = /^(.+)\.(\d{1,3})$/.exec(text) ?? [];
  if (id === undefined || !findOptionById(Number(odds))) return undefined;
  try {
    return { fixtureId: decodeURIComponent(id), oddsId: Number(odds) };
  } catch {
    return undefined;
  }
}

function escapeId(id: string): string {
  return encodeURIComponent(id).replaceAll('~', '%7E');
}
