import type { AskOf, DeskAsk } from './asks.ts';
import {
  confirmed,
  decided,
  type Due,
  type LegDue,
  priced,
  type ProposalDue,
  ruledAt,
  type Season,
  type Taken,
  type TipDue,
} from './rows-due.ts';
import { numberOf } from './options.ts';
import { resultIn } from './results.ts';

/** How long an administrator may take back what they did themselves. */
const undoWindow = 10 * 60 * 1000;

/** How long one administrator alone may correct what was confirmed. */
const correctionWindow = 72 * 60 * 60 * 1000;

/** Lets what an administrator does to many tickets have its effect, or the part of it that was done. */
export function takeAtDesk(due: Due, taken: Taken, ask: DeskAsk, season: Season): void {
  const { memberId, arrivedAt } = taken;
  switch (ask.kind) {
    case 'result.set': {
      const result = resultIn(ask.payload);
      if (result) due.results.set(ask.payload.fixtureId, result);
      return;
    }
    case 'prices.set':
      for (const [leg, { odd }] of legsOfOthers(due, taken, ask.payload, ask.payload.prices)) {
        priced(leg, odd, arrivedAt, season);
      }
      return;
    case 'fixture.settle':
      for (const [leg, change] of legsOfOthers(due, taken, ask.payload, ask.payload.results)) {
        if (change.result === 'pending') takeBack(leg, taken, season);
        else decided(leg, change, taken, season);
      }
      return;
    case 'fixture.correct':
      correct(due, taken, ask, season);
      return;
    case 'tips.confirm':
      for (const tip of named(due, taken, ask.payload.ids)) {
        if (tip.legs.every(({ result }) => result !== 'pending')) confirmed(tip, taken);
      }
      return;
    case 'tips.reopen':
      for (const tip of named(due, taken, ask.payload.ids)) {
        if (tip.confirmed?.by === memberId && isOwnUndo(tip.confirmed, taken)) {
          tip.confirmed = undefined;
          tip.reopenedAt = arrivedAt;
        }
      }
  }
}

/**
 * Decides legs of confirmed tips again: of those that were confirmed lately, and of the others where
 * another administrator has proposed the same. What is left then is proposed to somebody else.
 */
function correct(
  due: Due,
  taken: Taken,
  { payload }: AskOf<'fixture.correct'>,
  season: Season,
): void {
  const { memberId: by, arrivedAt: at, only } = taken;
  const { fixtureId, results, reason } = payload;
  const version = season.version?.(fixtureId) ?? payload.version;
  const standing = due.proposed.get(fixtureId);
  let left = 0;
  const confirmed = { fixtureId, confirmed: true };
  for (const [leg, { oddsId, result }, tip] of legsOfOthers(due, taken, confirmed, results)) {
    if (leg.result === result) continue;
    const isLate = at - (tip.confirmed?.at ?? at) > correctionWindow;
    const isSeconded =
      tip.ownerId !== standing?.proposedBy && seconds(standing, { by, version, oddsId, result });
    if (isLate && !isSeconded) {
      left += 1;
      continue;
    }
    const before = leg.result;
    const isRuled = ruledAt(leg, at, season) === result;
    decided(leg, { result, ...(!isRuled && { reason }) }, taken, season);
    leg.corrected = { result: before, at, reason };
  }
  // A part of it gives no answer yet.
  if (only) return;
  const said = new Set(results.map(({ oddsId }) => oddsId));
  if (left > 0) {
    const mine = results.map(({ oddsId, result }) => ({ oddsId, result }));
    const isSame = standing?.proposedBy === by && standing.version === version;
    if (isSame && JSON.stringify(standing.results) === JSON.stringify(mine)) return;
    due.proposed.set(fixtureId, { version, results: mine, reason, proposedBy: by, at });
  } else if (standing?.results.every(({ oddsId }) => said.has(oddsId))) {
    due.proposed.delete(fixtureId);
  }
}

/** Whether somebody else has proposed just that, by the same version of the game. */
function seconds(
  standing: ProposalDue | undefined,
  one: { by: string; version: number | undefined; oddsId: number; result: string },
): boolean {
  if (!standing || standing.proposedBy === one.by || standing.version !== one.version) return false;
  return standing.results.some(
    ({ oddsId, result }) => oddsId === one.oddsId && result === one.result,
  );
}

/** What was decided before by somebody else, or longer ago, stands again. */
function takeBack(leg: LegDue, taken: Taken, season: Season): void {
  if (!isOwnUndo(leg.decision, taken)) return;
  let { before } = leg;
  while (before && isOwnUndo(before.decision, taken)) before = before.before;
  if (!before) {
    decided(leg, { result: 'pending' }, taken, season);
    return;
  }
  Object.assign(leg, { before: undefined }, before);
  // Which of the earlier versions it was is not written down.
  if (leg.decision?.version !== season.version?.(leg.fixtureId)) delete leg.decision?.version;
}

function isOwnUndo(
  deed: { by: string; at: number } | undefined,
  { memberId, arrivedAt }: Taken,
): boolean {
  return deed?.by === memberId && arrivedAt - deed.at <= undoWindow;
}

/** The legs of a fixture's options in every open, or every confirmed, tip but the own ones, each with what is said of it. */
export function legsOfOthers<Entry extends { oddsId: number }>(
  { tips }: Due,
  { memberId, only }: Pick<Taken, 'memberId' | 'only'>,
  { fixtureId, confirmed = false }: { fixtureId: string; confirmed?: boolean },
  entries: readonly Entry[],
): [LegDue, Entry, TipDue][] {
  return [...tips.values()]
    .filter((tip) => tip.ownerId !== memberId && !tip.withdrawn)
    .filter((tip) => (tip.confirmed !== undefined) === confirmed)
    .filter(({ id }) => only?.has(id) ?? true)
    .flatMap((tip) => tip.legs.map((leg) => ({ tip, leg })))
    .filter(({ leg }) => leg.fixtureId === fixtureId)
    .flatMap(({ tip, leg }) => {
      const entry = entries.find(({ oddsId }) => oddsId === numberOf(leg.oddName));
      return entry ? [[leg, entry, tip]] : [];
    });
}

/** Those of these tips that stand and are not one's own. */
function named({ tips }: Due, { memberId, only }: Taken, ids: readonly string[]): TipDue[] {
  return [...tips.values()].filter(
    ({ id, ownerId, withdrawn }) =>
      ids.includes(id) && ownerId !== memberId && !withdrawn && (only?.has(id) ?? true),
  );
}
