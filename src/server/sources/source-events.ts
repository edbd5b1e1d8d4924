import { and, eq, inArray, sql } from 'drizzle-orm';

import { minOf } from '#domain/extremes.ts';

import type { Transaction } from '../db/database.ts';
import { sourceEvents } from '../db/source-tables.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import type { NameOf } from './club-names.ts';
import {
  apart,
  type Identity,
  identify,
  isSamePair,
  sameGame,
  withSidesSwapped,
} from './identity.ts';
import type { SourceGame } from './source-games.ts';

/** A received game and its fixture; `repeated`: the same response contains it twice. */
export type FoundGame = { game: SourceGame } & (
  | Identity<FixtureRow>
  | { is: 'repeated'; row: FixtureRow | undefined }
);

/** Fixture ids by the source's event ids, and the ids of the fixtures that have one. */
export type KnownEvents = {
  fixtureIds: ReadonlyMap<string, string>;
  linked: ReadonlySet<string>;
};

/** Reads the source's event ids of these fixtures. */
export async function eventsOf(
  tx: Transaction,
  host: string,
  rows: readonly FixtureRow[],
): Promise<KnownEvents> {
  if (rows.length === 0) return { fixtureIds: new Map(), linked: new Set() };
  const ids = rows.map(({ id }) => id);
  const events = await tx
    .select()
    .from(sourceEvents)
    .where(and(eq(sourceEvents.host, host), inArray(sourceEvents.fixtureId, ids)));
  return {
    fixtureIds: new Map(events.map(({ eventId, fixtureId }) => [eventId, fixtureId])),
    linked: new Set(events.map(({ fixtureId }) => fixtureId)),
  };
}

/** Stores the source's event ids of fixtures. */
export async function linkEvents(
  tx: Transaction,
  host: string,
  links: readonly { eventId: string; fixtureId: string }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx
    .insert(sourceEvents)
    .values(links.map((link) => ({ ...link, host })))
    .onConflictDoUpdate({
      target: [sourceEvents.host, sourceEvents.eventId],
      set: { fixtureId: sql`excluded.fixture_id` },
    });
}

type Surroundings = { rows: readonly FixtureRow[]; events: KnownEvents; nameOf: NameOf };

/** Removes event ids that a response gives to more than one game. */
export function withOwnEvents(games: readonly SourceGame[]): SourceGame[] {
  const byEvent = Map.groupBy(games, ({ eventId }) => eventId);
  return games.map((game) =>
    byEvent.get(game.eventId)?.length === 1 ? game : { ...game, eventId: undefined },
  );
}

/**
 * Finds the fixture of each received game: by the source's event id, else by clubs and kick-off. Of
 * two games with one fixture the known one counts, else the earlier.
 */
export function findGames(
  games: readonly SourceGame[],
  { rows, events, nameOf }: Surroundings,
): FoundGame[] {
  const received = { received: games, nameOf };
  const claimed = new Set<string>();
  const added: SourceGame[] = [];
  const find = (game: SourceGame): FoundGame => {
    const linked = rowOfEvent(game, rows, events);
    const byEvent = linked && isSamePair(linked, game, nameOf) ? linked : undefined;
    // Another event of this source is another game, unless it is on the same days.
    const others = rows.filter((row) => !events.linked.has(row.id) || apart(row, game) <= sameGame);
    const identity: Identity<FixtureRow> = byEvent
      ? { is: apart(byEvent, game) <= sameGame ? 'known' : 'replayed', row: byEvent }
      : identify(game, others, received);
    if (identity.is === 'swapped' || identity.is === 'unclear') return { game, ...identity };
    const row = identity.is === 'new' ? undefined : identity.row;
    const isTwin = added.some(
      (each) =>
        apart(each, game) <= sameGame &&
        (isSamePair(each, game, nameOf) || isSamePair(withSidesSwapped(each), game, nameOf)),
    );
    if ((row && claimed.has(row.id)) || isTwin) return { game, is: 'repeated', row };
    if (row) claimed.add(row.id);
    if (identity.is !== 'known') added.push(game);
    return { game, ...identity };
  };
  return inOrder(games, { rows, events, nameOf }).map(find);
}

/** Known games first, then by their distance to the fixture of these clubs, then the earlier. */
function inOrder(
  games: readonly SourceGame[],
  { rows, events, nameOf }: Surroundings,
): readonly SourceGame[] {
  const distanceOf = (game: SourceGame) =>
    rowOfEvent(game, rows, events)
      ? -1
      : minOf(rows.filter((row) => isSamePair(row, game, nameOf)).map((row) => apart(row, game)));
  return games
    .map((game) => ({ game, distance: distanceOf(game) }))
    .toSorted(
      (a, b) =>
        (a.distance === b.distance ? 0 : a.distance - b.distance) ||
        a.game.kickOff.getTime() - b.game.kickOff.getTime(),
    )
    .map(({ game }) => game);
}

function rowOfEvent(
  { eventId }: SourceGame,
  rows: readonly FixtureRow[],
  { fixtureIds }: KnownEvents,
): FixtureRow | undefined {
  const id = eventId === undefined ? undefined : fixtureIds.get(eventId);
  return id === undefined ? undefined : rows.find((row) => row.id === id);
}
