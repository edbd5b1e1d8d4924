import { monthOf, type RecordedTip } from './record.ts';
import { type LegResult, outcomeOf } from './tip.ts';

/** Kinds of slices of a record. */
export const sliceKinds = ['month', 'league', 'league-month', 'option'] as const;
type SliceKind = (typeof sliceKinds)[number];

/** A confirmed tip; slices by league and option count its legs as single bets. */
export type ConfirmedTipWithLegs = RecordedTip & {
  readonly lastKickOff: Date;
  readonly legs: readonly {
    readonly sportKey: string;
    readonly oddsId: number;
    readonly result: LegResult;
    readonly kickOffOdd: number;
  }[];
};

/** The tips of one slice, or its legs as single bets. */
type Slice = {
  readonly kind: SliceKind;
  readonly key: string;
  readonly tips: RecordedTip[];
};

/**
 * Returns the slices of tips: tips by month (UTC, of the last kick-off); legs as single bets by
 * league, by league and month of their tip (`soccer_epl 2026-11`), and by option number.
 */
export function groupIntoSlices(tips: readonly ConfirmedTipWithLegs[]): Slice[] {
  const slices = new Map<string, Slice>();
  const add = (kind: SliceKind, key: string | number, tip: RecordedTip) => {
    const slice = slices.get(`${kind} ${key}`) ?? { kind, key: String(key), tips: [] };
    slice.tips.push(tip);
    slices.set(`${kind} ${key}`, slice);
  };
  for (const tip of tips) {
    const month = monthOf(tip.lastKickOff);
    add('month', month, tip);
    for (const { sportKey, oddsId, result, kickOffOdd } of tip.legs) {
      const single = { outcome: outcomeOf([{ result }]), totalOdds: kickOffOdd };
      add('league', sportKey, single);
      add('league-month', `${sportKey} ${month}`, single);
      add('option', oddsId, single);
    }
  }
  return [...slices.values()];
}
