import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type Option, optionWithId } from '#domain/catalogue.ts';
import { lacksResult } from '#domain/fixture.ts';
import { proposal } from '#domain/settlement/settlement.ts';
import type { DecidedResult } from '#domain/tip.ts';

import type { Queryable } from '../db/database.ts';
import { matchOf, pricesOf, toScorePair } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { type Author, lastAuthor } from './authors.ts';
import type { DeskCall } from './batches.ts';
import {
  confirmedSelections,
  fixturesInOrder,
  type DeskView,
  type OpenSelection,
  openSelections,
  deviatingResultsOf,
  waitingTickets,
} from './queries.ts';

/** All work for administrators. */
export async function deskFor(database: Queryable, view: DeskView) {
  const fixtures = await fixturesFor(database, view);
  const missing = fixtures.filter(({ status, kickOff }) =>
    lacksResult({ status, kickOff: new Date(kickOff) }, view.at),
  );
  const corrected = fixtures.filter(({ selections }) =>
    selections.some(({ confirmedDiffering }) => confirmedDiffering > 0),
  );
  const differing = fixtures.flatMap(({ id: fixtureId, selections }) =>
    selections.flatMap(({ oddsId, differing: count, proposal: ruling }) =>
      count > 0 && ruling ? [{ fixtureId, oddsId, result: ruling.result }] : [],
    ),
  );
  const counts = {
    ...(await waitingTickets(database, { ...view, differing })),
    resultsMissing: missing.length,
    corrected: corrected.length,
    toldOtherwise: fixtures.filter((fixture) => fixture.told).length,
  };
  return { counts, fixtures };
}

/** One fixture as the desk shows it, with or without work. */
export async function deskFixture(
  database: Queryable,
  view: DeskView & { fixtureId: string },
): Promise<DeskFixture> {
  const [fixture] = await fixturesFor(database, view);
  if (!fixture) throw new ApiProblem('not-found');
  return fixture;
}

/** Refuses an outdated version of a fixture, and returns the current one with its author. */
export async function staleFixture(
  database: Queryable,
  { fixtureId, by, arrivedAt: at }: DeskCall,
  author: Author | undefined,
): Promise<ApiProblem> {
  const fixture = await deskFixture(database, { fixtureId, by, at });
  return new ApiProblem('stale-version', { extra: { fixture, ...author } });
}

/** Refuses a version with an earlier result of the fixture. */
export async function staleResult(database: Queryable, call: DeskCall): Promise<ApiProblem> {
  const author = await lastAuthor(database, ['fixture.result'], [`fixture:${call.fixtureId}`]);
  return staleFixture(database, call, author);
}

async function fixturesFor(database: Queryable, view: DeskView): Promise<DeskFixture[]> {
  const open = await openSelections(database, view);
  const confirmed = await confirmedSelections(database, view);
  const deviatingResults = await deviatingResultsOf(database, view);
  const fixtureIds = [
    ...open.keys(),
    ...confirmed.map(({ fixtureId }) => fixtureId),
    ...deviatingResults.keys(),
  ];
  const ids = new Set(view.fixtureId === undefined ? fixtureIds : [view.fixtureId]);
  const confirmedOf = Map.groupBy(confirmed, ({ fixtureId }) => fixtureId);
  const rows = await fixturesInOrder(database, [...ids]);
  return rows.flatMap((row) => {
    const selectionRows = {
      open: open.get(row.id) ?? [],
      confirmed: confirmedOf.get(row.id) ?? [],
    };
    const selections = selectionsOf(row, selectionRows, view.at);
    const reported = deviatingResults.get(row.id);
    const isEmpty = selections.length === 0 && !reported && view.fixtureId === undefined;
    const ticketState = selectionRows.open.reduce((sum, each) => sum + each.state, 0);
    const rest = {
      ticketState,
      ...(reported && { told: reported }),
      selections,
    };
    return isEmpty ? [] : [toDeskFixture(row, rest)];
  });
}

type SelectionRows = {
  open: OpenSelection[];
  confirmed: Awaited<ReturnType<typeof confirmedSelections>>;
};

/** Options of a fixture with work; confirmed tickets that match the rules are none. */
function selectionsOf(
  row: FixtureRow,
  { open, confirmed }: SelectionRows,
  now: Date,
): DeskSelection[] {
  const ids = new Set([...open, ...confirmed].map(({ oddsId }) => oddsId));
  return [...ids]
    .toSorted((one, next) => one - next)
    .flatMap((oddsId) => {
      const option = optionWithId(oddsId);
      if (!option) return [];
      const proposed = proposal(option, matchOf(row), now);
      const mine = open.find((each) => each.oddsId === oddsId);
      const closed = confirmed.find((each) => each.oddsId === oddsId);
      const confirmedDiffering = closed ? differing(closed.earlier, proposed?.result) : 0;
      if (!mine && confirmedDiffering === 0) return [];
      const feedOdd = feedOddOf(row, option);
      return {
        ...(mine ? openFigures(mine) : noOpenTickets),
        oddsId,
        ...(feedOdd !== undefined && { feedOdd }),
        ...(proposed && { proposal: proposed }),
        differing: mine ? earlierDiffering(mine, proposed?.result) : 0,
        confirmedDiffering,
      };
    });
}

const noOpenTickets = {
  tickets: 0,
  own: 0,
  unpriced: 0,
  odd: 0,
  pending: 0,
  won: 0,
  lost: 0,
  void: 0,
};

function openFigures(open: OpenSelection): typeof noOpenTickets & Pick<DeskSelection, 'knownOdd'> {
  const { tickets, own, unpriced, lowest, highest, lowestSet, pending, won, lost } = open;
  const odd = lowest === highest ? lowest : 0;
  const isKnown = odd === 0 && highest > 0 && lowestSet === highest;
  const known = isKnown ? { knownOdd: highest } : {};
  return { tickets, own, unpriced, odd, ...known, pending, won, lost, void: open.void };
}

function earlierDiffering(open: OpenSelection, proposed: Parameters<typeof differing>[1]): number {
  const { earlierWon: won, earlierLost: lost, earlierVoid } = open;
  return differing({ won, lost, void: earlierVoid }, proposed);
}

/** Number of tickets decided by an earlier result that differ from the rules now. */
function differing(
  { won, lost, void: none }: Record<DecidedResult, number>,
  proposed: DecidedResult | 'ask' | undefined,
) {
  if (proposed === undefined || proposed === 'ask') return 0;
  const all = { won, lost, void: none };
  return won + lost + none - all[proposed];
}

function feedOddOf(row: FixtureRow, { oddsId }: Option): number | undefined {
  const prices = pricesOf(row);
  return prices && [prices.home, prices.draw, prices.away][oddsId - 1];
}

function toDeskFixture(
  row: FixtureRow,
  rest: Pick<DeskFixture, 'ticketState' | 'told' | 'selections'>,
): DeskFixture {
  const { id, sportKey, home, away, kickOff, status, firstGoal, version, source } = row;
  const score = toScorePair(row);
  const prices = pricesOf(row);
  return {
    id,
    sportKey,
    home,
    away,
    kickOff: kickOff.toISOString(),
    status,
    ...(score && { score }),
    ...(firstGoal && { firstGoal }),
    ...(prices && { prices }),
    version,
    source,
    ...rest,
  };
}
