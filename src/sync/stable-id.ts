const stableIdPrefix = 'game-';

/** Derives an id from texts; equal texts give equal ids on every device. */
export function createStableId(...texts: readonly string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  // Two 32-bit hashes: 64 bits are enough for the games of a season.
  for (const character of texts.join('\n')) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${stableIdPrefix}${hex(high)}${hex(low)}`;
}

/** True if an id was derived by `createStableId`; no server knows such an id. */
export function isStableId(id: string): boolean {
  return id.startsWith(stableIdPrefix);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
