import { and, eq, gte, inArray, lte, not, sql } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';
import { dayMs, minuteMs } from '#domain/durations.ts';

import { type Database, type Transaction, runInTransaction } from '../db/database.ts';
import { lockIds } from '../db/locks.ts';
import { audit, fixtures, leagues } from '../db/schema.ts';
import {
  createKickOffEvent,
  markTipsOfFixturesChanged,
  createResultEvent,
} from '../fixtures/changes.ts';
import { findKnownLeague } from '../fixtures/leagues.ts';
import { type FixtureRow, hasAdministratorResult } from '../fixtures/queries.ts';
import { createFixtureId } from '../seasons/season.ts';
import { createClubNameMapper, saveUnknownNames } from './club-names.ts';
import { type OddsMarket, filterPricesByMarkets } from './markets.ts';
import {
  readKnownEvents,
  identifyGames,
  type IdentifiedGame,
  linkEvents,
  removeSharedEventIds,
} from './source-events.ts';
import type { SourceGame } from './source-games.ts';

/** Names of doubtful games, of games that a response lists twice, and of unknown clubs. */
export type ImportWarnings = { doubtful: string[]; repeated: string[]; unknown: string[] };

/** Games from a source; prices of `unrequested` markets are not changed. */
type ReceivedOdds = {
  sportKey: string;
  games: readonly SourceGame[];
  source: string;
  at: Date;
  unrequested: readonly OddsMarket[];
};

/** Updates a league's fixtures from a source; returns warnings for administrators. */
export async function saveSourceGames(
  database: Database,
  received: ReceivedOdds,
): Promise<ImportWarnings> {
  return runInTransaction(database, async (tx) => {
    // Waits for a running season import, which may add the same games.
    await tx.execute(sql`select pg_advisory_xact_lock(${lockIds.seasonImport})`);
    const rows = await readFixturesNear(tx, received);
    const events = await readKnownEvents(tx, received.source, rows);
    const nameOf = await createClubNameMapper(tx, received.sportKey);
    const found = identifyGames(removeSharedEventIds(received.games), { rows, events, nameOf });
    const added = await addNewGames(tx, received, found);
    const locked = await lockFixtures(tx, found);
    const changed = { moved: new Array<string>(), results: new Array<string>() };
    for (const each of found) {
      const row = findLockedRow(each, locked);
      if (!row || !isChangeableBySource(row, received.at)) continue;
      if (each.is === 'known' && (await updateFixture(tx, row, each.game, received))) {
        changed.moved.push(row.id);
      }
      if (each.is === 'replayed') {
        await postponeFixture(tx, row, received);
        changed.results.push(row.id);
      }
      if (each.is === 'swapped') await removePrices(tx, row, received.at);
    }
    await linkEvents(tx, received.source, toEventLinks(found, added));
    await markTipsOfFixturesChanged(tx, changed);
    const names = found.flatMap(({ is, game }) => (is === 'unclear' ? [game.home, game.away] : []));
    const { sportKey, source, at } = received;
    const unknown = await saveUnknownNames(tx, { sportKey, source, names, at });
    return { ...findImportWarnings(found, locked, at), unknown };
  });
}

function findLockedRow(
  found: IdentifiedGame,
  locked: ReadonlyMap<string, FixtureRow>,
): FixtureRow | undefined {
  return found.is === 'new' ? undefined : locked.get(found.row?.id ?? '');
}

/** Returns warnings about future games only; administrators decide started games. */
function findImportWarnings(
  found: readonly IdentifiedGame[],
  locked: ReadonlyMap<string, FixtureRow>,
  at: Date,
): Omit<ImportWarnings, 'unknown'> {
  const nameOf = ({ game }: IdentifiedGame) => gameName(game.home, game.away);
  const doubtful = found.filter((each) => {
    const row = findLockedRow(each, locked);
    return (each.is === 'swapped' || each.is === 'unclear') && row && isChangeableBySource(row, at);
  });
  const repeated = found.filter(({ is, game }) => is === 'repeated' && game.kickOff > at);
  return { doubtful: doubtful.map(nameOf), repeated: repeated.map(nameOf) };
}

/** Returns the source's event id of each known or added fixture. */
function toEventLinks(found: readonly IdentifiedGame[], added: ReadonlyMap<SourceGame, string>) {
  return found.flatMap(({ game, ...each }) => {
    const { eventId } = game;
    const fixtureId = each.is === 'known' ? each.row.id : added.get(game);
    return eventId !== undefined && fixtureId !== undefined ? [{ eventId, fixtureId }] : [];
  });
}

/** Maximum milliseconds from now to the kick-off of imported games; later games have no prices. */
const priceWindowMs = 90 * dayMs;

