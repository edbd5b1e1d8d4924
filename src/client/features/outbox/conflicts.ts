import '#client/startup/zod-jitless.ts';
import type { Conflict } from '#client/ui/tip/conflict.ts';
import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { Tip } from '#contract/tips.ts';
import { oddNameOf, optionWithId } from '#domain/catalogue.ts';
import { gameName, hasStarted, scoreFrom } from '#domain/fixture.ts';
import { enterResult } from '#domain/results/result.ts';
import { decide, proposal } from '#domain/settlement/settlement.ts';
import type { LegResult } from '#domain/tip.ts';
import { fixtureInProblem } from '#sync/operations/desk.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { payloadIn } from '#sync/operations/registry.ts';

/** The conflict of an operation; undefined for one without. */
export function conflictOf(row: OperationRow, now = new Date()): Conflict | undefined {
  const { state, problem } = row;
  if (state !== 'conflict' || problem?.code !== 'stale-version') return undefined;
  const { by, at } = problem;
  const who = { ...(by !== undefined && { by }), ...(at !== undefined && { at }) };
  const fixture = fixtureInProblem(problem);
  if (fixture) return { ...who, ...deskConflict(row, fixture, now) };
  const current = Tip.safeParse(problem.tip);
  return current.success ? { ...who, ...tipConflict(row, current.data) } : undefined;
}

function tipConflict(row: OperationRow, tip: Tip): Conflict {
  const legOf = (id: string) => tip.options.find(({ fixtureId }) => fixtureId === id);

  const priced = payloadIn(row, 'odds.set')?.changes.flatMap(({ fixtureId: id, game, odd }) => {
    const leg = legOf(id);
    return leg ? [{ id, game, theirs: { odd: leg.odd }, ours: { odd } }] : [];
  });

  const settling = payloadIn(row, 'leg.settle');
  const settled = (settling ? [settling.change] : []).flatMap(({ fixtureId: id, game, result }) => {
    const leg = legOf(id);
    return leg ? [{ id, game, theirs: { result: leg.result }, ours: { result } }] : [];
  });
  // A confirmed tip accepts no changes, and cannot be confirmed again.
  const isTreating = priced !== undefined || settling || row.kind === 'tip.confirm';
  const canSetMine = !(isTreating && tip.IsGameSuccessful);
  return { tip, differences: priced ?? settled, canSetMine };
}

function deskConflict(row: OperationRow, fixture: DeskFixture, now: Date): Conflict {
  const game = gameName(fixture.home, fixture.away);
  const kickOff = new Date(fixture.kickOff);

  const result = payloadIn(row, 'result.set');
  if (result) {
    const { status, firstGoal, fullTime, halfTime } = result;
    const ours = { status, firstGoal, ...(fullTime && scoreFrom({ fullTime, halfTime })) };
    const { status: is, score } = matchIn(fixture);
    const theirs = { status: is, ...score };
    const canSetMine = enterResult(ours, kickOff, now).allowed;
    return { differences: [{ id: fixture.id, game, theirs, ours }], canSetMine };
  }

  const priced = payloadIn(row, 'prices.set');
  if (priced) {
    const differences = priced.prices.map(({ oddsId, odd }) => {
      const known = selectionIn(fixture, oddsId);
      const theirs = known && { theirs: { odd: pricesIn(known) } };
      return { ...named(game, oddsId), ...theirs, ours: { odd } };
    });
    // A price after the kick-off needs a reason.
    const canSetMine = !hasStarted(kickOff, now) || Boolean(priced.reason?.trim());
    return { differences, canSetMine };
  }

  const settling = payloadIn(row, 'fixture.settle');
  const correcting = payloadIn(row, 'fixture.correct');
  const decisions = [
    ...(settling?.results ?? []),
    ...(correcting?.results ?? []).map((one) => ({ ...one, reason: correcting?.reason })),
  ];
  return {
    differences: decisions.map(({ oddsId, result }) => {
      const known = selectionIn(fixture, oddsId);
      const theirs = settling && known && { theirs: { result: decidedIn(known) } };
      const option = optionWithId(oddsId);
      const rules = option && proposal(option, matchIn(fixture), now)?.result;
      return { ...named(game, oddsId), ...theirs, ours: { result }, ...(rules && { rules }) };
    }),
    canSetMine: decisions.every(({ oddsId, result, reason }) => {
      const option = optionWithId(oddsId);
      if (!option || result === 'pending') return false;
      return decide(option, matchIn(fixture), result, now, reason).allowed;
    }),
  };
}

function named(game: string, oddsId: number) {
  const option = optionWithId(oddsId);
  return { id: String(oddsId), game, ...(option && { oddName: oddNameOf(option) }) };
}

function selectionIn({ selections }: DeskFixture, oddsId: number): DeskSelection | undefined {
  return selections.find((one) => one.oddsId === oddsId);
}

/** The price in its tickets, ignoring those without one; 0 if none has one. */
function pricesIn({
  odd,
  knownOdd,
  unpriced,
  tickets,
  void: voided,
}: DeskSelection): number | 'differing' {
  if (odd > 0) return odd;
  return knownOdd ?? (unpriced + voided < tickets ? 'differing' : 0);
}

/** The most frequent result in its tickets. */
function decidedIn(one: DeskSelection): LegResult {
  const results = ['pending', 'won', 'lost', 'void'] as const;
  return results.reduce((best, next) => (one[next] > one[best] ? next : best), 'pending');
}

function matchIn({ status, score, firstGoal, ...fixture }: DeskFixture) {
  const kickOff = new Date(fixture.kickOff);
  const known = score && { ...scoreFrom(score), ...(firstGoal && { firstGoal }) };
  return { status, score: known, kickOff };
}
