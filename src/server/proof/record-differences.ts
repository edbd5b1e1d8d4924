import type { ReplayedTip } from '#contract/proof/tip-replay.ts';
import { formLength, type RecordedTip, recordOf } from '#domain/record.ts';
import { type SlicedTip, slicesOf } from '#domain/record-slices.ts';
import { recordOddsOf, outcomeOf } from '#domain/tip.ts';

import type { recordSlices, tipsterRecords } from '../db/record-tables.ts';
import { differingFields } from './differing-fields.ts';
import type { FixtureReplay } from './fixture-replay.ts';

/** A replayed tip with its stored last kick-off. */
export type ReplayedRecordTip = { tip: ReplayedTip; lastKickOff: Date };

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
  tips: readonly ReplayedRecordTip[],
  fixtures: FixtureReplay,
): Generator<string> {
  const counted = tips.filter(
    ({ tip }) => tip.confirmedAt && !tip.withdrawnAt && tip.copiedFrom === null,
  );
  yield* differingFields(name, storedFigures(record), expectedFigures(counted));

  const expected = slicesOf(counted.map((each) => slicedTip(each, fixtures)));
  const expectedTips = new Map(expected.map(({ kind, key, tips: its }) => [`${kind} ${key}`, its]));
  const stored = new Map(slices.map((slice) => [`${slice.kind} ${slice.key}`, slice]));
  for (const key of new Set([...stored.keys(), ...expectedTips.keys()])) {
    const slice = stored.get(key);
    const now = { settled: slice?.settled ?? 0, won: slice?.won ?? 0, ...units(slice) };
    const { settled, won, flatProfit } = recordOf(expectedTips.get(key) ?? []);
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

function expectedFigures(counted: readonly ReplayedRecordTip[]) {
  const { settled, won, priced, flatProfit, cappedProfit, stars } = recordOf(
    counted.map(({ tip }) => recordedTip(tip)),
  );
  const form = counted
    .toSorted(byLastKickOff)
    .slice(-formLength)
    .map(({ tip }) => outcomeOf(tip.legs));
  return {
    settled,
    won,
    priced,
    flatProfit,
    cappedProfit,
    form,
    stars: stars === undefined ? null : Math.round(stars * 100) / 100,
  };
}

function recordedTip({ legs }: ReplayedTip): RecordedTip {
  return { outcome: outcomeOf(legs), totalOdds: recordOddsOf(legs) };
}

function byLastKickOff(a: ReplayedRecordTip, b: ReplayedRecordTip): number {
  return (
    a.lastKickOff.getTime() - b.lastKickOff.getTime() ||
    a.tip.createdAt.getTime() - b.tip.createdAt.getTime() ||
    (a.tip.id < b.tip.id ? -1 : 1)
  );
}

function slicedTip({ tip, lastKickOff }: ReplayedRecordTip, fixtures: FixtureReplay): SlicedTip {
  const legs = tip.legs.map((leg) => ({
    ...leg,
    sportKey: fixtures.factsOf(leg.fixtureId)?.sportKey ?? '',
  }));
  return { ...recordedTip(tip), lastKickOff, legs };
}
