import { and, eq, gte, inArray, lte, not, sql } from 'drizzle-orm';

import { gameSearchText } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';

import { type Database, type Transaction, transaction } from '../db/database.ts';
import { locks } from '../db/locks.ts';
import { audit, fixtures, leagues } from '../db/schema.ts';
import { leagueKeyed } from '../fixtures/leagues.ts';
import { day, type FixtureRow, isAdministrators } from '../fixtures/queries.ts';
import { renewTips, resultOf } from '../seasons/import.ts';
import { fixtureId } from '../seasons/season.ts';
import type { Source } from './source.ts';
import { type Identity, identify } from './identity.ts';
import { gamesOf, whatIsLeft } from './questions.ts';
import { reportUnreadable } from './readings.ts';
import type { ToldGame } from './told-games.ts';
import { type SourceTools, inTurn } from './turns.ts';

/** A source of odds, and the keys of the leagues that are asked for. */
export type OddsSource = { source: Source; leagues: readonly string[] };

/**
 * Asks for the games ahead and their prices, as often as the requests that are left allow. Games nobody knows
 * are added, changed kick-offs are taken over, and everything else stays.
 */
export async function takeOdds(tools: SourceTools, { source, leagues }: OddsSource): Promise<void> {
  const questions = leagues.map((key) => ({ key, question: gamesOf(source, key) }));
  const round = questions.reduce((all, { question }) => all + question.cost, 0);
  await inTurn(tools, { source, round }, async (ask) => {
    await ask(whatIsLeft(source));
    for (const { key, question } of questions) {
      await ask(question, async ({ entries: games, unreadable }) => {
        reportUnreadable(tools.log, { host: source.host, question: question.name, unreadable });
        const told = { sportKey: key, games, source: source.host, at: tools.clock() };
        const doubtful = await saveGames(tools.database, told);
        if (doubtful.length > 0) {
          tools.log.warn(
            { host: source.host, league: key, doubtful },
            'a source tells games otherwise than we know them',
          );
        }
      });
    }
  });
}

type Told = { sportKey: string; games: readonly ToldGame[]; source: string; at: Date };

/** Brings a league's fixtures to what was told of them; names the games that are in doubt. */
async function saveGames(database: Database, told: Told): Promise<string[]> {
  return transaction(database, async (tx) => {
    // While a season is imported its games are not known yet.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.seasonImport})`);
    const rows = await rowsOf(tx, told);
    const found = told.games.map((game) => ({ game, ...identify(game, rows, told.games) }));
    await addNew(tx, told, found);
    const held = await hold(tx, found);
    const doubtful: string[] = [];
    const moved: string[] = [];
    const postponed: string[] = [];
    for (const each of found) {
      const row = each.is === 'new' ? undefined : held.get(each.row.id);
      if (!row || !isOpen(row, told.at)) continue;
      if (each.is === 'known' && (await update(tx, row, each.game, told))) moved.push(row.id);
      if (each.is === 'replayed') {
        await postpone(tx, row, told);
        postponed.push(row.id);
      }
      if (each.is === 'swapped') await unprice(tx, row, told.at);
      if (each.is === 'swapped' || each.is === 'unclear') {
        doubtful.push(gameName(each.game.home, each.game.away));
      }
    }
    await renewTips(tx, { moved, results: postponed });
    return doubtful;
  });
}

type Found = { game: ToldGame } & Identity<FixtureRow>;

/** The furthest that bookmakers look ahead, and a game that was moved. */
const window = 90 * day;

