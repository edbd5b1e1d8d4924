import {
  type FactsRow,
  gameFacts,
  type GameOfLeg,
  legFacts,
  readerFacts,
  type ReaderRow,
  tipFacts,
  type Viewer,
} from './presenter.ts';

/** Separator of the parts of a stored document; JSON never contains it. */
export const partSeparator = '\u0001';

/**
 * Version of the document: raise it when `tipFacts` or `legFacts` give other values for the same
 * rows.
 */
const shape = '3';

/**
 * Makes the cached JSON of a tip as lists send it, stored with its row, in parts. Values that do
 * not depend on its row and legs (games, names, reader) are added by `filled`. The database clears
 * it when its sources change.
 */
export function toCachedJson(tip: FactsRow): string {
  const legs = tip.legs.flatMap((leg) => [JSON.stringify(leg.fixtureId), inner(legFacts(leg))]);
  return [shape, inner(tipFacts(tip)), ...legs].join(partSeparator);
}

/** Parses a document for comparison; undefined if it has an older shape. */
export function documentOf(json: string): unknown {
  const [version, ...parts] = json.split(partSeparator);
  if (version !== shape) return undefined;
  try {
    // The facts of the tip, then alternately each leg's fixture id and facts.
    return parts.map((part, index): unknown => JSON.parse(index % 2 === 1 ? part : `{${part}}`));
  } catch {
    return json;
  }
}

/** The JSON of a game in the legs of a page, with its kick-off. */
export type CachedGame = { text: string; kickOff: number };

/** Makes the JSON of a game for all documents of a page. */
export function toCachedGame(game: GameOfLeg): CachedGame {
  return { text: inner(gameFacts(game)), kickOff: game.kickOff.getTime() };
}

/** Values that are added to a stored document for the reader of a list. */
type Filling = {
  row: ReaderRow & { id: string };
  viewer: Viewer | undefined;
  /** Games by fixture id in JSON. */
  games: ReadonlyMap<string, CachedGame>;
  /** The tipster's fields as JSON without braces. */
  tipster: string;
};

/**
 * Builds the JSON of a listed tip from the parts of its document; undefined if they have an older
 * shape.
 */
export function filled(
  [its, facts, ...legs]: readonly string[],
  { row, viewer, games, tipster }: Filling,
): string | undefined {
  if (its !== shape) return undefined;
  let options = '';
  let expiry = Infinity;
  for (let index = 0; index < legs.length; index += 2) {
    const fixtureId = legs[index] ?? '';
    const game = games.get(fixtureId);
    if (!game) return undefined;
    expiry = Math.min(expiry, game.kickOff);
    options += `${index > 0 ? ',' : ''}{"fixtureId":${fixtureId},${game.text},${legs[index + 1]}}`;
  }
  const fields = inner({ expiryTime: new Date(expiry).toISOString(), ...readerFacts(row, viewer) });
  return `{"id":"${row.id}",${tipster},"options":[${options}],${facts},${fields}}`;
}

/** The members of an object in JSON, without its braces. */
export function inner(facts: object): string {
  return JSON.stringify(facts).slice(1, -1);
}
