import { isDeepStrictEqual as isEqual } from 'node:util';

import { clubKey } from '#domain/clubs/clubs.ts';
import { gameName } from '#domain/fixture.ts';
import type { SeasonMatch } from '#domain/season-file.ts';

import { daysBetween } from './zoned-time.ts';

/** The matches of a file, each once; the names of those that it lists twice, and of those twice otherwise. */
export type DistinctMatches = {
  matches: SeasonMatch[];
  repeated: string[];
  contradictory: string[];
};

/** A club plays one game in so many days. */
const restDays = 1;

/** A game of one round is not played again later than so many days after it. */
const replayedDays = 60;

/**
 * Takes a game once that a file lists twice: on the same days, or in the same round where none of the two is
 * off. One with a result counts before one without, else the earlier; two different results are left out.
 */
export function distinctMatches(matches: readonly SeasonMatch[]): DistinctMatches {
  const pairs = Map.groupBy(matches, ({ home, away }) => `${clubKey(home)}\n${clubKey(away)}`);
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
        dropped.add(weightOf(other) > weightOf(match) || isEarlier(other, match) ? match : other);
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
    days <= restDays || (one.round !== '' && one.round === other.round && days <= replayedDays)
  );
}

function isContradiction(one: SeasonMatch, other: SeasonMatch): boolean {
  return weightOf(one) > 0 && weightOf(other) > 0 && !isEqual(resultOf(one), resultOf(other));
}

function resultOf({ status, score }: SeasonMatch) {
  return { status, goals: score?.fullTime };
}

/** How much a line says of how its game went. */
function weightOf({ status }: SeasonMatch): number {
  return status === 'scheduled' ? 0 : 1;
}

function isEarlier(one: SeasonMatch, other: SeasonMatch): boolean {
  const momentOf = ({ date, time = '' }: SeasonMatch) => `${date} ${time}`;
  return weightOf(one) === weightOf(other) && momentOf(one) < momentOf(other);
}
