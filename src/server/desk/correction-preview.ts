import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';

import type { CorrectionPreview, DeskFixture } from '#contract/desk.ts';
import { findOptionById } from '#domain/catalogue.ts';
import { flatProfitOf } from '#domain/record.ts';
import { proposeSettlement } from '#domain/settlement/settlement.ts';
import { type LegResult, outcomeOf, recordOddsOf } from '#domain/tip.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures, legs, tips } from '../db/schema.ts';
import { toMatchFacts } from '../fixtures/presenter.ts';
import { toDisplayName } from '../members/names.ts';
import { type TipRow, readTipsById } from '../tips/queries.ts';
import { readDeskFixture } from './presenter.ts';
import { isConfirmedTip } from './queries.ts';

type CorrectedResult = 'won' | 'lost' | 'void';
type PreviewRequest = { fixtureId: string; by: string; at: Date; results?: string | undefined };
type NewResultByOption = ReadonlyMap<number, CorrectedResult>;

/**
 * Computes how a correction of a fixture changes its confirmed tips and their tipsters' records.
 */
export async function readCorrectionPreview(
  database: Queryable,
  request: PreviewRequest,
): Promise<CorrectionPreview> {
  const { fixtureId, by, at } = request;
  const fixture = await readDeskFixture(database, { by, at, fixtureId });
  const options = await readConfirmedOptions(database, request);
  const becomes = await resolveRequestedResults(database, request, options);
  const changing = await readTipsToChange(database, request, becomes);
  return {
    fixture,
    selections: options.map((one) => {
      const requested = becomes.get(one.oddsId);
      return { ...one, ...(requested && { becomes: requested }) };
    }),
    tickets: changing.length,
    own: options.reduce((sum, { own }) => sum + own, 0),
    tipsters: compareUnitsByTipster(fixture, changing, becomes),
  };
}

async function readConfirmedOptions(database: Queryable, { fixtureId, by }: PreviewRequest) {
  const result = (is: CorrectedResult) =>
    sql`count(*) filter (where ${tips.ownerId} <> ${by} and ${legs.result} = ${is})`.mapWith(
      Number,
    );
  return database
    .select({
      oddsId: legs.oddsId,
      tickets: sql`count(*) filter (where ${tips.ownerId} <> ${by})`.mapWith(Number),
      own: sql`count(*) filter (where ${tips.ownerId} = ${by})`.mapWith(Number),
      won: result('won'),
      lost: result('lost'),
      void: result('void'),
    })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(and(isConfirmedTip, eq(legs.fixtureId, fixtureId)))
    .groupBy(legs.oddsId)
    .orderBy(asc(legs.oddsId));
}

/** Returns the requested results; if none are requested, the rules' results of all options. */
async function resolveRequestedResults(
  database: Queryable,
  { fixtureId, at, results }: PreviewRequest,
  options: readonly { oddsId: number }[],
): Promise<NewResultByOption> {
  if (results !== undefined) {
    const pairs = results.split(',').map((pair) => pair.split(':'));
    return new Map(
      pairs.flatMap(([oddsId, is]) => (isCorrectedResult(is) ? [[Number(oddsId), is]] : [])),
    );
  }
  const [row] = await database.select().from(fixtures).where(eq(fixtures.id, fixtureId));
  const proposed = options.flatMap(({ oddsId }): [number, CorrectedResult][] => {
    const option = findOptionById(oddsId);
    const ruled = option && row && proposeSettlement(option, toMatchFacts(row), at)?.result;
    return isCorrectedResult(ruled) ? [[oddsId, ruled]] : [];
  });
  return new Map(proposed);
}

function isCorrectedResult(text: string | undefined): text is CorrectedResult {
  return text === 'won' || text === 'lost' || text === 'void';
}

const batchSize = 500;

async function readTipsToChange(
  database: Queryable,
  { fixtureId, by }: PreviewRequest,
  becomes: NewResultByOption,
): Promise<TipRow[]> {
  const changing: TipRow[] = [];
  const options = await database
    .select({ id: tips.id, oddsId: legs.oddsId, result: legs.result })
    .from(legs)
    .innerJoin(tips, eq(tips.id, legs.tipId))
    .where(
      and(
        isConfirmedTip,
        eq(legs.fixtureId, fixtureId),
        ne(tips.ownerId, by),
        inArray(legs.oddsId, [0, ...becomes.keys()]),
      ),
    );
  const ids = options.flatMap(({ id, oddsId, result }) =>
    becomes.get(oddsId) === result ? [] : id,
  );
  for (let from = 0; from < ids.length; from += batchSize) {
    const rows = await readTipsById(database, ids.slice(from, from + batchSize));
    for (const row of rows) changing.push(row);
  }
  return changing;
}

/** Compares each tipster's units before and after the correction; largest loss first. */
function compareUnitsByTipster(
  { id: fixtureId }: DeskFixture,
  changing: readonly TipRow[],
  becomes: NewResultByOption,
): CorrectionPreview['tipsters'] {
  const byOwner = Map.groupBy(changing, ({ ownerId }) => ownerId);
  const all = [...byOwner].map(([id, options]) => {
    const counted = options.filter(({ copiedFrom }) => copiedFrom === null);
    const after = counted.map(({ legs: before }) =>
      before.map((leg) => {
        const result = leg.fixtureId === fixtureId ? becomes.get(leg.oddsId) : undefined;
        return result ? { ...leg, result } : leg;
      }),
    );
    const [first] = options;
    return {
      id,
      name: first ? toDisplayName(first) : '',
      tickets: options.length,
      before: sumUnits(counted.map((tip) => tip.legs)),
      after: sumUnits(after),
    };
  });
  return all.toSorted((one, next) => one.after - one.before - (next.after - next.before));
}

type CountedLegs = readonly { result: LegResult; odd: number; kickOffOdd: number }[];

function sumUnits(tickets: readonly CountedLegs[]): number {
  const profits = tickets.map(
    (options) =>
      flatProfitOf({ outcome: outcomeOf(options), totalOdds: recordOddsOf(options) }) ?? 0,
  );
  return Math.round(profits.reduce((sum, each) => sum + each, 0) * 100) / 100;
}