async function readFixturesNear(
  tx: Transaction,
  { sportKey, at }: ReceivedOdds,
): Promise<FixtureRow[]> {
  return tx
    .select()
    .from(fixtures)
    .where(
      and(
        eq(fixtures.sportKey, sportKey),
        gte(fixtures.kickOff, new Date(at.getTime() - 3 * dayMs)),
        lte(fixtures.kickOff, new Date(at.getTime() + priceWindowMs)),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}

/**
 * Locks the fixtures that may change, so that nobody posts a tip on them meanwhile. Fixtures with
 * an administrator's result are omitted.
 */
async function lockFixtures(
  tx: Transaction,
  found: readonly IdentifiedGame[],
): Promise<Map<string, FixtureRow>> {
  const ids = found.flatMap((each) => (each.is !== 'new' && each.row ? [each.row.id] : []));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(fixtures)
    .where(and(inArray(fixtures.id, ids), not(hasAdministratorResult)))
    .orderBy(fixtures.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** True if a source of odds may change a fixture: it has neither begun nor been called off. */
function isChangeableBySource({ status, kickOff }: FixtureRow, at: Date): boolean {
  return status === 'scheduled' && kickOff > at;
}

/** Adds unknown future games; returns their fixture ids. */
async function addNewGames(
  tx: Transaction,
  received: ReceivedOdds,
  found: readonly IdentifiedGame[],
): Promise<Map<SourceGame, string>> {
  const { sportKey, source, at } = received;
  const league = findKnownLeague(sportKey);
  if (!league) return new Map();
  const { key, title, group, details } = league;
  await tx.insert(leagues).values({ key, title, group, details }).onConflictDoNothing();
  const games = found.flatMap(({ is, game }) => {
    const isUpcoming = game.kickOff > at && game.kickOff.getTime() <= at.getTime() + priceWindowMs;
    return isUpcoming && (is === 'new' || is === 'replayed') ? [game] : [];
  });
  const rows = games.map((game) => {
    const { home, away, kickOff } = game;
    // All processes and sources compute the same id for a game.
    const id = createFixtureId([sportKey, home, away, kickOff.toISOString().slice(0, 10)]);
    const searchName = gameSearchText(gameName(home, away));
    const facts = { id, sportKey, source, home, away, searchName, kickOff, updatedAt: at };
    return { ...facts, ...toPriceColumns(game, received) };
  });
  if (rows.length === 0) return new Map();
  const inserted = await tx.insert(fixtures).values(rows).onConflictDoNothing().returning();
  const ids = new Set(inserted.map(({ id }) => id));
  return new Map(
    games.flatMap((game, index) => {
      const { id = '' } = rows[index] ?? {};
      return ids.has(id) ? [[game, id] as const] : [];
    }),
  );
}

const noPrices = {
  priceHome: null,
  priceDraw: null,
  priceAway: null,
  otherPrices: null,
  pricedAt: null,
};

/** Returns the price columns to write; without received prices the stored prices stay. */
function toPriceColumns(
  { prices, otherPrices }: SourceGame,
  { at, unrequested }: ReceivedOdds,
  row?: FixtureRow,
) {
  // Other prices are stored only if the game has prices of 1, X and 2.
  const isPriced = prices !== undefined || (otherPrices !== undefined && row?.priceHome != null);
  if (!isPriced) return {};
  const others = { ...filterPricesByMarkets(row?.otherPrices ?? {}, unrequested), ...otherPrices };
  return {
    ...(prices && {
      priceHome: prices.home.toFixed(2),
      priceDraw: prices.draw.toFixed(2),
      priceAway: prices.away.toFixed(2),
      pricedAt: at,
    }),
    otherPrices: Object.keys(others).length > 0 ? others : null,
  };
}

/**
 * Delays of a kick-off below this number of milliseconds are ignored. Sources report the actual
 * start of a game, and a later kick-off would allow tips on a game in play.
 */
const ignoredDelayMs = 15 * minuteMs;

/** Updates kick-off and prices of a fixture; returns true if the game moved. */
async function updateFixture(
  tx: Transaction,
  row: FixtureRow,
  game: SourceGame,
  received: ReceivedOdds,
): Promise<boolean> {
  const { at } = received;
  const later = game.kickOff.getTime() - row.kickOff.getTime();
  const isMoved = later < 0 || later >= ignoredDelayMs;
  const kickOff = isMoved ? game.kickOff : row.kickOff;
  // A price during play must not be used for a tip.
  const prices = game.kickOff > at ? toPriceColumns(game, received, row) : {};
  if (!isMoved && Object.keys(prices).length === 0) return false;
  await tx
    .update(fixtures)
    .set({ kickOff, ...prices, updatedAt: at })
    .where(eq(fixtures.id, row.id));
  if (!isMoved) return false;
  const change = { id: row.id, before: row, after: { kickOff } };
  await tx.insert(audit).values(createKickOffEvent(toEventStamp(received), change));
  return true;
}

/** Sets a fixture to postponed, because its source lists the game on another date. */
async function postponeFixture(
  tx: Transaction,
  row: FixtureRow,
  received: ReceivedOdds,
): Promise<void> {
  const status = 'postponed' as const;
  await tx
    .update(fixtures)
    .set({ status, ...noPrices, updatedAt: received.at })
    .where(eq(fixtures.id, row.id));
  const change = { id: row.id, before: row, after: { ...row, status } };
  await tx.insert(audit).values(createResultEvent(toEventStamp(received), change));
}

function toEventStamp({ at, source }: Pick<ReceivedOdds, 'at' | 'source'>) {
  return { at, reason: `Odds source ${source}` };
}

/**
 * Removes a fixture's prices if the home side is in doubt, because the meaning of 1 and 2 depends
 * on the home side. An administrator then sets the price.
 */
async function removePrices(
  tx: Transaction,
  { id, priceHome }: FixtureRow,
  at: Date,
): Promise<void> {
  if (priceHome === null) return;
  await tx
    .update(fixtures)
    .set({ ...noPrices, updatedAt: at })
    .where(eq(fixtures.id, id));
}
