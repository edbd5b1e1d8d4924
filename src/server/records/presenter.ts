import type {
  CompetitionRow,
  FullRecord,
  LeagueFixture,
  LeagueResult,
  RecordSlice,
  WindowRecord,
} from '#contract/records.ts';
import { findOptionById } from '#domain/catalogue.ts';
import type { ChartPoint } from '#domain/chart.ts';
import {
  hitRateOf,
  profitChartOf,
  rankRows,
  addRunningProfit,
  minSettledForFollowers,
  type SettledTip,
  type RecordWindow,
  windowRecordOf,
  yieldOf,
} from '#domain/record.ts';

import { toFixture } from '../fixtures/presenter.ts';
import { toDisplayNames } from '../members/names.ts';
import { toPicturePath } from '../members/presenter.ts';
import type { LeagueFixtureRow } from './league.ts';
import type { ContenderRow, FollowerProfitRow, RecordSliceRow } from './queries.ts';

type RecordRows = {
  tips: readonly SettledTip[];
  withdrawn: number;
  slices: readonly RecordSliceRow[];
  followers: readonly FollowerProfitRow[];
};

/** Computes all figures of a member's settled tips, which must be ordered oldest first. */
export function toFullRecord(
  tipsterId: string,
  { tips, withdrawn, slices, followers }: RecordRows,
  now: Date,
): FullRecord {
  const inWindow = (window: RecordWindow) => ({
    ...toWindowRecord(windowRecordOf(tips, window, now)),
    ...toFollowerProfit(followers.find((row) => row.window === window)),
  });
  const ofKind = (kind: RecordSliceRow['kind']) => slices.filter((slice) => slice.kind === kind);
  return {
    tipsterId,
    withdrawn,
    windows: { '30d': inWindow('30d'), '90d': inWindow('90d'), all: inWindow('all') },
    byLeague: groupSlices(ofKind('league'), ({ key }) => key).map(([sportKey, slice]) => ({
      sportKey,
      ...slice,
    })),
    byGroup: groupSlices(ofKind('option'), toOddsGroup).map(([group, slice]) => ({
      group,
      ...slice,
    })),
    months: addRunningProfit(
      ofKind('month').map((slice) => ({ month: slice.key, ...toSlice(slice) })),
    ),
  };
}

/** Converts tipsters with their figures to table rows with ranks. */
export function toCompetitionRows(contenders: readonly ContenderRow[]): CompetitionRow[] {
  return rankRows(contenders).map((row) => {
    const hitRate = hitRateOf(row);
    return {
      ...(row.rank !== undefined && { rank: row.rank }),
      tipsterId: row.tipsterId,
      ...toDisplayNames(row),
      picture: toPicturePath(row.pictureHash),
      settled: row.settled,
      won: row.won,
      lost: row.settled - row.won,
      flatProfit: row.flatProfit,
      ...(hitRate !== undefined && { hitRate: roundShare(hitRate) }),
    };
  });
}

/** Returns the month's best tipster, with the number of tips that arrived before their kick-off. */
export function toBestTipster(
  { tipsterId }: Pick<CompetitionRow, 'tipsterId'>,
  tips: readonly (SettledTip & { createdAt: Date; expiresAt: Date })[],
) {
  const counted = tips.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
  return {
    tipsterId,
    tips: counted.length,
    beforeKickOff: counted.filter(({ createdAt, expiresAt }) => createdAt < expiresAt).length,
    points: profitChartOf(counted).points.map(toPoint),
  };
}

/** Converts a fixture of a league with the counts of its tips. */
export function toLeagueFixture({
  fixture,
  tips,
  home,
  draw,
  away,
}: LeagueFixtureRow): LeagueFixture {
  const hasOpinion = home + draw + away > 0;
  return { ...toFixture(fixture), tips, ...(hasOpinion && { opinion: { home, draw, away } }) };
}

/** Converts an ended fixture with the results of its tips. */
export function toLeagueResult({ fixture, tips, won, lost }: LeagueFixtureRow): LeagueResult {
  return { ...toFixture(fixture), tips, won, lost };
}

function toWindowRecord(record: ReturnType<typeof windowRecordOf>): WindowRecord {
  const {
    hitRate,
    interval,
    cappedProfit,
    flatYield,
    staked,
    averageOdds,
    stars,
    points,
    ...rest
  } = record;
  return {
    ...rest,
    points: points.map(toPoint),
    ...(cappedProfit !== rest.flatProfit && { cappedProfit }),
    ...(hitRate !== undefined && { hitRate: roundShare(hitRate) }),
    ...(interval && { low: roundShare(interval.low), high: roundShare(interval.high) }),
    ...(flatYield !== undefined && { flatYield: roundShare(flatYield) }),
    ...(staked && { staked: { ...staked, yield: roundShare(staked.yield) } }),
    ...(averageOdds !== undefined && { averageOdds: roundToHundredths(averageOdds) }),
    ...(stars !== undefined && { stars: roundToHundredths(stars) }),
  };
}

/** Omits the followers' profit if their tips are too few to prove anything or to stay anonymous. */
function toFollowerProfit(row: FollowerProfitRow | undefined): Pick<WindowRecord, 'followers'> {
  if (!row || row.priced < minSettledForFollowers) return {};
  const figures = { priced: row.priced, flatProfit: roundToHundredths(row.flatProfit) };
  const flatYield = yieldOf(figures);
  return flatYield === undefined
    ? {}
    : { followers: { ...figures, flatYield: roundShare(flatYield) } };
}

/** Converts a chart point to the API's form. */
function toPoint({ at, units }: ChartPoint): [string, number] {
  return [at.toISOString(), units];
}

/** Adds up slices with equal names; the slice with the most settled tips comes first. */
function groupSlices(
  slices: readonly RecordSliceRow[],
  nameOf: (slice: RecordSliceRow) => string,
): [name: string, slice: RecordSlice][] {
  const byName = new Map<string, RecordSlice>();
  for (const row of slices) {
    const slice = toSlice(row);
    const known = byName.get(nameOf(row));
    byName.set(nameOf(row), known ? sumSlices(known, slice) : slice);
  }
  return [...byName].toSorted(
    ([a, one], [b, other]) => other.settled - one.settled || (a < b ? -1 : 1),
  );
}

function sumSlices(one: RecordSlice, other: RecordSlice): RecordSlice {
  return {
    settled: one.settled + other.settled,
    won: one.won + other.won,
    lost: one.lost + other.lost,
    flatProfit: roundToHundredths(one.flatProfit + other.flatProfit),
  };
}

function toSlice({ settled, won, flatProfit }: RecordSliceRow): RecordSlice {
  return { settled, won, lost: settled - won, flatProfit };
}

function toOddsGroup({ key }: RecordSliceRow): string {
  const option = findOptionById(Number(key));
  if (!option) throw new Error(`a stored leg has the unknown option ${key}`);
  return option.oddsGroup;
}

/** Rounds to six decimal places, so that a second rounding on a screen gives the right digits. */
export function roundShare(amount: number): number {
  return Math.round(amount * 1_000_000) / 1_000_000;
}

function roundToHundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}
