import {
  type TipFieldsRow,
  toGameFields,
  type GameFieldsRow,
  toLegFields,
  toReaderFields,
  type ReaderFieldsRow,
  toTipFields,
  type Viewer,
} from './presenter.ts';

/** Separator of the parts of a stored document; JSON never contains it. */
export const cachedJsonSeparator = '\u0001';

/**
 * Version of the document: raise it when `toTipFields` or `toLegFields` give other values for the same
 * rows.
 */
const cachedJsonVersion = '3';

/**
 * Makes the cached JSON of a tip as lists send it, stored with its row, in parts. Values that do
 * not depend on its row and legs (games, names, reader) are added by `filled`. The database clears
 * it when its sources change.
 */
export function toCachedJson(tip: TipFieldsRow): string {
  const legs = tip.legs.flatMap((leg) => [
    JSON.stringify(leg.fixtureId),
    toJsonMembers(toLegFields(leg)),
  ]);
  return [cachedJsonVersion, toJsonMembers(toTipFields(tip)), ...legs].join(cachedJsonSeparator);
}

/** Parses a document for comparison; undefined if it has an older shape. */
export function parseCachedJson(json: string): unknown {
  const [version, ...parts] = json.split(cachedJsonSeparator);
  if (version !== cachedJsonVersion) return undefined;
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
export function toCachedGame(game: GameFieldsRow): CachedGame {
  return { text: toJsonMembers(toGameFields(game)), kickOff: game.kickOff.getTime() };
}

/** Values that are added to a stored document for the reader of a list. */
type CachedJsonAdditions = {
  row: ReaderFieldsRow & { id: string };
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
export function buildListedTipJson(
  [its, facts, ...legs]: readonly string[],
  { row, viewer, games, tipster }: CachedJsonAdditions,
): string | undefined {
  if (its !== cachedJsonVersion) return undefined;
  let options = '';
  let expiry = Infinity;
  for (let index = 0; index < legs.length; index += 2) {
    const fixtureId = legs[index] ?? '';
    const game = games.get(fixtureId);
    if (!game) return undefined;
    expiry = Math.min(expiry, game.kickOff);
    options += `${index > 0 ? ',' : ''}{"fixtureId":${fixtureId},${game.text},${legs[index + 1]}}`;
  }
  const fields = toJsonMembers({
    expiryTime: new Date(expiry).toISOString(),
    ...toReaderFields(row, viewer),
  });
  return `{"id":"${row.id}",${tipster},"options":[${options}],${facts},${fields}}`;
}

/** The members of an object in JSON, without its braces. */
export function toJsonMembers(facts: object): string {
  return JSON.stringify(facts).slice(1, -1);
}
