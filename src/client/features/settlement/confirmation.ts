import type { DeskFixture } from '#contract/desk.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import { flatProfitOf } from '#domain/record.ts';
import { tipsterNameOf } from '#client/ui/member/tipster.tsx';
import { type GroupedDecision, groupDecisions } from '../desk/overrulings.tsx';
import { proposeLegResult } from './leg-proposal.ts';

/** A tipster's number of tickets, and the units by which they change the record. */
type TipsterTally = { id: string; name: string; tickets: number; units: number };

/** The effect of a confirmation; its tickets include `copies`, which count in no record. */
export type ConfirmationSummary = {
  tipsters: TipsterTally[];
  overruled: GroupedDecision[];
  unpriced: number;
  copies: number;
};

/** Summarises the confirmation of these tickets with the desk's results. */
export function summariseConfirmation(
  tickets: readonly Tip[],
  fixtures: readonly DeskFixture[],
  now: Date,
): ConfirmationSummary {
  const counting = tickets.filter(({ copiedFrom }) => copiedFrom === undefined);
  return {
    tipsters: tallyTipsters(counting),
    overruled: listOverruled(tickets, fixtures, now),
    unpriced: counting.filter(isUnpriced).length,
    copies: tickets.length - counting.length,
  };
}

function isUnpriced({ options }: Tip): boolean {
  return options.some(({ odd, result }) => odd === 0 && result !== 'void');
}

function tallyTipsters(tickets: readonly Tip[]): TipsterTally[] {
  return [...Map.groupBy(tickets, ({ tipsterId }) => tipsterId)].map(([id, own]) => {
    const [first] = own;
    const units = own.reduce((sum, tip) => sum + ticketUnits(tip), 0);
    return { id, name: first ? tipsterNameOf(first) : '', tickets: own.length, units };
  });
}

/** The units by which a ticket changes a record, with the odds at kick-off. */
function ticketUnits({ outcome, totalOdds, recordOdds = totalOdds }: Tip): number {
  return flatProfitOf({ outcome, totalOdds: recordOdds }) ?? 0;
}

function listOverruled(
  tickets: readonly Tip[],
  fixtures: readonly DeskFixture[],
  now: Date,
): GroupedDecision[] {
  const fixtureById = new Map(fixtures.map((fixture) => [fixture.id, fixture]));
  const isOverruled = (leg: Leg) => {
    const proposed =
      proposeLegResult(leg, fixtureById.get(leg.fixtureId), now).proposed?.result ?? 'ask';
    return proposed !== 'ask' && proposed !== leg.result;
  };
  return groupDecisions(tickets.flatMap(({ options }) => options.filter(isOverruled)));
}
