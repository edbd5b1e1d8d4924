import type { ReplayedTip } from '#contract/proof/tip-replay.ts';
import { monthOf, type RecordedTip, recordOf } from '#domain/record.ts';
import { recordOddsOf, outcomeOf } from '#domain/tip.ts';

import type { recordSlices, tipsterRecords } from '../db/record-tables.ts';
import { differingFields } from './differing-fields.ts';
import type { FixtureReplay } from './fixture-replay.ts';

/** A replayed tip with its stored last kick-off. */
export type CountedTip = { tip: ReplayedTip; lastKickOff: Date };

type StoredRecord = {
  record: typeof tipsterRecords.$inferSelect | undefined;
  slices: readonly (typeof recordSlices.$inferSelect)[];
};

/**
 * Yields a sentence for each figure of a stored record that differs from the sum of the replayed
 * tips.
 */
export function* recordDifferences(
  name: string,
  { record, slices }: StoredRecord,
  tips: readonly CountedTip[],
  fixtures: FixtureReplay,
): Generator<string> {
  const counted = tips.filter(
    ({ tip }) => tip.confirmedAt && !tip.withdrawnAt && tip.copiedFrom === null,
  );
  yield* differingFields(name, storedFigures(record), expectedFigures(counted));

  const expected = slicesOf(counted, fixtures);
  const stored = new Map(slices.map((slice) => [`${slice.kind} ${slice.key}`, slice]));
  for (const key of new Set([...stored.keys(), ...expected.keys()])) {
    const slice = stored.get(key);
    const now = { settled: slice?.settled ?? 0, won: slice?.won ?? 0, ...units(slice) };
    const { settled, won, flatProfit } = recordOf(expected.get(key) ?? []);
    yield* differingFields(`${name}, ${key}`, now, { settled, won, flatProfit });
  }
}

function units(stored: { flatProfit: string } | undefined) {
  return { flatProfit: Number(stored?.flatProfit ?? 0) };
}

function storedFigures(record: StoredRecord['record']) {
  return {
    settled: record?.settled ?? 0,
    won: record?.won ?? 0,
    priced: record?.priced ?? 0,
    ...units(record),
    cappedProfit: Number(record?.cappedProfit ?? 0),
    stars: record?.stars == null ? null : Number(record.stars),
    form: record?.form ?? [],
  };
}

function expectedFigures(counted: readonly CountedTip[]) {
  const tips = counted.map(({ tip }) => recordedTip(tip));
  const { settled, won, flatProfit, cappedProfit, stars } = recordOf(tips);
  const priced = tips.filter(
    ({ outcome, totalOdds }) => (outcome === 'won' || outcome === 'lost') && totalOdds > 0,
  );
  const form = counted
    .toSorted(byLastKickOff)
    .slice(-5)
    .map(({ tip }) => outcomeOf(tip.legs));
  return {
    settled,
    won,
    flatProfit,
    cappedProfit,
    form,
    priced: priced.length,
    stars: stars === undefined ? null : Math.round(stars * 100) / 100,
  };
}

function recordedTip({ legs }: ReplayedTip): RecordedTip {
  return { outcome: outcomeOf(legs), totalOdds: recordOddsOf(legs) };
}

function byLastKickOff(a: CountedTip, b: CountedTip): number {
  return (
    a.lastKickOff.getTime() - b.lastKickOff.getTime() ||
    a.tip.createdAt.getTime() - b.tip.createdAt.getTime() ||
    (a.tip.id < b.tip.id ? -1 : 1)
  );
}

/** Groups counted values by key: tips by month, and their legs as singles. */
function slicesOf(
  counted: readonly CountedTip[],
  fixtures: FixtureReplay,
): Map<string, RecordedTip[]> {
  const parts = counted.flatMap(({ tip, lastKickOff }) => {
    const month = monthOf(lastKickOff);
    return [
      { key: `month ${month}`, part: recordedTip(tip) },
      ...tip.legs.flatMap(({ fixtureId, oddsId, result, kickOffOdd }) => {
        const part = { outcome: outcomeOf([{ result }]), totalOdds: kickOffOdd };
        const league = fixtures.factsOf(fixtureId)?.sportKey ?? '';
        return [`league ${league}`, `league-month ${league} ${month}`, `option ${oddsId}`].map(
          (key) => ({ key, part }),
        );
      }),
    ];
  });
  const byKey = Map.groupBy(parts, ({ key }) => key);
  return new Map([...byKey].map(([key, all]) => [key, all.map(({ part }) => part)]));
}
