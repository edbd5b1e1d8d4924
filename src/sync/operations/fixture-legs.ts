import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { findOptionById, oddNameOf } from '#domain/catalogue.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { replaceLegs } from './leg.ts';

type OptionEntry = { oddsId: number };

/** True if desk operations may change the tip: it is open and not the administrator's own. */
export function isChangeableByDesk(tip: Tip, { memberId }: OperationRow): boolean {
  return !tip.IsGameSuccessful && tip.tipsterId !== memberId;
}

/** Returns a function that finds the entry for a leg's option. */
export function createOptionLookup<Entry extends OptionEntry>(entries: readonly Entry[]) {
  const named = new Map(
    entries.flatMap((entry) => {
      const option = findOptionById(entry.oddsId);
      return option ? [[oddNameOf(option), entry] as const] : [];
    }),
  );
  return ({ oddName }: Leg): Entry | undefined => named.get(oddName);
}

/** Changes the legs of a fixture in a tip; undefined if none changes. */
export function changeFixtureLegs(
  tip: Tip,
  fixtureId: string,
  change: (leg: Leg) => Leg | undefined,
): Tip | undefined {
  const changed = tip.options.map((leg) => (leg.fixtureId === fixtureId ? change(leg) : undefined));
  if (changed.every((leg) => leg === undefined)) return undefined;
  return replaceLegs(
    tip,
    tip.options.map((leg, index) => changed[index] ?? leg),
  );
}

/** Changes the selections of a fixture that have an entry. */
export function changeSelections<Entry extends OptionEntry>(
  fixture: DeskFixture,
  entries: readonly Entry[],
  change: (one: DeskSelection, entry: Entry) => DeskSelection,
): DeskFixture {
  const selections = fixture.selections.map((one) => {
    const entry = entries.find(({ oddsId }) => oddsId === one.oddsId);
    return entry ? change(one, entry) : one;
  });
  return { ...fixture, selections };
}

/** Removes the entries whose option is also among `others`. */
export function removeOptions<Entry extends OptionEntry>(
  entries: readonly Entry[],
  others: readonly OptionEntry[],
) {
  const named = new Set(others.map(({ oddsId }) => oddsId));
  return entries.filter(({ oddsId }) => !named.has(oddsId));
}
