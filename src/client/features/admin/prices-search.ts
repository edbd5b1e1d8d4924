/** What the address of the prices says: those that cannot wait, and the game that is open. */
export type PricesSearch = { show?: 'soon' | undefined; game?: string | undefined };

/** Reads the address; what makes no sense in it is left out. */
export function readPricesSearch({ show, game }: Record<string, unknown>): PricesSearch {
  return {
    ...(show === 'soon' && { show }),
    ...(typeof game === 'string' && { game: game.slice(0, 64) }),
  };
}
