import '#client/startup/zod-jitless.ts';
import type { Conflict } from '#client/ui/tip/conflict.ts';
import type { DeskFixture, DeskSelection } from '#contract/desk.ts';
import { Tip } from '#contract/tips.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { gameName, hasStarted, pairsToScore } from '#domain/fixture.ts';
import { validateResult } from '#domain/results/result.ts';
import { validateDecision, proposeSettlement } from '#domain/settlement/settlement.ts';
import type { LegResult } from '#domain/tip.ts';
import { parseProblemFixture } from '#sync/operations/desk.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';

/** Finds the two conflicting states of an operation; undefined if there is no conflict. */
export function findConflict(row: OperationRow, now = new Date()): Conflict | undefined {
  const { state, problem } = row;
  if (state !== 'conflict' || problem?.code !== 'stale-version') return undefined;
  const { by, at } = problem;
  const who = { ...(by !== undefined && { by }), ...(at !== undefined && { at }) };
  const fixture = parseProblemFixture(problem);
  if (fixture) return { ...who, ...createDeskConflict(row, fixture, now) };
  const current = Tip.safeParse(problem.tip);
  return current.success ? { ...who, ...createTipConflict(row, current.data) } : undefined;
}

function createTipConflict(row: OperationRow, tip: Tip): Conflict {
  const legOf = (id: string) => tip.options.find(({ fixtureId }) => fixtureId === id);

  const priced = payloadOfKind(row, 'odds.set')?.changes.flatMap(({ fixtureId: id, game, odd }) => {
    const leg = legOf(id);
    return leg ? [{ id, game, theirs: { odd: leg.odd }, ours: { odd } }] : [];
  });

  const settling = payloadOfKind(row, 'leg.settle');
  const settled = (settling ? [settling.change] : []).flatMap(({ fixtureId: id, game, result }) => {
    const leg = legOf(id);
    return leg ? [{ id, game, theirs: { result: leg.result }, ours: { result } }] : [];
  });
  // A confirmed ticket accepts no changes and cannot be confirmed again.
  const isTreating = priced !== undefined || settling || row.kind === 'tip.confirm';
  const canSetMine = !(isTreating && tip.IsGameSuccessful);
  return { tip, differences: priced ?? settled, canSetMine };
}

function createDeskConflict(row: OperationRow, fixture: DeskFixture, now: Date): Conflict {
  const game = gameName(fixture.home, fixture.away);
  const kickOff = new Date(fixture.kickOff);

  const result = payloadOfKind(row, 'result.set');
  if (result) {
    const { status, firstGoal, fullTime, halfTime } = result;
    const ours = { status, firstGoal, ...(fullTime && pairsToScore({ fullTime, halfTime })) };
    const { status: is, score } = toMatchState(fixture);
    const theirs = { status: is, ...score };
    const canSetMine = validateResult(ours, kickOff, now).allowed;
    return { differences: [{ id: fixture.id, game, theirs, ours }], canSetMine };
  }

  const priced = payloadOfKind(row, 'prices.set');
  if (priced) {
    const differences = priced.prices.map(({ oddsId, odd }) => {
      const known = findSelection(fixture, oddsId);
      const theirs = known && { theirs: { odd: findCommonPrice(known) } };
      return { ...toNamedOption(game, oddsId), ...theirs, ours: { odd } };
    });
    // After the kick-off, setting a price needs a reason.
    const canSetMine = !hasStarted(kickOff, now) || Boolean(priced.reason?.trim());
    return { differences, canSetMine };
  }

  const settling = payloadOfKind(row, 'fixture.settle');
  const correcting = payloadOfKind(row, 'fixture.correct');
  const decisions = [
    ...(settling?.results ?? []),
    ...(correcting?.results ?? []).map((one) => ({ ...one, reason: correcting?.reason })),
  ];
  return {
    differences: decisions.map(({ oddsId, result }) => {
      const known = findSelection(fixture, oddsId);
      const theirs = settling && known && { theirs: { result: findPrevailingResult(known) } };
      const option = findOptionById(oddsId);
      const rules = option && proposeSettlement(option, toMatchState(fixture), now)?.result;
      return {
        ...toNamedOption(game, oddsId),
        ...theirs,
        ours: { result },
        ...(rules && { rules }),
      };
    }),
    canSetMine: decisions.every(({ oddsId, result, reason }) => {
      const option = findOptionById(oddsId);
      if (!option || result === 'pending') return false;
      return validateDecision(option, toMatchState(fixture), result, now, reason).allowed;
    }),
  };
}

function toNamedOption(game: string, oddsId: number) {
  const option = findOptionById(oddsId);
  return { id: String(oddsId), game, ...(option && { oddName: oddNameOf(option) }) };
}

function findSelection({ selections }: DeskFixture, oddsId: number): DeskSelection | undefined {
  return selections.find((one) => one.oddsId === oddsId);
}

/** The price that an option's priced tickets share, or 'differing'; 0 if no ticket has a price. */
function findCommonPrice({
  odd,
  knownOdd,
  unpriced,
  tickets,
  void: voided,
}: DeskSelection): number | 'differing' {
  if (odd > 0) return odd;
  return knownOdd ?? (unpriced + voided < tickets ? 'differing' : 0);
}

/** Finds the most frequent result of an option in its tickets. */
function findPrevailingResult(one: DeskSelection): LegResult {
  const results = ['pending', 'won', 'lost', 'void'] as const;
  return results.reduce((best, next) => (one[next] > one[best] ? next : best), 'pending');
}

function toMatchState({ status, score, firstGoal, ...fixture }: DeskFixture) {
  const kickOff = new Date(fixture.kickOff);
  const known = score && { ...pairsToScore(score), ...(firstGoal && { firstGoal }) };
  return { status, score: known, kickOff };
}
