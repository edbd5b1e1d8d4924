import { type Option, optionNamed } from '#domain/catalogue.ts';
import { unpriced } from '#domain/odds/price.ts';
import { type LegOdds, postingOdds } from '#domain/odds/quote.ts';
import { settle } from '#domain/settlement/settlement.ts';
import { expiryOf, lastKickOffOf } from '#domain/tip.ts';

import type { legs, tips } from '../db/schema.ts';
import { figuresOf } from '../tips/save.ts';
import type { DemoMatch } from './schedule.ts';
import {
  type Chance,
  feedOfDemo,
  idAt,
  optionsIn,
  pricerOf,
  resultOfDemo,
  scoreOfDemo,
} from './match-odds.ts';
import type { DemoTipster } from './members.ts';

/** A demo tip as its rows; cursors are assigned when all of them exist. */
export type DemoTip = {
  tip: Omit<typeof tips.$inferInsert, 'cursor'>;
  legs: (typeof legs.$inferInsert)[];
};

/** Values that all tips of a tipster share. */
export type Author = {
  id: string;
  tipster: Pick<DemoTipster, 'groups' | 'maxLegs' | 'insight'>;
  administratorId: string;
  now: Date;
  chance: Chance;
};

/** State of a tip: confirmed, played but not settled, or open. */
type Stage = 'treated' | 'played' | 'ahead';

const minute = 60 * 1000;
const hour = 60 * minute;

const remarks = [
  '',
  '',
  '',
  'Small stake: I like the price more than the team.',
  'Two sides that would rather attack than sit on a draw.',
  'Patience here. I expect the second half to decide it.',
  'Happy to be wrong on this one, but the price is too big.',
];

/** A posted slip with all its later events; undefined if no game suits. */
export function aTip(
  author: Author,
  matches: readonly DemoMatch[],
  stage: Stage,
): DemoTip | undefined {
  const { chance, now } = author;
  const slip = aSlip(author.tipster, matches, chance);
  if (slip.length === 0) return undefined;

  const expiresAt = expiryOf(slip.map(({ match }) => match));
  const lead = chance.between(2 * 60, 30 * 60) * minute;
  const latest = stage === 'ahead' ? now.getTime() - chance.between(5, 600) * minute : Infinity;
  const createdAt = new Date(Math.min(expiresAt.getTime() - lead, latest));
  const id = idAt(createdAt, chance);
  const rows = slip.map((pick, position) => legOf(author, pick, stage, { tipId: id, position }));
  return { tip: tipOf(author, { id, createdAt }, slip, rows, stage), legs: rows };
}

/** A leg on the first goal, which the score may not determine: an administrator must enter it. */
export function withFirstGoal(tip: DemoTip, matches: readonly DemoMatch[]): DemoTip {
  const option = optionNamed('First Goal - 1');
  const rows = tip.legs.map((leg, index) => {
    const match = matches.find(({ id }) => id === leg.fixtureId);
    if (index > 0 || !option || !match) return leg;
    return { ...leg, oddsId: option.oddsId, ...oddsColumns(postingOddsOf(match, option)) };
  });
  return { legs: rows, tip: { ...tip.tip, totalOdds: '0', recordOdds: '0' } };
}

function legOf(
  { administratorId, chance }: Author,
  { match, option, price }: DemoPick,
  stage: Stage,
  legKey: { tipId: string; position: number },
): typeof legs.$inferInsert {
  // Options without a price in the feed need an administrator while a tip is open.
  const odds = stage === 'ahead' ? postingOddsOf(match, option) : { odd: price };
  const leg = { ...legKey, fixtureId: match.id, oddsId: option.oddsId, ...oddsColumns(odds) };
  if (stage !== 'treated') return leg;

  const { result, fact } = settle(option, scoreOfDemo(match));
  const decidedAt = new Date(match.kickOff.getTime() + chance.between(125, 240) * minute);
  if (result === 'ask') throw new Error(`a demo match left an option undecided: ${fact.code}`);
  return { ...leg, result, fact, decidedAt, decidedBy: administratorId };
}

