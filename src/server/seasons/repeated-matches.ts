import { isDeepStrictEqual as isEqual } from 'node:util';

import { toClubKey } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';
import type { SeasonMatch } from '#domain/results/season-file.ts';

import { daysBetween } from './zoned-time.ts';

/** The distinct matches of a file, and the names of repeated and of contradictory matches. */
export type DistinctMatches = {
  matches: SeasonMatch[];
  repeated: string[];
  contradictory: string[];
};

/** Maximum days between two rows of one game, as a club does not play again so soon. */
const maxSameGameDays = 1;

/** Maximum days between two rows of one game if both rows have the same round. */
const maxReplayDays = 60;

/**
 * Removes repeated games of a file: rows with the same clubs within a day, or in the same round
 * unless one was called off. A row with a result remains, else the earlier row. Rows with different
 * results are all removed.
 */
export function removeRepeatedMatches(matches: readonly SeasonMatch[]): DistinctMatches {
  const pairs = Map.groupBy(matches, ({ home, away }) => `${toClubKey(home)}\n${toClubKey(away)}`);
  const dropped = new Set<SeasonMatch>();
  const [repeated, contradictory] = [new Set<string>(), new Set<string>()];
  for (const pair of pairs.values()) {
    for (const [index, match] of pair.entries()) {
      const other = pair.slice(index + 1).find((each) => isSameGame(match, each));
      if (!other) continue;
      const name = gameName(match.home, match.away);
      if (isContradiction(match, other)) {
        contradictory.add(name);
        dropped.add(match).add(other);
      } else {
        repeated.add(name);
        dropped.add(
          toInformationRank(other) > toInformationRank(match) || isEarlier(other, match)
            ? match
            : other,
        );
      }
    }
  }
  return {
    matches: matches.filter((match) => !dropped.has(match)),
    repeated: [...repeated].filter((name) => !contradictory.has(name)),
    contradictory: [...contradictory],
  };
}

function isSameGame(one: SeasonMatch, other: SeasonMatch): boolean {
  const days = Math.abs(daysBetween(one.date, other.date));
  const isOff = [one, other].some(({ status }) =>
    /^(?:postponed|cancelled|abandoned)$/.test(status),
  );
  if (isOff && days > 0) return false;
  return (
    days <= maxSameGameDays ||
    (one.round !== '' && one.round === other.round && days <= maxReplayDays)
  );
}

function isContradiction(one: SeasonMatch, other: SeasonMatch): boolean {
  return (
    toInformationRank(one) > 0 &&
    toInformationRank(other) > 0 &&
    !isEqual(toComparableResult(one), toComparableResult(other))
  );
}

function toComparableResult({ status, score }: SeasonMatch) {
  return { status, goals: score?.fullTime };
}

/** Returns 1 if a row has a result or was called off, else 0. */
function toInformationRank({ status }: SeasonMatch): number {
  return status === 'scheduled' ? 0 : 1;
}

function isEarlier(one: SeasonMatch, other: SeasonMatch): boolean {
  const momentOf = ({ date, time = '' }: SeasonMatch) => `${date} ${time}`;
  return toInformationRank(one) === toInformationRank(other) && momentOf(one) < momentOf(other);
}