async function rowsOf(tx: Transaction, { sportKey, at }: Told): Promise<FixtureRow[]> {
  return tx
    .select()
    .from(fixtures)
    .where(
      and(
        eq(fixtures.sportKey, sportKey),
        gte(fixtures.kickOff, new Date(at.getTime() - 3 * day)),
        lte(fixtures.kickOff, new Date(at.getTime() + window)),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}

/** The fixtures that may change, so that no tip is posted on them meanwhile; administrators' stay. */
async function hold(tx: Transaction, found: readonly Found[]): Promise<Map<string, FixtureRow>> {
  const ids = found.flatMap((each) => (each.is === 'new' ? [] : [each.row.id]));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(fixtures)
    .where(and(inArray(fixtures.id, ids), not(isAdministrators)))
    .orderBy(fixtures.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** A game that has begun, or of which somebody said otherwise, is beyond what a source of odds knows. */
function isOpen({ status, kickOff }: FixtureRow, at: Date): boolean {
  return status === 'scheduled' && kickOff > at;
}

async function addNew(tx: Transaction, told: Told, found: readonly Found[]): Promise<void> {
  const { sportKey, source, at } = told;
  const league = leagueKeyed(sportKey);
  if (!league) return;
  const { key, title, group, details } = league;
  await tx.insert(leagues).values({ key, title, group, details }).onConflictDoNothing();
  const rows = found.flatMap(({ is, game }) => {
    const { home, away, kickOff } = game;
    const isAhead = kickOff > at && kickOff.getTime() <= at.getTime() + window;
    if (!isAhead || (is !== 'new' && is !== 'replayed')) return [];
    // Whichever process or source is first, it is one and the same fixture.
    const id = fixtureId([sportKey, home, away, kickOff.toISOString().slice(0, 10)]);
    const searchName = gameSearchText(gameName(home, away));
    const facts = { id, sportKey, source, home, away, searchName, kickOff, updatedAt: at };
    return [{ ...facts, ...pricesOf(game, at) }];
  });
  if (rows.length > 0) await tx.insert(fixtures).values(rows).onConflictDoNothing();
}

const priceless = {
  priceHome: null,
  priceDraw: null,
  priceAway: null,
  otherPrices: null,
  pricedAt: null,
};

/** No prices are no news: those that stand are shown with their age. */
function pricesOf({ prices, otherPrices }: ToldGame, at: Date) {
  if (!prices) return {};
  return {
    priceHome: prices.home.toFixed(2),
    priceDraw: prices.draw.toFixed(2),
    priceAway: prices.away.toFixed(2),
    otherPrices: otherPrices ?? null,
    pricedAt: at,
  };
}

/**
 * Bookmakers round a kick-off, or write down when it really was. A few minutes later are not believed: a tip
 * could be posted on a game in play.
 */
const notMoved = 15 * 60_000;

/** Takes over a kick-off and prices; tells whether the game moved. */
async function update(
  tx: Transaction,
  row: FixtureRow,
  game: ToldGame,
  { at, source }: Told,
): Promise<boolean> {
  const later = game.kickOff.getTime() - row.kickOff.getTime();
  const isMoved = later < 0 || later >= notMoved;
  const kickOff = isMoved ? game.kickOff : row.kickOff;
  // What is asked for a game in play is no price for a tip.
  const prices = game.kickOff > at ? pricesOf(game, at) : {};
  if (!isMoved && Object.keys(prices).length === 0) return false;
  await tx
    .update(fixtures)
    .set({ kickOff, ...prices, updatedAt: at })
    .where(eq(fixtures.id, row.id));
  if (!isMoved) return false;
  await note(tx, 'fixture.move', row, { at, source }, [{ kickOff: row.kickOff }, { kickOff }]);
  return true;
}

/** A game that its source has on another date is off on this one. */
async function postpone(tx: Transaction, row: FixtureRow, told: Told): Promise<void> {
  const status = 'postponed';
  await tx
    .update(fixtures)
    .set({ status, ...priceless, updatedAt: told.at })
    .where(eq(fixtures.id, row.id));
  await note(tx, 'fixture.result', row, told, [resultOf(row), { ...resultOf(row), status }]);
}

/** Whose ground it is on is in doubt, and so is what 1 and 2 mean: an administrator prices it. */
async function unprice(tx: Transaction, { id, priceHome }: FixtureRow, at: Date): Promise<void> {
  if (priceHome === null) return;
  await tx
    .update(fixtures)
    .set({ ...priceless, updatedAt: at })
    .where(eq(fixtures.id, id));
}

async function note(
  tx: Transaction,
  action: 'fixture.move' | 'fixture.result',
  { id }: FixtureRow,
  { at, source }: Pick<Told, 'at' | 'source'>,
  [before, after]: [before: object, after: object],
): Promise<void> {
  const reason = `Odds source ${source}`;
  await tx.insert(audit).values({ at, action, subject: `fixture:${id}`, before, after, reason });
}
