import type { AskOf, DeskAsk } from './asks.ts';
import {
  confirmed,
  decided,
  type Due,
  isDecidedOtherwise,
  isUndecidedNow,
  isKept,
  kept,
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

/** Time in which an administrator can undo their own action, in milliseconds. */
const undoWindow = 10 * 60 * 1000;

/** Time in which one administrator alone can correct a confirmed ticket, in milliseconds. */
const correctionWindow = 72 * 60 * 60 * 1000;

/** Applies an accepted desk request, or the batch of it that was committed. */
export function takeAtDesk(due: Due, taken: Taken, ask: DeskAsk, season: Season): void {
  const { memberId, arrivedAt } = taken;
  switch (ask.kind) {
    case 'result.set': {
      const result = resultIn(ask.payload);
      if (result) due.results.set(ask.payload.fixtureId, result);
      return;
    }
    case 'prices.set':
      for (const [leg, price] of legsOfOthers(due, taken, ask.payload, ask.payload.prices)) {
        if (isMeant(leg, price)) priced(leg, price.odd, arrivedAt, season);
      }
      return;
    case 'fixture.settle':
      for (const [leg, change] of legsOfOthers(due, taken, ask.payload, ask.payload.results)) {
        if (change.result === 'pending') takeBack(leg, change, taken, season);
        else if (change.ifPending && !isUndecidedNow(leg, season)) continue;
        else if (isKept(leg, change, season)) kept(leg, change, taken, season);
        else decided(leg, change, taken, season);
      }
      return;
    case 'fixture.correct':
      correct(due, taken, ask, season);
      return;
    case 'tips.confirm':
      for (const tip of named(due, taken, ask.payload.ids)) {
        const isOpen = ({ result }: LegDue) => result === 'pending';
        const isOutdated = (leg: LegDue) => isDecidedOtherwise(leg, taken.arrivedAt, season);
        if (!tip.legs.some((leg) => isOpen(leg) || isOutdated(leg))) confirmed(tip, taken);
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
 * Decides legs of confirmed tips again: recent ones, and older ones if another administrator has
 * proposed the same. Options with remaining tickets are proposed.
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
  const standing = new Map(due.proposed);
  const left = new Set<number>();
  const confirmed = { fixtureId, confirmed: true };
  for (const [leg, { oddsId, result }, tip] of legsOfOthers(due, taken, confirmed, results)) {
    if (leg.result === result) continue;
    const isLate = at - (tip.confirmed?.at ?? at) > correctionWindow;
    const other = standing.get(optionOf(fixtureId, oddsId));
    const isSeconded = tip.ownerId !== other?.proposedBy && seconds(other, { by, version, result });
    if (isLate && !isSeconded) {
      left.add(oddsId);
      continue;
    }
    const before = leg.result;
    const isRuled = ruledAt(leg, at, season) === result;
    decided(leg, { result, ...(!isRuled && { reason }) }, taken, season);
    leg.corrected = { result: before, at, reason };
  }
  // A batch has no final response yet.
  if (only) return;
  for (const { oddsId, result } of results) {
    const option = optionOf(fixtureId, oddsId);
    const other = standing.get(option);
    const isSaid = other?.proposedBy === by && isSame(other, { version, result });
    if (left.has(oddsId) && !isSaid) {
      due.proposed.set(option, { version, result, reason, proposedBy: by, at });
    } else if (
      other &&
      isSame(other, { version, result }) &&
      !isLeft(due, fixtureId, { oddsId, result })
    ) {
      due.proposed.delete(option);
    }
  }
}

/** The key of a fixture's option among proposals. */
export function optionOf(fixtureId: string, oddsId: number): string {
  return `${fixtureId} ${oddsId}`;
}

/** True if any member's confirmed ticket still differs. */
function isLeft(due: Due, fixtureId: string, wanted: { oddsId: number; result: string }): boolean {
  const held = legsOfOthers(due, { memberId: 'nobody' }, { fixtureId, confirmed: true }, [wanted]);
  return held.some(([leg]) => leg.result !== wanted.result);
}

type Said = Pick<ProposalDue, 'version' | 'result'>;

/** True if another administrator has proposed the same for the same version of the game. */
function seconds(
  standing: ProposalDue | undefined,
  { by, ...one }: Said & { by: string },
): standing is ProposalDue {
  return standing !== undefined && standing.proposedBy !== by && isSame(standing, one);
}

function isSame(standing: Said, { version, result }: Said): boolean {
  return standing.version === version && standing.result === result;
}

/** True if a price applies to a leg. */
export function isMeant({ odd }: LegDue, { ifUnpriced }: { ifUnpriced?: true | undefined }) {
  return ifUnpriced === undefined || odd === 0;
}

/**
 * Restores the earlier decision by another administrator or from before the window; for one action,
 * that from before the action.
 */
function takeBack(
  leg: LegDue,
  { act }: { act?: string | undefined },
  taken: Taken,
  season: Season,
): void {
  const isTaken = ({ decision }: Pick<LegDue, 'decision'>) =>
    isOwnUndo(decision, taken) && (act === undefined || decision?.act === act);
  if (!isTaken(leg)) return;
  let { before } = leg;
  while (before && isTaken(before)) before = before.before;
  if (!before) {
    decided(leg, { result: 'pending' }, taken, season);
    return;
  }
  const isSame = before.result === leg.result && before.decision?.version === leg.decision?.version;
  if (!isSame) Object.assign(leg, { before: undefined }, before);
}

function isOwnUndo(
  deed: { by: string; at: number } | undefined,
  { memberId, arrivedAt }: Taken,
): boolean {
  return deed?.by === memberId && arrivedAt - deed.at <= undoWindow;
}

/**
 * The legs of a fixture's options in all open, or all confirmed, tips of others, each with its
 * entry.
 */
export function legsOfOthers<Entry extends { oddsId: number }>(
  { tips }: Due,
  { memberId, only, missed }: Pick<Taken, 'memberId' | 'only' | 'missed'>,
  { fixtureId, confirmed = false }: { fixtureId: string; confirmed?: boolean },
  entries: readonly Entry[],
): [LegDue, Entry, TipDue][] {
  return [...tips.values()]
    .filter((tip) => tip.ownerId !== memberId && !tip.withdrawn)
    .filter((tip) => (tip.confirmed !== undefined) === confirmed)
    .filter(({ id }) => (only?.has(id) ?? true) && missed?.has(id) !== true)
    .flatMap((tip) => tip.legs.map((leg) => ({ tip, leg })))
    .filter(({ leg }) => leg.fixtureId === fixtureId)
    .flatMap(({ tip, leg }) => {
      const entry = entries.find(({ oddsId }) => oddsId === numberOf(leg.oddName));
      return entry ? [[leg, entry, tip]] : [];
    });
}

/** Those of these tips that are not withdrawn and not the caller's own. */
function named({ tips }: Due, { memberId, only }: Taken, ids: readonly string[]): TipDue[] {
  return [...tips.values()].filter(
    ({ id, ownerId, withdrawn }) =>
      ids.includes(id) && ownerId !== memberId && !withdrawn && (only?.has(id) ?? true),
  );
}
