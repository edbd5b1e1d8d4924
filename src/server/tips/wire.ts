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

/** What stands between the parts of a wire document; no JSON holds it. */
export const partMark = '\u0001';

/** Another one whenever `tipFacts` or `legFacts` say something else of the same rows. */
const shape = '3';

/**
 * A tip as lists say it, stored with its row. What its row and legs do not decide (its games, names and
 * reader) is no part of it: `filled` adds that. The database forgets it when what it was made of changes.
 */
export function wireOf(tip: FactsRow): string {
  const legs = tip.legs.flatMap((leg) => [JSON.stringify(leg.fixtureId), inner(legFacts(leg))]);
  return [shape, inner(tipFacts(tip)), ...legs].join(partMark);
}

/** Parses a document for comparison; undefined where it has not the current shape. */
export function documentOf(wire: string): unknown {
  const [shapeOfWire, ...parts] = wire.split(partMark);
  if (shapeOfWire !== shape) return undefined;
  try {
    // The facts of the tip, then each leg's fixture id before its facts.
    return parts.map((part, index): unknown => JSON.parse(index % 2 === 1 ? part : `{${part}}`));
  } catch {
    return wire;
  }
}

/** A game as the legs of a page tell it. */
export type WiredGame = { text: string; kickOff: number };

/** A game, for every document that holds it. */
export function wiredGame(game: GameOfLeg): WiredGame {
  return { text: inner(gameFacts(game)), kickOff: game.kickOff.getTime() };
}

/** What is added to a stored tip by when it is read, and by whom. */
type Filling = {
  row: ReaderRow & { id: string };
  viewer: Viewer | undefined;
  /** By fixture id in JSON. */
  games: ReadonlyMap<string, WiredGame>;
  /** What is said of its tipster, without braces. */
  tipster: string;
};

/** The JSON of a listed tip, from the parts of its document; undefined where that is of another shape. */
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
  const said = inner({ expiryTime: new Date(expiry).toISOString(), ...readerFacts(row, viewer) });
  return `{"id":"${row.id}",${tipster},"options":[${options}],${facts},${said}}`;
}

/** The members of an object in JSON, without its braces. */
export function inner(facts: object): string {
  return JSON.stringify(facts).slice(1, -1);
}
