import { findOptionByName } from '#domain/catalogue.ts';
import type { SettledTip } from '#domain/record.ts';
import { countsOf, estimatedTotalOf, outcomeOf, recordOddsOf, totalOddsOf } from '#domain/tip.ts';

import { hasSameTexts } from '../tip-texts.ts';
import type { Tip } from '../tips.ts';
import type { EventContent, HistoryEvent } from './calls.ts';
import type { ProofFlaw } from './check.ts';
import { parseEventContents } from './event-contents.ts';
import { type ReplayedTip, replayPost, replayTipEvent } from './tip-replay.ts';

/**
 * A difference between a listed tip and its history. `history`: no history or no post; `proof`:
 * events are missing from the signed log; `late`: events were stored at another time than they
 * state; `tipster`: the tip belongs to another tipster; `arrival`: the tip arrived after its first
 * kick-off; the others name the differing field.
 */
export type TipFault =
  | 'history'
  | 'proof'
  | 'late'
  | 'tipster'
  | 'arrival'
  | 'posted'
  | 'games'
  | 'picks'
  | 'odds'
  | 'results'
  | 'decisions'
  | 'status'
  | 'text';

/** A tip reconstructed from its events, with the fields that a record needs to order it. */
export type RecomputedTip = SettledTip & { readonly id: string; readonly createdAt: Date };

/**
 * `isInCheckpoint` is true if signed checkpoints contain all events; without a post,
 * `recomputedTip` is undefined.
 */
export type CheckedTip = {
  id: string;
  faults: TipFault[];
  isInCheckpoint: boolean;
  recomputedTip: RecomputedTip | undefined;
};

type VerifiedHistory = {
  events: readonly HistoryEvent[];
  flaws: readonly (ProofFlaw | undefined)[];
  analysisSalt?: string | undefined;
};

/** Compares a listed tip with its history. */
export async function checkTip(
  listed: Tip,
  tipsterId: string,
  { events, flaws, analysisSalt }: VerifiedHistory = { events: [], flaws: [] },
): Promise<CheckedTip> {
  const { id } = listed;
  const content = parseEvents(events);
  const tip = content && replayEvents(content);
  const isSealed = events.length > 0 && events.every(({ receipt }) => receipt !== undefined);
  if (!content || !tip)
    return { id, faults: ['history'], isInCheckpoint: isSealed, recomputedTip: undefined };
  const isOwn =
    listed.tipsterId === tipsterId && content.every(({ chain }) => chain === `member:${tipsterId}`);
  const faults: TipFault[] = [
    ...(flaws.some((flaw) => flaw !== undefined && flaw !== 'time') ? (['proof'] as const) : []),
    ...(flaws.includes('time') ? (['late'] as const) : []),
    ...(isOwn ? [] : (['tipster'] as const)),
    ...findDifferences(listed, tip),
    ...((await hasSameTexts(listed, tip, analysisSalt)) ? [] : (['text'] as const)),
  ];
  return { id, faults, isInCheckpoint: isSealed, recomputedTip: toRecomputedTip(listed, tip) };
}

function parseEvents(events: readonly HistoryEvent[]): EventContent[] | undefined {
  const contents = parseEventContents(events);
  const readable = contents.flatMap((content) => content ?? []);
  return readable.length === events.length ? readable : undefined;
}

/** Rebuilds a tip from its events, the first of which must be its only post. */
function replayEvents([post, ...later]: readonly EventContent[]): ReplayedTip | undefined {
  if (post?.action !== 'tip.post' || later.some(({ action }) => action === 'tip.post')) {
    return undefined;
  }
  try {
    const tip = replayPost({ ...post, at: new Date(post.at) });
    for (const event of later) replayTipEvent(tip, { ...event, at: new Date(event.at) });
    return tip.legs.length === 0 ? undefined : tip;
  } catch {
    return undefined;
  }
}

