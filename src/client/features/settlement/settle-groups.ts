import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { type BettingOption, findOptionByName, findOptionById } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { type DecidedResult, decidedResults } from '#domain/tip.ts';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { isPossiblyOver } from '../desk/result-draft.ts';

/**
 * Groups of fixtures by their next step: `exceptions` need a person's decision, `missing` a result,
 * `ready` only acceptance, `toCome` and `done` nothing.
 */
const settleGroups = ['exceptions', 'missing', 'ready', 'toCome', 'done'] as const;
export type SettleGroup = (typeof settleGroups)[number];

function findSettleGroup(fixture: OptimisticFixture, now: Date): SettleGroup {
  const { selections, status, device } = fixture;
  if (device?.state === 'needs-you' || selections.some(isException)) return 'exceptions';
  const open = selections.filter(isDecisionNeeded);
  if (open.length === 0) return 'done';
  if (status === 'postponed' || status === 'abandoned') return 'exceptions';
  if (open.every(isDeterminedByRules)) return 'ready';
  return isPossiblyOver(fixture, now) ? 'missing' : 'toCome';
}

/** Fixtures by group, each in the order of kick-off. */
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

/** True if the rules leave an option to a person, or differ from confirmed decisions. */
function isException(one: DeskSelection): boolean {
  const needsPerson = one.pending > 0 && one.proposal?.result === 'ask';
  return needsPerson || one.confirmedDiffering > 0;
}

/** True if an option needs a decision: the first one, or another one after a changed result. */
export function isDecisionNeeded({ pending, differing }: DeskSelection): boolean {
  return pending > 0 || differing > 0;
}

/** True if the rules determine an option's result. */
function isDeterminedByRules({ proposal }: DeskSelection): boolean {
  return proposal !== undefined && proposal.result !== 'ask';
}

/** The one result of all tickets; undefined if one is open, or they differ. */
export function findCommonDecision(one: DeskSelection): DecidedResult | undefined {
  if (one.tickets === 0 || one.pending > 0) return undefined;
  return decidedResults.find((result) => one[result] === one.tickets);
}

/** An entry of a decision in the operation's payload. */
export type DecisionEntry = {
  oddsId: number;
  result: DecidedResult;
  over?: boolean;
  ifPending?: true;
  reason?: string;
  fact?: NonNullable<DeskSelection['proposal']>['fact'];
};

/** The entry for an option's result, by the rules or by a person. */
export function createDecisionEntry(one: DeskSelection, result: DecidedResult): DecisionEntry {
  const { oddsId, proposal } = one;
  // The administrator saw another decision, so the new one may replace it.
  const over = one.won + one.lost + one.void > one[result];
  return {
    oddsId,
    result,
    ...(over && { over }),
    ...(proposal?.result === result && { fact: proposal.fact }),
  };
}

/** Entries for every option that the rules determine and the current result has not decided. */
export function createCertainEntries({ selections }: DeskFixture): DecisionEntry[] {
  return selections.flatMap((one) => {
    const { oddsId, proposal } = one;
    if (!isDecisionNeeded(one) || proposal === undefined || proposal.result === 'ask') return [];
    const { result, fact } = proposal;
    return [{ oddsId, result, ifPending: true, fact }];
  });
}

/** The number of open legs of a fixture. */
export function countOpenLegs({ selections }: DeskFixture): number {
  return selections.reduce((sum, { pending }) => sum + pending, 0);
}

/** Entries that void every open leg for one reason. */
export function createVoidEntries({ selections }: DeskFixture, reason: string): DecisionEntry[] {
  return selections
    .filter(({ pending }) => pending > 0)
    .map(({ oddsId }) => ({ oddsId, result: 'void', ifPending: true, reason }));
}

/** Decisions on a fixture at its seen version. */
export function createSettlement(
  { id, home, away, version }: DeskFixture,
  results: DecisionEntry[],
) {
  return { fixtureId: id, game: gameName(home, away), version, results };
}

/** Tickets without an open leg once every certain result of a fixture is accepted. */
export function findCompletedTickets(fixture: DeskFixture, tickets: readonly Tip[]): string[] {
  const accepted = new Set(createCertainEntries(fixture).map(({ oddsId }) => oddsId));
  const isAccepted = ({ fixtureId, oddName }: Tip['options'][number]) =>
    fixtureId === fixture.id && accepted.has(findOptionByName(oddName)?.oddsId ?? 0);
  return tickets.flatMap(({ id, options }) => {
    const open = options.filter(({ result }) => result === 'pending');
    return open.length > 0 && open.every(isAccepted) ? [id] : [];
  });
}

/** Whether a decision differs from the rules, or voids a leg that they leave open. */
export function isReasonRequired(
  { proposal }: { proposal?: { result: DecidedResult | 'ask' } | undefined },
  result: DecidedResult,
): boolean {
  const proposed = proposal?.result ?? 'ask';
  return proposed === 'ask' ? result === 'void' : proposed !== result;
}

/** An option of the desk that this build knows. */
export type OptionRow = { selection: DeskSelection; option: BettingOption };

/**
 * A decision that waits for its reason, with the fixture and the option as the administrator saw
 * them.
 */
export type DecisionRequest = { fixture: DeskFixture; row: OptionRow; result: DecidedResult };

/**
 * The options of a fixture, those that need a decision first; options only in own tickets are left
 * out.
 */
export function listOptionRows({ selections }: DeskFixture): OptionRow[] {
  const rows = selections.flatMap((one) => {
    const option = findOptionById(one.oddsId);
    return option && (one.tickets > 0 || one.confirmedDiffering > 0)
      ? [{ selection: one, option }]
      : [];
  });
  return rows.toSorted(
    (row, next) => Number(isException(next.selection)) - Number(isException(row.selection)),
  );
}

/** Counts the legs of a fixture by result: as decided, otherwise by the rules. */
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