function postingOddsOf(match: DemoMatch, { oddsId }: Option): LegOdds {
  return postingOdds(feedOfDemo(match), oddsId);
}

function oddsColumns({ odd, estimatedOdd }: LegOdds) {
  const price = odd === unpriced ? '0' : odd.toFixed(2);
  return { odd: price, kickOffOdd: price, estimatedOdd: estimatedOdd?.toFixed(2) ?? null };
}

function tipOf(
  { id: ownerId, administratorId, chance }: Author,
  { id, createdAt }: { id: string; createdAt: Date },
  slip: readonly DemoPick[],
  rows: DemoTip['legs'],
  stage: Stage,
): DemoTip['tip'] {
  const kickOffs = slip.map(({ match }) => match);
  const results = rows.map(({ odd, kickOffOdd, result = 'pending' }) => ({
    odd: Number(odd),
    kickOffOdd: Number(kickOffOdd),
    bookedOdd: 0,
    result,
  }));
  const lastKickOff = lastKickOffOf(kickOffs);
  const isBooked = chance.next() < 0.6;
  const treated = stage === 'treated' && {
    confirmedAt: new Date(lastKickOff.getTime() + chance.between(5, 14) * hour),
    confirmedBy: administratorId,
  };
  return {
    id,
    ownerId,
    createdAt,
    expiresAt: expiryOf(kickOffs),
    lastKickOff,
    stake: chance.of([0, 0, 1, 2, 2, 3, 5]) ?? 0,
    analysis: chance.of(remarks) ?? '',
    bookedAt: isBooked ? new Date(createdAt.getTime() + chance.between(1, 4) * minute) : null,
    ...treated,
    ...figuresOf(results),
    version: 1 + Number(isBooked) + (stage === 'treated' ? 2 : 0),
  };
}

/** A leg of a demo slip. */
type DemoPick = { match: DemoMatch; option: Option; price: number };

/** Maximum time between the kick-offs of a slip. */
const oneSlip = 36 * hour;

/** Range of prices: neither certain nor hopeless. */
const minPrice = 1.25;
const maxPrice = 3.2;

/** A slip on one to a few of these matches, by the tipster's preferences. */
function aSlip(
  tipster: Pick<DemoTipster, 'groups' | 'maxLegs' | 'insight'>,
  matches: readonly DemoMatch[],
  chance: Chance,
): DemoPick[] {
  const first = chance.of(matches);
  if (!first) return [];
  const near = matches.filter(
    ({ kickOff }) => Math.abs(kickOff.getTime() - first.kickOff.getTime()) <= oneSlip / 2,
  );
  // The lower of two random numbers: short slips are more common than long ones.
  const legCount = Math.min(chance.between(1, tipster.maxLegs), chance.between(1, tipster.maxLegs));
  const chosen = new Set([first]);
  for (let tries = 0; chosen.size < legCount && tries < 2 * legCount; tries += 1) {
    const next = chance.of(near);
    if (next && isFree(next, chosen)) chosen.add(next);
  }
  return [...chosen].flatMap((match) => pickOf(tipster, match, chance) ?? []);
}

/**
 * True if neither club is on the slip yet: one option per game is the rule, and two games of a club
 * read oddly.
 */
function isFree(next: DemoMatch, chosen: ReadonlySet<DemoMatch>): boolean {
  return [...chosen].every(({ home, away }) => ![home, away].includes(next.home));
}

function pickOf(
  { groups, insight }: Pick<DemoTipster, 'groups' | 'insight'>,
  match: DemoMatch,
  chance: Chance,
): DemoPick | undefined {
  const priceOf = pricerOf(match);
  const fair = optionsIn(groups).flatMap((option) => {
    const price = priceOf(option);
    return price && price >= minPrice && price <= maxPrice ? [{ match, option, price }] : [];
  });
  // The result of a demo match is fixed before it is played, which allows insight.
  const right = fair.filter(({ option }) => resultOfDemo(match, option) === 'won');
  const knows = chance.next() < insight;
  return chance.of(knows && right.length > 0 ? right : fair);
}