function findDifferences(listed: Tip, tip: ReplayedTip): TipFault[] {
  const checks: readonly (readonly [TipFault, boolean])[] = [
    ['arrival', hasArrivedInTime(tip)],
    ['posted', listed.creationTime === tip.createdAt.toISOString()],
    ['games', hasSameGames(listed, tip)],
    ['picks', hasSamePicks(listed, tip)],
    ['odds', hasSameOdds(listed, tip)],
    ['results', hasSameResults(listed, tip)],
    ['decisions', hasSameDecisions(listed, tip)],
    ['status', listed.IsGameSuccessful === (tip.confirmedAt !== null) && !tip.withdrawnAt],
  ];
  return checks.flatMap(([fault, isRight]) => (isRight ? [] : [fault]));
}

/** Uses the kick-offs that the server knew when the tip arrived, which the post event contains. */
function hasArrivedInTime({ createdAt, legs }: ReplayedTip): boolean {
  return legs.every(({ kickOff }) => createdAt.getTime() < Date.parse(kickOff));
}

function hasSameGames({ options }: Tip, { legs }: ReplayedTip): boolean {
  return (
    options.length === legs.length &&
    options.every(({ fixtureId, game }, index) => {
      const leg = legs[index];
      // Posts of earlier versions contain no game.
      return fixtureId === leg?.fixtureId && game === (leg.game ?? game);
    })
  );
}

function hasSamePicks({ options }: Tip, { legs }: ReplayedTip): boolean {
  return options.every(
    ({ oddName }, index) => findOptionByName(oddName)?.oddsId === legs[index]?.oddsId,
  );
}

function hasSameOdds(listed: Tip, { legs }: ReplayedTip): boolean {
  const { totalOdds, estimatedTotal, recordOdds = totalOdds, options } = listed;
  return (
    options.every(({ odd, estimatedOdd }, index) => {
      const leg = legs[index];
      // A priced leg has no estimate.
      return odd === leg?.odd && (odd > 0 || (estimatedOdd ?? null) === leg.estimatedOdd);
    }) &&
    totalOdds === totalOddsOf(legs) &&
    estimatedTotal === estimatedTotalOf(legs) &&
    recordOdds === recordOddsOf(legs)
  );
}

function hasSameResults(listed: Tip, { legs }: ReplayedTip): boolean {
  const { won, lost } = countsOf(legs);
  return (
    listed.options.every(({ result }, index) => result === legs[index]?.result) &&
    listed.outcome === outcomeOf(legs) &&
    listed.totalGamesWon === won &&
    listed.totalGamesLost === lost
  );
}

function hasSameDecisions(listed: Tip, { legs }: ReplayedTip): boolean {
  return listed.options.every(({ confirmedAt, fact, reason, corrected }, index) => {
    const leg = legs[index];
    return (
      confirmedAt === leg?.decidedAt?.toISOString() &&
      isSameJson(corrected ?? null, leg?.corrected ?? null) &&
      isSameJson(fact ?? null, leg?.fact ?? null) &&
      // With a fact, the reason is only the fact's English text and is not compared.
      (leg?.fact || (reason ?? null) === (leg?.reason ?? null))
    );
  });
}

/** True if two values are equal as JSON, regardless of the order of members. */
function isSameJson(one: unknown, other: unknown): boolean {
  return toSortedJson(one) === toSortedJson(other);
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function toRecomputedTip(listed: Tip, tip: ReplayedTip): RecomputedTip {
  const { won, lost } = countsOf(tip.legs);
  return {
    id: tip.id,
    createdAt: tip.createdAt,
    outcome: outcomeOf(tip.legs),
    totalOdds: recordOddsOf(tip.legs),
    lastKickOff: new Date(lastKickOffOf(listed, tip)),
    stake: 0,
    legsWon: won,
    legsLost: lost,
  };
}

/** Uses the kick-offs of the confirmation; confirmations of earlier versions lack them. */
function lastKickOffOf({ options }: Tip, tip: ReplayedTip): string {
  const listed = options.map(({ startDateOfGame }) => startDateOfGame).toSorted();
  const posted = tip.legs.map(({ kickOff }) => kickOff).toSorted();
  return tip.confirmedKickOffs?.lastKickOff ?? listed.at(-1) ?? posted.at(-1) ?? '';
}
