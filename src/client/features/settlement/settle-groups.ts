import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { type BettingOption, findOptionByName, findOptionById } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { type DecidedResult, decidedResults } from '#domain/tip.ts';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { isPossiblyOver } from '../desk/result-draft.ts';

/**
 * Groups of fixtures by needed work: `exceptions` need a person's decision, `missing` a result,
 * `ready` only the acceptance of the rules' results, `toCome` and `done` nothing.
 */
const settleGroups = ['exceptions', 'missing', 'ready', 'toCome', 'done'] as const;
export type SettleGroup = (typeof settleGroups)[number];

function findSettleGroup(fixture: OptimisticFixture, now: Date): SettleGroup {
  const { selections, status, device } = fixture;
  if (device?.state === 'needs-you' || selections.some(isExceptionalSelection)) return 'exceptions';
  const open = selections.filter(isDecisionNeeded);
  if (open.length === 0) return 'done';
  if (status === 'postponed' || status === 'abandoned') return 'exceptions';
  if (open.every(isDeterminedByRules)) return 'ready';
  return isPossiblyOver(fixture, now) ? 'missing' : 'toCome';
}

/** Groups fixtures by needed work; the order within a group does not change. */
export function groupFixtures(
  fixtures: readonly OptimisticFixture[],
  now: Date,
): (readonly [SettleGroup, OptimisticFixture[]])[] {
  const all = Object.groupBy(fixtures, (fixture) => findSettleGroup(fixture, now));
  return settleGroups.flatMap((group) => {
    const found = all[group];
    return found ? [[group, found] as const] : [];
  });
}

/** True if the rules cannot decide an option, or confirmed tickets differ from the rules. */
function isExceptionalSelection(one: DeskSelection): boolean {
  const needsPerson = one.pending > 0 && one.proposal?.result === 'ask';
  return needsPerson || one.confirmedDiffering > 0;
}

/** True if an option has open legs, or legs decided by an earlier result. */
export function isDecisionNeeded({ pending, differing }: DeskSelection): boolean {
  return pending > 0 || differing > 0;
}

/** True if the rules determine the result of an option. */
function isDeterminedByRules({ proposal }: DeskSelection): boolean {
  return proposal !== undefined && proposal.result !== 'ask';
}

/** Finds the result that all tickets share; undefined if a ticket is open or results differ. */
export function findCommonDecision(one: DeskSelection): DecidedResult | undefined {
  if (one.tickets === 0 || one.pending > 0) return undefined;
  return decidedResults.find((result) => one[result] === one.tickets);
}

/** The decision on one option in the payload of an operation. */
export type DecisionEntry = {
  oddsId: number;
  result: DecidedResult;
  over?: boolean;
  ifPending?: true;
  reason?: string;
  fact?: NonNullable<DeskSelection['proposal']>['fact'];
};

/** Creates the decision on one option; includes the rules' reason if the rules agree. */
export function createDecisionEntry(one: DeskSelection, result: DecidedResult): DecisionEntry {
  const { oddsId, proposal } = one;
  // The administrator saw that some legs have another result, so the server may replace it.
  const over = one.won + one.lost + one.void > one[result];
  return {
    oddsId,
    result,
    ...(over && { over }),
    ...(proposal?.result === result && { fact: proposal.fact }),
  };
}

/** Creates decisions on all options that need one and whose result the rules determine. */
export function createRuleEntries({ selections }: DeskFixture): DecisionEntry[] {
  return selections.flatMap((one) => {
    const { oddsId, proposal } = one;
    if (!isDecisionNeeded(one) || proposal === undefined || proposal.result === 'ask') return [];
    const { result, fact } = proposal;
    return [{ oddsId, result, ifPending: true, fact }];
  });
}

export function countOpenLegs({ selections }: DeskFixture): number {
  return selections.reduce((sum, { pending }) => sum + pending, 0);
}

/** Creates decisions that void all open legs of a fixture for one reason. */
export function createVoidEntries({ selections }: DeskFixture, reason: string): DecisionEntry[] {
  return selections
    .filter(({ pending }) => pending > 0)
    .map(({ oddsId }) => ({ oddsId, result: 'void', ifPending: true, reason }));
}

/** Creates the operation's payload from decisions and the fixture that the person sees. */
export function createSettlementPayload(
  { id, home, away, version }: DeskFixture,
  results: DecisionEntry[],
) {
  return { fixtureId: id, game: gameName(home, away), version, results };
}

/** Finds the ids of tickets that have no open leg after a fixture's rule results are accepted. */
export function findCompletedTickets(fixture: DeskFixture, tickets: readonly Tip[]): string[] {
  const accepted = new Set(createRuleEntries(fixture).map(({ oddsId }) => oddsId));
  const isAccepted = ({ fixtureId, oddName }: Tip['options'][number]) =>
    fixtureId === fixture.id && accepted.has(findOptionByName(oddName)?.oddsId ?? 0);
  return tickets.flatMap(({ id, options }) => {
    const open = options.filter(({ result }) => result === 'pending');
    return open.length > 0 && open.every(isAccepted) ? [id] : [];
  });
}

/** True if a decision differs from the rules, or voids a leg that the rules do not decide. */
export function isReasonRequired(
  { proposal }: { proposal?: { result: DecidedResult | 'ask' } | undefined },
  result: DecidedResult,
): boolean {
  const proposed = proposal?.result ?? 'ask';
  return proposed === 'ask' ? result === 'void' : proposed !== result;
}

/** A desk row of an option and the option, which this build of the app knows. */
export type OptionRow = { selection: DeskSelection; option: BettingOption };

/** A decision that needs a reason, with the fixture and the option that the administrator saw. */
export type DecisionRequest = { fixture: DeskFixture; row: OptionRow; result: DecidedResult };

/** Lists the options of other members' tickets on a fixture, exceptional options first. */
export function listOptionRows({ selections }: DeskFixture): OptionRow[] {
  const rows = selections.flatMap((one) => {
    const option = findOptionById(one.oddsId);
    return option && (one.tickets > 0 || one.confirmedDiffering > 0)
      ? [{ selection: one, option }]
      : [];
  });
  return rows.toSorted(
    (row, next) =>
      Number(isExceptionalSelection(next.selection)) -
      Number(isExceptionalSelection(row.selection)),
  );
}

/** Counts the legs of a fixture by result; for an open leg, the result by the rules. */
export function countLegResults({ selections }: DeskFixture) {
  const tally = { legs: 0, won: 0, lost: 0, void: 0, open: 0, own: 0 };
  for (const one of selections) {
    tally.legs += one.tickets;
    tally.own += one.own;
    for (const result of decidedResults) tally[result] += one[result];
    const proposed = one.proposal?.result ?? 'ask';
    tally[proposed === 'ask' ? 'open' : proposed] += one.pending;
  }
  return tally;
}
