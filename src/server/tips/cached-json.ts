import {
  cachedJsonVersion,
  type PublicTipColumns,
  toGameFields,
  type LegGameColumns,
  toLegFields,
  toReaderFields,
  type ReaderTipColumns,
  toTipFields,
  type Viewer,
} from './presenter.ts';

/** Separates the parts of cached JSON; does not occur in JSON. */
export const cachedJsonSeparator = '\u0001';

/**
 * Creates the cached JSON of a tip for lists, in parts. Values from outside the tip's row and legs
 * (games, names, reader) are added by `buildListedTipJson`. Triggers in the database clear the
 * cached JSON when the tip or its legs change.
 */
export function toCachedJson(tip: PublicTipColumns): string {
  const legs = tip.legs.flatMap((leg) => [
    JSON.stringify(leg.fixtureId),
    toJsonMembers(toLegFields(leg)),
  ]);
  return [cachedJsonVersion, toJsonMembers(toTipFields(tip)), ...legs].join(cachedJsonSeparator);
}

/** Parses cached JSON for a comparison; undefined if the JSON has an older version. */
export function parseCachedJson(json: string): unknown {
  const [version, ...parts] = json.split(cachedJsonSeparator);
  if (version !== cachedJsonVersion) return undefined;
  try {
    // The parts are the tip's fields, then alternately the fixture id and the fields of each leg.
    return parts.map((part, index): unknown => JSON.parse(index % 2 === 1 ? part : `{${part}}`));
  } catch {
    return json;
  }
}

/** The JSON of a game as part of a leg, and its kick-off in milliseconds. */
export type CachedGame = { text: string; kickOff: number };

/** Creates the JSON of a game for all tips of a page. */
export function toCachedGame(game: LegGameColumns): CachedGame {
  return { text: toJsonMembers(toGameFields(game)), kickOff: game.kickOff.getTime() };
}

/** Values that are added to cached JSON for the reader of a list. */
type CachedJsonAdditions = {
  row: ReaderTipColumns & { id: string };
  viewer: Viewer | undefined;
  /** Games by the JSON of their fixture id. */
  games: ReadonlyMap<string, CachedGame>;
  /** The tipster's fields in JSON, without braces. */
  tipster: string;
};

/**
 * Builds the JSON of a listed tip from the parts of its cached JSON; undefined if the version is
 * older or a game is missing.
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

/** Returns an object in JSON without its braces. */
export function toJsonMembers(facts: object): string {
  return JSON.stringify(facts).slice(1, -1);
}
