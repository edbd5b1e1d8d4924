import type { audit } from '../db/schema.ts';
import { changed, confirmed, posted } from '../tips/events.ts';
import { demoLeagues, type DemoMatch } from './schedule.ts';
import { type Chance, chanceFrom, idAt } from './match-odds.ts';
import type { DemoMembers } from './members.ts';
import { aTip, type Author, type DemoTip, withFirstGoal } from './tips.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** Number of unsettled tips. */
const waiting = 8;

/** All tips of the demo season, the oldest first. */
export function demoHistory(
  demoMembers: DemoMembers,
  matches: readonly DemoMatch[],
  now: Date,
  chance: Chance,
): DemoTip[] {
  const administratorId = demoMembers.administrator.id;
  const authors = [...demoMembers.tipsters, demoMembers.member].map(({ row, tipster }) => ({
    author: { id: row.id, tipster, administratorId, now, chance },
    settled: tipster.settled,
  }));
  // Games in between are too old to be unsettled and too new to be confirmed.
  const past = between(matches, now, -70 * day, -16 * hour);
  const recent = between(matches, now, -40 * hour, -2 * hour);
  const upcoming = between(matches, now, hour, 9 * day);

  const treated = authors.flatMap(({ author, settled }) =>
    several(settled, author, past, 'treated'),
  );
  const played = authors
    .slice(0, waiting)
    .flatMap(({ author }) => several(1, author, recent, 'played'))
    .map((tip, index) => (index === 0 ? withFirstGoal(tip, recent) : tip));
  const openTips = authors.flatMap(({ author }) =>
    several(chance.between(1, 3), author, upcoming, 'ahead'),
  );
  // A generator of its own, so that these tips do not change the others.
  const sure = chanceFrom(`first games ${now.toISOString().slice(0, 10)}`);
  const first = firstGames(matches, now).flatMap((match, index) => {
    const author = authors[index]?.author;
    return author ? several(1, { ...author, chance: sure }, [match], 'ahead') : [];
  });
  const live = between(matches, now, -2 * hour, 0);
  const inPlay = [...authors.slice(0, 6), ...authors.slice(-1)].flatMap(({ author }) =>
    several(1, { ...author, chance: sure }, live, 'ahead'),
  );
  const copy = openTips[0] && copyOf(openTips[0], demoMembers.member.row.id, now, chance);
  return [
    ...treated,
    ...played,
    ...openTips,
    ...first,
    ...inPlay,
    ...(copy ? [copy] : []),
  ].toSorted((a, b) => a.tip.createdAt.getTime() - b.tip.createdAt.getTime());
}

/** The next games of the first league, which the app opens with: each of them has a tip. */
function firstGames(matches: readonly DemoMatch[], now: Date): DemoMatch[] {
  return between(matches, now, hour, 23 * day)
    .filter(({ sportKey }) => sportKey === demoLeagues[0]?.key)
    .slice(0, 3);
}

function several(
  count: number,
  author: Author,
  matches: readonly DemoMatch[],
  stage: Parameters<typeof aTip>[2],
): DemoTip[] {
  return Array.from({ length: count }).flatMap(() => aTip(author, matches, stage) ?? []);
}

/** A private copy of a tip among its reader's saved tips. */
function copyOf(tip: DemoTip, ownerId: string, now: Date, chance: Chance): DemoTip {
  const createdAt = new Date(now.getTime() - 3 * minute);
  const id = idAt(createdAt, chance);
  const own = { id, ownerId, createdAt, copiedFrom: tip.tip.id };
  return {
    tip: { ...tip.tip, ...own, bookedAt: null, stake: 0, analysis: '', version: 1 },
    legs: tip.legs.map((leg) => ({ ...leg, tipId: id })),
  };
}

function between(matches: readonly DemoMatch[], now: Date, from: number, to: number): DemoMatch[] {
  return matches.filter(({ kickOff }) => {
    const distance = kickOff.getTime() - now.getTime();
    return distance >= from && distance <= to;
  });
}

/** The audit events of a demo tip. */
export function eventsOfDemo(
  { tip, legs }: DemoTip,
  matches: ReadonlyMap<string, DemoMatch>,
): (typeof audit.$inferInsert)[] {
  const { id, stake = 0, copiedFrom = null, confirmedAt, confirmedBy } = tip;
  const { outcome = 'open', totalOdds = '0' } = tip;
  const chosen = legs.flatMap((leg) => {
    const match = matches.get(leg.fixtureId);
    const estimatedOdd = leg.estimatedOdd == null ? null : Number(leg.estimatedOdd);
    return match ? [{ ...leg, ...match, odd: Number(leg.odd), estimatedOdd }] : [];
  });
  const settled = legs.flatMap(({ fixtureId, result, fact = null, decidedAt, decidedBy }) => {
    if (!result || !decidedAt || !decidedBy) return [];
    const undecided = { result: 'pending' as const, decidedVersion: null };
    const before = { fixtureId, odd: 0, kickOffOdd: 0, ...undecided, fact };
    const stamp = { at: decidedAt, by: decidedBy };
    return changed({ id }, stamp, { before, after: { ...before, result }, reason: '' });
  });
  return [
    posted({ ...tip, stake, copiedFrom, legs: chosen }),
    ...settled,
    ...(confirmedAt && confirmedBy
      ? [confirmed({ id, outcome, totalOdds, legs: chosen }, { at: confirmedAt, by: confirmedBy })]
      : []),
  ];
}
