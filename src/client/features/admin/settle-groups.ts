import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { type Option, optionNamed, optionWithId } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';
import { decide } from '#domain/settlement.ts';
import type { LegResult } from '#domain/tip.ts';
import type { Tip } from '#contract/tips.ts';
import type { OptimisticFixture } from '#sync/optimistic-rows.ts';
import { mayBeOver } from './result-draft.ts';

/** What an administrator makes of a leg. */
export type Decision = Exclude<LegResult, 'pending'>;

/** What a fixture needs: a look, its result, only to be accepted, time, or nothing more. */
const groups = ['exceptions', 'missing', 'ready', 'toCome', 'done'] as const;
export type Group = (typeof groups)[number];

/** What a fixture needs of an administrator. */
function groupOf(fixture: OptimisticFixture, now: Date): Group {
  const { selections, status, device } = fixture;
  if (device?.state === 'needs-you' || selections.some(isException)) return 'exceptions';
  const open = selections.filter(isOpen);
  if (open.length === 0) return 'done';
  if (status === 'postponed' || status === 'abandoned') return 'exceptions';
  if (open.every(isCertain)) return 'ready';
  return mayBeOver(fixture, now) ? 'missing' : 'toCome';
}

/** Fixtures by what they need, those that need a look first, each in the order of kick-off. */
export function grouped(
  fixtures: readonly OptimisticFixture[],
  now: Date,
): (readonly [Group, OptimisticFixture[]])[] {
  const all = Object.groupBy(fixtures, (fixture) => groupOf(fixture, now));
  return groups.flatMap((group) => {
    const found = all[group];
    return found ? [[group, found] as const] : [];
  });
}

/** Whether the rules leave an option to a person, or say otherwise than was decided. */
function isException(one: DeskSelection): boolean {
  const asks = one.pending > 0 && one.proposal?.result === 'ask';
  return asks || one.confirmedDiffering > 0;
}

/** Whether somebody has to decide it, for the first time or because an earlier result did. */
export function isOpen({ pending, differing }: DeskSelection): boolean {
  return pending > 0 || differing > 0;
}

/** Whether the rules say how an option came out. */
function isCertain({ proposal }: DeskSelection): boolean {
  return proposal !== undefined && proposal.result !== 'ask';
}

/** The one result that all tickets have; undefined while one waits, or they differ. */
export function decisionOf(one: DeskSelection): Decision | undefined {
  if (one.tickets === 0 || one.pending > 0) return undefined;
  return decisions.find((result) => one[result] === one.tickets);
}

const decisions = ['won', 'lost', 'void'] as const;

/** The entries of a decision as the operation takes them. */
export type Entry = {
  oddsId: number;
  result: Decision;
  over?: boolean;
  ifPending?: true;
  reason?: string;
  fact?: NonNullable<DeskSelection['proposal']>['fact'];
};

/** What is decided of an option, by the rules or as a person says. */
export function entryOf(one: DeskSelection, result: Decision): Entry {
  const { oddsId, proposal } = one;
  // Whoever sees another decision and decides knows what it goes over.
  const over = one.won + one.lost + one.void > one[result];
  return {
    oddsId,
    result,
    ...(over && { over }),
    ...(proposal?.result === result && { fact: proposal.fact }),
  };
}

/** All that the rules are sure of and nobody has decided by the result that the game has now. */
export function certainEntries({ selections }: DeskFixture): Entry[] {
  return selections.flatMap((one) => {
    const { oddsId, proposal } = one;
    if (!isOpen(one) || proposal === undefined || proposal.result === 'ask') return [];
    const { result, fact } = proposal;
    return [{ oddsId, result, ifPending: true, fact }];
  });
}

/** How many legs of a fixture nobody has decided yet. */
export function openLegsOf({ selections }: DeskFixture): number {
  return selections.reduce((sum, { pending }) => sum + pending, 0);
}

/** All that nobody has decided yet, as void for one reason. */
export function voidEntries({ selections }: DeskFixture, reason: string): Entry[] {
  return selections
    .filter(({ pending }) => pending > 0)
    .map(({ oddsId }) => ({ oddsId, result: 'void', ifPending: true, reason }));
}

/** Decisions of a fixture as it was seen. */
export function settlingOf({ id, home, away, version }: DeskFixture, results: Entry[]) {
  return { fixtureId: id, game: gameName(home, away), version, results };
}

/** The tickets of which nothing is open any more once all that is certain of a fixture is accepted. */
export function completedBy(fixture: DeskFixture, tickets: readonly Tip[]): string[] {
  const accepted = new Set(certainEntries(fixture).map(({ oddsId }) => oddsId));
  const isAccepted = ({ fixtureId, oddName }: Tip['options'][number]) =>
    fixtureId === fixture.id && accepted.has(optionNamed(oddName)?.oddsId ?? 0);
  return tickets.flatMap(({ id, options }) => {
    const open = options.filter(({ result }) => result === 'pending');
    return open.length > 0 && open.every(isAccepted) ? [id] : [];
  });
}

/** Whether a decision goes against the rules, or is a void that they do not propose. */
export function needsReason(
  { proposal }: { proposal?: { result: Decision | 'ask' } | undefined },
  result: Decision,
): boolean {
  const proposed = proposal?.result ?? 'ask';
  return proposed === 'ask' ? result === 'void' : proposed !== result;
}

/** Whether nobody can say won or lost yet, since the whistle that decides it has not gone. */
export function isTooEarly(fixture: DeskFixture, option: Option, now: Date): boolean {
  const kickOff = new Date(fixture.kickOff);
  const match = { status: fixture.status, kickOff };
  const checked = decide(option, match, 'won', now, 'any');
  return !checked.allowed && checked.problem === 'too-early-to-decide';
}

/** An option of the desk that this build knows. */
export type Row = { one: DeskSelection; option: Option };

/** A decision that waits for its reason, with the fixture and the option as its person saw them. */
export type Asked = { fixture: DeskFixture; row: Row; result: Decision };

/** The options of a fixture, those that need a look first; own tickets alone are nobody's row here. */
export function rowsOf({ selections }: DeskFixture): Row[] {
  const rows = selections.flatMap((one) => {
    const option = optionWithId(one.oddsId);
    return option && (one.tickets > 0 || one.confirmedDiffering > 0) ? [{ one, option }] : [];
  });
  return rows.toSorted((row, next) => Number(isException(next.one)) - Number(isException(row.one)));
}

/** How many legs a fixture has, and how they stand: as they were decided, else as the rules say. */
export function tallyOf({ selections }: DeskFixture) {
  const tally = { legs: 0, won: 0, lost: 0, void: 0, open: 0, own: 0 };
  for (const one of selections) {
    tally.legs += one.tickets;
    tally.own += one.own;
    for (const result of decisions) tally[result] += one[result];
    const proposed = one.proposal?.result ?? 'ask';
    tally[proposed === 'ask' ? 'open' : proposed] += one.pending;
  }
  return tally;
}
