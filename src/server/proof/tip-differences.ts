import { isDeepStrictEqual } from 'node:util';

import type { ReplayedTip } from '#contract/proof/tip-replay.ts';
import { gameName } from '#domain/fixture.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';

import type { legs, tips } from '../db/schema.ts';
import { computeTipFigures } from '../tips/save.ts';
import { parseCachedJson, toCachedJson } from '../tips/cached-json.ts';
import { toExpectedTexts, addStoredTexts } from '../tips/texts.ts';
import { describeDifferingFields } from './differing-fields.ts';
import type { FixtureReplay } from './fixture-replay.ts';

/** A tip's row with its ordered legs, and the digest of its text. */
export type StoredTip = typeof tips.$inferSelect & {
  legs: (typeof legs.$inferSelect)[];
  analysisDigest: string | null;
};

/**
 * Yields a sentence for each field of a stored tip or its legs that differs from the tip computed
 * from events.
 */
export function* describeTipDifferences(
  stored: StoredTip,
  tip: ReplayedTip,
  fixtures: FixtureReplay,
): Generator<string> {
  const name = `Tip ${tip.id}`;
  const expected = {
    ...toExpectedFields(tip),
    ...toExpectedTexts(stored, tip),
    ...toExpectedKickOffs(stored, tip, fixtures),
  };
  yield* describeDifferingFields(name, toStoredFields(stored), expected);
  if (isCachedJsonDifferent(stored, tip))
    yield `${name}: lists show it otherwise than its events say.`;
  if (stored.legs.length !== tip.legs.length) yield `${name} has other games than it had.`;
  for (const [index, leg] of tip.legs.entries()) {
    yield* describeLegDifferences(name, stored.legs[index], leg);
    yield* describePostDifferences(name, leg, fixtures);
  }
}

function toStoredFields(row: StoredTip) {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastKickOff: row.lastKickOff.toISOString(),
    bookedAt: row.bookedAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    totalOdds: Number(row.totalOdds),
    recordOdds: Number(row.recordOdds),
    bookedOdds: Number(row.bookedOdds),
  };
}

function toExpectedFields(tip: ReplayedTip) {
  const { copiedFrom, stake, bookedAt } = tip;
  const { totalOdds, recordOdds, bookedOdds, ...counts } = computeTipFigures(tip.legs);
  return {
    copiedFrom,
    stake,
    createdAt: tip.createdAt.toISOString(),
    confirmedAt: tip.confirmedAt?.toISOString() ?? null,
    withdrawnAt: tip.withdrawnAt?.toISOString() ?? null,
    totalOdds: Number(totalOdds),
    recordOdds: Number(recordOdds),
    ...counts,
    // Only the booking of a copy has an event, because public figures count only such bookings.
    ...(copiedFrom !== null && { bookedAt }),
    ...(copiedFrom !== null && bookedAt !== null && { bookedOdds: Number(bookedOdds) }),
  };
}

/**
 * Returns the expected first and last kick-off: the current kick-offs for an open tip, those at the
 * confirmation for a confirmed tip.
 */
function toExpectedKickOffs(stored: StoredTip, tip: ReplayedTip, fixtures: FixtureReplay) {
  if (tip.withdrawnAt) return {};
  if (tip.confirmedKickOffs && tip.confirmedAt) return tip.confirmedKickOffs;
  if (tip.confirmedAt) {
    // Older versions did not record the kick-offs of a confirmation, so any kick-off that the games
    // have had is accepted.
    const isKnown = (kickOff: string) =>
      tip.legs.some(({ fixtureId }) => fixtures.hadKickOff(fixtureId, kickOff));
    const { expiresAt, lastKickOff } = toStoredFields(stored);
    return {
      ...(!isKnown(expiresAt) && { expiresAt: 'a kick-off of its games' }),
      ...(!isKnown(lastKickOff) && { lastKickOff: 'a kick-off of its games' }),
    };
  }
  const kickOffs = tip.legs.map(({ fixtureId, kickOff }) => {
    return fixtures.findReplayedFixture(fixtureId)?.kickOff ?? kickOff;
  });
  const [expiresAt, ...later] = kickOffs.toSorted();
  return { expiresAt, lastKickOff: later.at(-1) ?? expiresAt };
}

/**
 * True if the cached JSON differs from the tip computed from events. Cached JSON of an older
 * version is ignored, because lists do not use that version.
 */
function isCachedJsonDifferent(stored: StoredTip, tip: ReplayedTip): boolean {
  const document = stored.wire === null ? undefined : parseCachedJson(stored.wire);
  if (document === undefined) return false;
  const figures = computeTipFigures(tip.legs);
  const expected = toCachedJson({ ...addStoredTexts(stored, tip), ...figures });
  return !isDeepStrictEqual(document, parseCachedJson(expected));
}

function* describeLegDifferences(
  tip: string,
  stored: StoredTip['legs'][number] | undefined,
  leg: ReplayedTip['legs'][number],
): Generator<string> {
  const {
    fixtureId,
    oddsId,
    bookedOdd,
    decidedAt,
    game: _,
    kickOff: __,
    decisions: ___,
    ...own
  } = leg;
  const name = `${tip}, game ${fixtureId}`;
  if (stored?.fixtureId !== fixtureId) {
    yield `${name} is not among its games any more.`;
    return;
  }
  const now = {
    ...stored,
    oddName: findOddName(stored.oddsId),
    odd: Number(stored.odd),
    estimatedOdd: stored.estimatedOdd === null ? null : Number(stored.estimatedOdd),
    kickOffOdd: Number(stored.kickOffOdd),
    bookedOdd: Number(stored.bookedOdd),
    decidedAt: stored.decidedAt?.toISOString() ?? null,
  };
  yield* describeDifferingFields(name, now, {
    ...own,
    oddName: findOddName(oddsId),
    decidedAt: decidedAt?.toISOString() ?? null,
    ...(bookedOdd > 0 && { bookedOdd }),
  });
}

/** Yields differences of a leg's game between the event of the post and the events of the game. */
function* describePostDifferences(
  tip: string,
  { fixtureId, game, kickOff }: ReplayedTip['legs'][number],
  fixtures: FixtureReplay,
): Generator<string> {
  const facts = fixtures.findReplayedFixture(fixtureId);
  if (!facts) return;
  const is = gameName(facts.home, facts.away);
  if (game !== undefined && game !== is) {
    yield `${tip} was posted on ${game}, and game ${fixtureId} was added as ${is}.`;
  }
  if (!fixtures.hadKickOff(fixtureId, kickOff)) {
    yield `${tip} was posted on a game of ${kickOff}, and game ${fixtureId} (${is}) never began then.`;
  }
}

function findOddName(oddsId: number): string {
  const option = findOptionById(oddsId);
  return option ? oddNameOf(option) : '';
}
