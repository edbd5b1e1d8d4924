import { useState } from 'react';
import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { SettleDesk } from '#client/features/settlement/settle-desk.tsx';
import { findOptionByName } from '#domain/catalogue.ts';
import { fixture, selection } from '../engine/desk-samples.ts';
import { aScreen, type Phone } from './a-screen.tsx';
import { hoursAgo } from './desk.ts';

const fullTime = { home: 2, away: 1 };
/** The result that the rules propose for an option at that score. */
export const won = { result: 'won' as const, fact: { code: 'ended' as const, fullTime } };
const lost = { result: 'lost' as const, fact: { code: 'ended' as const, fullTime } };
const idOf = (name: string) => findOptionByName(name)?.oddsId ?? 0;

/** Undecided options of a game that has ended. */
export const home = selection({ tickets: 6, pending: 6, own: 2, proposal: won });
export const draw = selection({
  oddsId: idOf('1X2 - X'),
  tickets: 3,
  pending: 3,
  own: 0,
  proposal: lost,
});

/** A game that ended 2-1. */
export const played = (values: Partial<DeskFixture> = {}) =>
  fixture({
    kickOff: hoursAgo(3),
    status: 'played',
    score: { halfTime: [1, 0], fullTime: [2, 1] },
    selections: [home, draw],
    ...values,
  });
export const other = (values: Partial<DeskFixture> = {}) =>
  played({ id: 'fixture-2', home: 'Lens', away: 'Brest', ...values });

/** Renders the settlement page at a width in pixels; `at` is the opened fixture. */
export async function settling(
  phone: Phone,
  { width = 1280, at }: { width?: number; at?: string } = {},
) {
  function Desk() {
    const [opened, setOpened] = useState(at);
    return <SettleDesk opened={opened} onOpen={setOpened} />;
  }
  return aScreen(<Desk />, phone, { width });
}

/** A copy of an option with some values replaced. */
export const changed = (one: DeskSelection, values: Partial<DeskSelection>) => ({
  ...one,
  ...values,
});
