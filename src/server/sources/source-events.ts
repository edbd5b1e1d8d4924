import { and, eq, inArray, sql } from 'drizzle-orm';

import { minOf } from '#domain/extremes.ts';

import type { Transaction } from '../db/database.ts';
import { sourceEvents } from '../db/source-tables.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import type { ClubNameMapper } from './club-names.ts';
import {
  computeKickOffDistanceMs,
  type GameIdentity,
  identifyGame,
  hasSameClubs,
  maxSameGameDistanceMs,
  swapSides,
} from './identity.ts';
import type { SourceGame } from './source-games.ts';

/** A received game and its fixture; `repeated` if the same response contains the game twice. */
export type IdentifiedGame = { game: SourceGame } & (
  | GameIdentity<FixtureRow>
  | { is: 'repeated'; row: FixtureRow | undefined }
);

/** Fixture ids by event id of the source, and ids of all fixtures that have an event id. */
export type KnownEvents = {
  fixtureIdsByEvent: ReadonlyMap<string, string>;
  linkedFixtureIds: ReadonlySet<string>;
};

/** Reads a source's event ids of these fixtures. */
export async function readKnownEvents(
  tx: Transaction,
  host: string,
  rows: readonly FixtureRow[],
): Promise<KnownEvents> {
  if (rows.length === 0) return { fixtureIdsByEvent: new Map(), linkedFixtureIds: new Set() };
  const ids = rows.map(({ id }) => id);
  const events = await tx
    .select()
    .from(sourceEvents)
    .where(and(eq(sourceEvents.host, host), inArray(sourceEvents.fixtureId, ids)));
  return {
    fixtureIdsByEvent: new Map(events.map(({ eventId, fixtureId }) => [eventId, fixtureId])),
    linkedFixtureIds: new Set(events.map(({ fixtureId }) => fixtureId)),
  };
}

/** Stores a source's event ids of fixtures. */
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

/** The fixtures that games of a source may be, with the known event ids and club names. */
type GameIdentificationContext = {
  rows: readonly FixtureRow[];
  events: KnownEvents;
  nameOf: ClubNameMapper;
};

/** Removes event ids that a response contains for several games. */
export function removeSharedEventIds(games: readonly SourceGame[]): SourceGame[] {
  const byEvent = Map.groupBy(games, ({ eventId }) => eventId);
  return games.map((game) =>
    byEvent.get(game.eventId)?.length === 1 ? game : { ...game, eventId: undefined },
  );
}

/**
 * Finds the fixture of each received game: by the source's event id, else by clubs and kick-off. If
 * two games match one fixture, its event id decides, else the nearer kick-off.
 */
export function identifyGames(
  games: readonly SourceGame[],
  { rows, events, nameOf }: GameIdentificationContext,
): IdentifiedGame[] {
  const received = { received: games, nameOf };
  const claimed = new Set<string>();
  const added: SourceGame[] = [];
  const find = (game: SourceGame): IdentifiedGame => {
    const linked = findRowOfEvent(game, rows, events);
    const byEvent = linked && hasSameClubs(linked, game, nameOf) ? linked : undefined;
    // A fixture with another event id is another game, unless their kick-offs are near each other.
    const others = rows.filter(
      (row) =>
        !events.linkedFixtureIds.has(row.id) ||
        computeKickOffDistanceMs(row, game) <= maxSameGameDistanceMs,
    );
    const identity: GameIdentity<FixtureRow> = byEvent
      ? {
          is:
            computeKickOffDistanceMs(byEvent, game) <= maxSameGameDistanceMs ? 'known' : 'replayed',
          row: byEvent,
        }
      : identifyGame(game, others, received);
    if (identity.is === 'swapped' || identity.is === 'unclear') return { game, ...identity };
    const row = identity.is === 'new' ? undefined : identity.row;
    const isTwin = added.some(
      (each) =>
        computeKickOffDistanceMs(each, game) <= maxSameGameDistanceMs &&
        (hasSameClubs(each, game, nameOf) || hasSameClubs(swapSides(each), game, nameOf)),
    );
    if ((row && claimed.has(row.id)) || isTwin) return { game, is: 'repeated', row };
    if (row) claimed.add(row.id);
    if (identity.is !== 'known') added.push(game);
    return { game, ...identity };
  };
  return sortForIdentification(games, { rows, events, nameOf }).map(find);
}

/** Sorts games with a stored event id first, then by distance from a fixture of the same clubs. */
function sortForIdentification(
  games: readonly SourceGame[],
  { rows, events, nameOf }: GameIdentificationContext,
): readonly SourceGame[] {
  const distanceOf = (game: SourceGame) =>
    findRowOfEvent(game, rows, events)
      ? -1
      : minOf(
          rows
            .filter((row) => hasSameClubs(row, game, nameOf))
            .map((row) => computeKickOffDistanceMs(row, game)),
        );
  return games
    .map((game) => ({ game, distance: distanceOf(game) }))
    .toSorted(
      (a, b) =>
        (a.distance === b.distance ? 0 : a.distance - b.distance) ||
        a.game.kickOff.getTime() - b.game.kickOff.getTime(),
    )
    .map(({ game }) => game);
}

function findRowOfEvent(
  { eventId }: SourceGame,
  rows: readonly FixtureRow[],
  { fixtureIdsByEvent }: KnownEvents,
): FixtureRow | undefined {
  const id = eventId === undefined ? undefined : fixtureIdsByEvent.get(eventId);
  return id === undefined ? undefined : rows.find((row) => row.id === id);
}
