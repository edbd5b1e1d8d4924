import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type BettingOption, findOptionById } from '#domain/catalogue.ts';
import { isResultMissing } from '#domain/fixture.ts';
import { proposeSettlement } from '#domain/settlement/settlement.ts';
import type { DecidedResult } from '#domain/tip.ts';

import type { Queryable } from '../db/database.ts';
import { toMatchFacts, toPrices, toScorePair } from '../fixtures/presenter.ts';
import type { FixtureRow } from '../fixtures/queries.ts';
import { type ChangeAuthor, readLastAuthor } from './authors.ts';
import type { DeskCall } from './batches.ts';
import {
  readConfirmedSelections,
  readFixturesInOrder,
  type DeskQuery,
  type OpenSelection,
  readOpenSelections,
  readDeviatingResults,
  countWaitingTips,
} from './queries.ts';

/** Reads the open work of the desk for one administrator. */
export async function readDeskWork(database: Queryable, view: DeskQuery) {
  const fixtures = await readDeskFixtures(database, view);
  const missing = fixtures.filter(({ status, kickOff }) =>
    isResultMissing({ status, kickOff: new Date(kickOff) }, view.at),
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
    ...(await countWaitingTips(database, { ...view, differing })),
    resultsMissing: missing.length,
    corrected: corrected.length,
    toldOtherwise: fixtures.filter((fixture) => fixture.told).length,
  };
  return { counts, fixtures };
}

/** Reads one fixture in the shape of the desk, even if it has no open work. */
export async function readDeskFixture(
  database: Queryable,
  view: DeskQuery & { fixtureId: string },
): Promise<DeskFixture> {
  const [fixture] = await readDeskFixtures(database, view);
  if (!fixture) throw new ApiProblem('not-found');
  return fixture;
}

/** Creates the problem for an outdated version, with the current fixture and the last author. */
export async function createStaleFixtureProblem(
  database: Queryable,
  { fixtureId, by, arrivedAt: at }: DeskCall,
  author: ChangeAuthor | undefined,
): Promise<ApiProblem> {
  const fixture = await readDeskFixture(database, { fixtureId, by, at });
  return new ApiProblem('stale-version', { extra: { fixture, ...author } });
}

/** Creates the problem for a request that was based on an earlier result of the fixture. */
export async function createStaleResultProblem(
  database: Queryable,
  call: DeskCall,
): Promise<ApiProblem> {
  const author = await readLastAuthor(database, ['fixture.result'], [`fixture:${call.fixtureId}`]);
  return createStaleFixtureProblem(database, call, author);
}

async function readDeskFixtures(database: Queryable, view: DeskQuery): Promise<DeskFixture[]> {
  const open = await readOpenSelections(database, view);
  const confirmed = await readConfirmedSelections(database, view);
  const deviatingResults = await readDeviatingResults(database, view);
  const fixtureIds = [
    ...open.keys(),
    ...confirmed.map(({ fixtureId }) => fixtureId),
    ...deviatingResults.keys(),
  ];
  const ids = new Set(view.fixtureId === undefined ? fixtureIds : [view.fixtureId]);
  const confirmedOf = Map.groupBy(confirmed, ({ fixtureId }) => fixtureId);
  const rows = await readFixturesInOrder(database, [...ids]);
  return rows.flatMap((row) => {
    const selectionRows = {
      open: open.get(row.id) ?? [],
      confirmed: confirmedOf.get(row.id) ?? [],
    };
    const selections = toDeskSelections(row, selectionRows, view.at);
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
  confirmed: Awaited<ReturnType<typeof readConfirmedSelections>>;
};

/** Returns options with open work: open tips, or confirmed tips that differ from the rules. */
function toDeskSelections(
  row: FixtureRow,
  { open, confirmed }: SelectionRows,
  now: Date,
): DeskSelection[] {
  const ids = new Set([...open, ...confirmed].map(({ oddsId }) => oddsId));
  return [...ids]
    .toSorted((one, next) => one - next)
    .flatMap((oddsId) => {
      const option = findOptionById(oddsId);
      if (!option) return [];
      const proposed = proposeSettlement(option, toMatchFacts(row), now);
      const mine = open.find((each) => each.oddsId === oddsId);
      const closed = confirmed.find((each) => each.oddsId === oddsId);
      const confirmedDiffering = closed ? countDifferingTips(closed.earlier, proposed?.result) : 0;
      if (!mine && confirmedDiffering === 0) return [];
      const feedOdd = findFeedOdd(row, option);
      return {
        ...(mine ? toOpenTicketCounts(mine) : noOpenTickets),
        oddsId,
        ...(feedOdd !== undefined && { feedOdd }),
        ...(proposed && { proposal: proposed }),
        differing: mine ? countDifferingOpenTips(mine, proposed?.result) : 0,
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

function toOpenTicketCounts(
  open: OpenSelection,
): typeof noOpenTickets & Pick<DeskSelection, 'knownOdd'> {
  const { tickets, own, unpriced, lowest, highest, lowestSet, pending, won, lost } = open;
  const odd = lowest === highest ? lowest : 0;
  const isKnown = odd === 0 && highest > 0 && lowestSet === highest;
  const known = isKnown ? { knownOdd: highest } : {};
  return { tickets, own, unpriced, odd, ...known, pending, won, lost, void: open.void };
}

function countDifferingOpenTips(
  open: OpenSelection,
  proposed: Parameters<typeof countDifferingTips>[1],
): number {
  const { earlierWon: won, earlierLost: lost, earlierVoid } = open;
  return countDifferingTips({ won, lost, void: earlierVoid }, proposed);
}

/** Counts tips whose decision, made by an earlier result, differs from the rules now. */
function countDifferingTips(
  { won, lost, void: none }: Record<DecidedResult, number>,
  proposed: DecidedResult | 'ask' | undefined,
) {
  if (proposed === undefined || proposed === 'ask') return 0;
  const all = { won, lost, void: none };
  return won + lost + none - all[proposed];
}

function findFeedOdd(row: FixtureRow, { oddsId }: BettingOption): number | undefined {
  const prices = toPrices(row);
  return prices && [prices.home, prices.draw, prices.away][oddsId - 1];
}

function toDeskFixture(
  row: FixtureRow,
  rest: Pick<DeskFixture, 'ticketState' | 'told' | 'selections'>,
): DeskFixture {
  const { id, sportKey, home, away, kickOff, status, firstGoal, version, source } = row;
  const score = toScorePair(row);
  const prices = toPrices(row);
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
