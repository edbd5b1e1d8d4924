import type { DeskAsk } from './asks.ts';
import {
  confirmed,
  decided,
  type Due,
  type LegDue,
  priced,
  type Season,
  type Taken,
  type TipDue,
} from './rows-due.ts';
import { numberOf } from './options.ts';
import { byTheRules, resultIn } from './results.ts';

/** How long an administrator may take back what they did themselves. */
const undoWindow = 10 * 60 * 1000;

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
        if (change.result === 'pending' && !isOwnUndo(leg.decision, taken)) continue;
        decided(leg, change, taken, season);
      }
      return;
    case 'fixture.correct': {
      const { results, reason } = ask.payload;
      const confirmed = { ...ask.payload, confirmed: true };
      for (const [leg, { result }] of legsOfOthers(due, taken, confirmed, results)) {
        const ruled = byTheRules(leg.oddName, season.result(leg.fixtureId, arrivedAt));
        decided(leg, { result, ...(ruled !== result && { reason }) }, taken, season);
      }
      return;
    }
    case 'tips.confirm':
      for (const tip of named(due, taken, ask.payload.ids)) {
        if (tip.legs.every(({ result }) => result !== 'pending')) confirmed(tip, taken);
      }
      return;
    case 'tips.reopen':
      for (const tip of named(due, taken, ask.payload.ids)) {
        if (tip.confirmed?.by === memberId && isOwnUndo(tip.confirmed, taken)) {
          tip.confirmed = undefined;
        }
      }
  }
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
): [LegDue, Entry][] {
  return [...tips.values()]
    .filter((tip) => tip.ownerId !== memberId && !tip.withdrawn)
    .filter((tip) => (tip.confirmed !== undefined) === confirmed)
    .filter(({ id }) => only?.has(id) ?? true)
    .flatMap(({ legs }) => legs.filter((leg) => leg.fixtureId === fixtureId))
    .flatMap((leg) => {
      const entry = entries.find(({ oddsId }) => oddsId === numberOf(leg.oddName));
      return entry ? [[leg, entry]] : [];
    });
}

/** Those of these tips that stand and are not one's own. */
function named({ tips }: Due, { memberId, only }: Taken, ids: readonly string[]): TipDue[] {
  return [...tips.values()].filter(
    ({ id, ownerId, withdrawn }) =>
      ids.includes(id) && ownerId !== memberId && !withdrawn && (only?.has(id) ?? true),
  );
}
