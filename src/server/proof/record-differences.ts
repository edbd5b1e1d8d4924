import type { ReplayedTip } from '#contract/proof/tip-replay.ts';
import { tipsterFormLength, type RecordedTip, recordOf } from '#domain/record.ts';
import { type ConfirmedTipWithLegs, groupIntoSlices } from '#domain/record-slices.ts';
import { recordOddsOf, outcomeOf } from '#domain/tip.ts';

import type { recordSlices, tipsterRecords } from '../db/record-tables.ts';
import { describeDifferingFields } from './differing-fields.ts';
import type { FixtureReplay } from './fixture-replay.ts';

/** A tip computed from events, with its stored last kick-off. */
export type ReplayedRecordTip = { tip: ReplayedTip; lastKickOff: Date };

type StoredRecord = {
  record: typeof tipsterRecords.$inferSelect | undefined;
  slices: readonly (typeof recordSlices.$inferSelect)[];
};

/**
 * Yields a sentence for each number of a stored record that differs from the sum over the tips that
 * are computed from events.
 */
export function* describeRecordDifferences(
  name: string,
  { record, slices }: StoredRecord,
  tips: readonly ReplayedRecordTip[],
  fixtures: FixtureReplay,
): Generator<string> {
  const counted = tips.filter(
    ({ tip }) => tip.confirmedAt && !tip.withdrawnAt && tip.copiedFrom === null,
  );
  yield* describeDifferingFields(name, toStoredFigures(record), computeExpectedFigures(counted));

  const expected = groupIntoSlices(counted.map((each) => toConfirmedTipWithLegs(each, fixtures)));
  const expectedTips = new Map(expected.map(({ kind, key, tips: its }) => [`${kind} ${key}`, its]));
  const stored = new Map(slices.map((slice) => [`${slice.kind} ${slice.key}`, slice]));
  for (const key of new Set([...stored.keys(), ...expectedTips.keys()])) {
    const slice = stored.get(key);
    const now = { settled: slice?.settled ?? 0, won: slice?.won ?? 0, ...toFlatProfit(slice) };
    const { settled, won, flatProfit } = recordOf(expectedTips.get(key) ?? []);
    yield* describeDifferingFields(`${name}, ${key}`, now, { settled, won, flatProfit });
  }
}

function toFlatProfit(stored: { flatProfit: string } | undefined) {
  return { flatProfit: Number(stored?.flatProfit ?? 0) };
}

function toStoredFigures(record: StoredRecord['record']) {
  return {
    settled: record?.settled ?? 0,
    won: record?.won ?? 0,
    priced: record?.priced ?? 0,
    ...toFlatProfit(record),
    cappedProfit: Number(record?.cappedProfit ?? 0),
    stars: record?.stars == null ? null : Number(record.stars),
    form: record?.form ?? [],
  };
}

function computeExpectedFigures(counted: readonly ReplayedRecordTip[]) {
  const { settled, won, priced, flatProfit, cappedProfit, stars } = recordOf(
    counted.map(({ tip }) => toRecordedTip(tip)),
  );
  const form = counted
    .toSorted(compareLastKickOffs)
    .slice(-tipsterFormLength)
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

function toRecordedTip({ legs }: ReplayedTip): RecordedTip {
  return { outcome: outcomeOf(legs), totalOdds: recordOddsOf(legs) };
}

function compareLastKickOffs(a: ReplayedRecordTip, b: ReplayedRecordTip): number {
  return (
    a.lastKickOff.getTime() - b.lastKickOff.getTime() ||
    a.tip.createdAt.getTime() - b.tip.createdAt.getTime() ||
    (a.tip.id < b.tip.id ? -1 : 1)
  );
}

function toConfirmedTipWithLegs(
  { tip, lastKickOff }: ReplayedRecordTip,
  fixtures: FixtureReplay,
): ConfirmedTipWithLegs {
  const legs = tip.legs.map((leg) => ({
    ...leg,
    sportKey: fixtures.findReplayedFixture(leg.fixtureId)?.sportKey ?? '',
  }));
  return { ...toRecordedTip(tip), lastKickOff, legs };
}
