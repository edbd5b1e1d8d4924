import { undoWindowMs } from '#domain/tip.ts';

import type { IntentOf, DeskIntent } from './intents.ts';
import {
  confirmed,
  decided,
  type Due,
  isDecidedOtherwise,
  isUndecidedNow,
  isReconfirmation,
  reconfirmed,
  type LegDue,
  priced,
  ruledAt,
  type Season,
  type AcceptedIntent,
  type TipDue,
} from './rows-due.ts';
import { numberOf } from './options.ts';
import { resultIn } from './results.ts';

/** Applies an accepted desk request, or only its committed batch. */
export function applyDeskIntent(
  due: Due,
  accepted: AcceptedIntent,
  intent: DeskIntent,
  season: Season,
): void {
  const { memberId, arrivedAt } = accepted;
  switch (intent.kind) {
    case 'result.set': {
      const result = resultIn(intent.payload);
      if (result) due.results.set(intent.payload.fixtureId, result);
      return;
    }
    case 'prices.set':
      for (const [leg, price] of legsOfOthers(
        due,
        accepted,
        intent.payload,
        intent.payload.prices,
      )) {
        if (isMeant(leg, price)) priced(leg, price.odd, arrivedAt, season);
      }
      return;
    case 'fixture.settle':
      for (const [leg, change] of legsOfOthers(
        due,
        accepted,
        intent.payload,
        intent.payload.results,
      )) {
        if (change.result === 'pending') undoDecision(leg, change, accepted, season);
        else if (change.ifPending && !isUndecidedNow(leg, season)) continue;
        else if (isReconfirmation(leg, change, season)) reconfirmed(leg, change, accepted, season);
        else decided(leg, change, accepted, season);
      }
      return;
    case 'fixture.correct':
      correct(due, accepted, intent, season);
      return;
    case 'tips.confirm':
      for (const tip of named(due, accepted, intent.payload.ids)) {
        const isOpen = ({ result }: LegDue) => result === 'pending';
        const isOutdated = (leg: LegDue) => isDecidedOtherwise(leg, accepted.arrivedAt, season);
        if (!tip.legs.some((leg) => isOpen(leg) || isOutdated(leg))) confirmed(tip, accepted);
      }
      return;
    case 'tips.reopen':
      for (const tip of named(due, accepted, intent.payload.ids)) {
        if (tip.confirmed?.by === memberId && isOwnUndo(tip.confirmed, accepted)) {
          tip.confirmed = undefined;
          tip.reopenedAt = arrivedAt;
        }
      }
  }
}

/** Decides legs of confirmed tips again. */
function correct(
  due: Due,
  accepted: AcceptedIntent,
  { payload }: IntentOf<'fixture.correct'>,
  season: Season,
): void {
  const { arrivedAt: at } = accepted;
  const { fixtureId, results, reason } = payload;
  const confirmed = { fixtureId, confirmed: true };
  for (const [leg, { result }, tip] of legsOfOthers(due, accepted, confirmed, results)) {
    if (leg.result === result) continue;
    const before = leg.result;
    const isRuled = ruledAt(leg, at, season) === result;
    decided(leg, { result, ...(!isRuled && { reason }) }, accepted, season);
    leg.corrected = { result: before, at, reason, confirmedAt: tip.confirmed?.at ?? at };
  }
}

/** True if a price applies to a leg. */
export function isMeant({ odd }: LegDue, { ifUnpriced }: { ifUnpriced?: true | undefined }) {
  return ifUnpriced === undefined || odd === 0;
}

/**
 * Restores the last decision by another administrator or from before the undo window; the undo of a
 * single action restores the decision before that action.
 */
function undoDecision(
  leg: LegDue,
  { act }: { act?: string | undefined },
  accepted: AcceptedIntent,
  season: Season,
): void {
  const isUndone = ({ decision }: Pick<LegDue, 'decision'>) =>
    isOwnUndo(decision, accepted) && (act === undefined || decision?.act === act);
  if (!isUndone(leg)) return;
  let { before } = leg;
  while (before && isUndone(before)) before = before.before;
  if (!before) {
    decided(leg, { result: 'pending' }, accepted, season);
    return;
  }
  const isSame = before.result === leg.result && before.decision?.version === leg.decision?.version;
  if (!isSame) Object.assign(leg, { before: undefined }, before);
}

function isOwnUndo(
  author: { by: string; at: number } | undefined,
  { memberId, arrivedAt }: AcceptedIntent,
): boolean {
  return author?.by === memberId && arrivedAt - author.at <= undoWindowMs;
}

/**
 * Returns the legs of a fixture's options in all open (or all confirmed) tips of other members,
 * each with the entry of its option.
 */
export function legsOfOthers<Entry extends { oddsId: number }>(
  { tips }: Due,
  { memberId, only, missed }: Pick<AcceptedIntent, 'memberId' | 'only' | 'missed'>,
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

/** Returns the named tips that are not withdrawn and not the caller's own. */
function named(
  { tips }: Due,
  { memberId, only }: AcceptedIntent,
  ids: readonly string[],
): TipDue[] {
  return [...tips.values()].filter(
    ({ id, ownerId, withdrawn }) =>
      ids.includes(id) && ownerId !== memberId && !withdrawn && (only?.has(id) ?? true),
  );
}
