import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';

import { hourMs } from '#domain/durations.ts';
import { hasStarted } from '#domain/fixture.ts';
import type { Season, SeasonMatch } from '#domain/results/season-file.ts';

import type { KnownLeague } from '../fixtures/leagues.ts';
import { toLocalDate, daysBetween, addDays, toInstant } from './zoned-time.ts';

/** A match of a season file with a stable fixture id and a kick-off in UTC. */
export type DatedMatch = Omit<SeasonMatch, 'date' | 'time'> & {
  id: string;
  kickOff: Date;
  /** True if the file has only the day; the kick-off is then the beginning of the day. */
  isDayOnly?: boolean;
};

/** Local kick-off time of games without a time: tips on such a game end when its day begins. */
const defaultKickOffTime = '00:00';

/** Local kick-off time by which a result of a game without a time is valid only after its day. */
const endOfDayTime = '23:59';

/** Minimum time from kick-off to a result, in milliseconds. */
export const matchLengthMs = 2 * hourMs;

/** Finds a season's label, such as "2025-26", in its title, file name, folder or dates. */
export function findSeasonLabel(season: Season, path: string): string {
  const names = [season.name, basename(path), basename(dirname(path))];
  return names.map(parseSeasonLabel).find(Boolean) ?? toLabelOfYears(season.matches);
}

/** Adds a kick-off and an id to every match. The id depends only on league, season and clubs. */
export function toDatedMatches(
  matches: readonly SeasonMatch[],
  league: KnownLeague,
  label: string,
): DatedMatch[] {
  const meetingNumbers = numberMeetings(matches);
  return sortByDate(matches).map((match) => {
    const { date, time, ...rest } = match;
    // If clubs meet several times at the same ground, only later meetings have a number in the id.
    const meeting = meetingNumbers.get(match) ?? 1;
    const number = meeting > 1 ? [String(meeting)] : [];
    return {
      ...rest,
      id: createFixtureId([league.key, label, toTeamPairKey(match), ...number]),
      kickOff: toInstant(date, time ?? defaultKickOffTime, league.zone),
      ...(time === undefined && { isDayOnly: true }),
    };
  });
}

function toTeamPairKey({ home, away }: SeasonMatch): string {
  return `${home}\n${away}`;
}

/** Numbers the meetings of two clubs by round, so that a postponed game keeps its number. */
function numberMeetings(matches: readonly SeasonMatch[]): Map<SeasonMatch, number> {
  const middles = new Map(
    [...Map.groupBy(matches, ({ round }) => round)].map(([round, all]) => [
      round,
      findMiddleDate(all),
    ]),
  );
  const dateOf = ({ round, date }: SeasonMatch) => (round && middles.get(round)) || date;
  const byRound = (one: SeasonMatch, other: SeasonMatch) =>
    subtractRounds(one, other) ?? dateOf(one).localeCompare(dateOf(other));
  const pairs = Map.groupBy(sortByDate(matches), toTeamPairKey).values();
  return new Map(
    [...pairs].flatMap((pair) =>
      pair.toSorted(byRound).map((match, index) => [match, index + 1] as const),
    ),
  );
}

/** Returns the difference of two rounds whose names differ only in a number; else undefined. */
function subtractRounds(one: SeasonMatch, other: SeasonMatch): number | undefined {
  const [first, second] = [one.round, other.round].map((round) => /^(.*?)(\d+)$/.exec(round));
  if (!first || !second || first[1] !== second[1]) return undefined;
  return Number(first[2]) - Number(second[2]);
}

function findMiddleDate(matches: readonly SeasonMatch[]): string {
  return sortByDate(matches)[Math.floor(matches.length / 2)]?.date ?? '';
}

/**
 * Shifts the season by whole weeks, so that its middle, or the game after its last result if that
 * game is earlier, is in the week after `now`. Results in the future are removed.
 */
export function shiftToToday(
  matches: readonly SeasonMatch[],
  zone: string,
  now: Date,
): { matches: SeasonMatch[]; weeks: number; dropped: number } {
  const weeks = Math.ceil(daysBetween(findSeasonMiddle(matches), toLocalDate(now, zone)) / 7);
  const shifted = matches.map((match) => {
    const moved = { ...match, date: addDays(match.date, weeks * 7) };
    return mayBeOver(moved, zone, now) ? moved : toUnplayedMatch(moved);
  });
  const dropped = shifted.filter(({ status }, at) => status !== matches[at]?.status).length;
  return { matches: shifted, weeks, dropped };
}

/** Returns a short stable id computed from these texts. */
export function createFixtureId(identity: readonly string[]): string {
  return createHash('sha256').update(identity.join('\n')).digest('hex').slice(0, 24);
}

function findSeasonMiddle(matches: readonly SeasonMatch[]): string {
  const ordered = sortByDate(matches);
  const afterResults = ordered[ordered.findLastIndex(({ status }) => status === 'played') + 1];
  const dates = [...(afterResults ? [afterResults.date] : []), findMiddleDate(ordered)];
  return dates.toSorted()[0] ?? '';
}

function mayBeOver({ date, time }: SeasonMatch, zone: string, now: Date): boolean {
  const kickOff = toInstant(date, time ?? endOfDayTime, zone);
  return hasStarted(new Date(kickOff.getTime() + matchLengthMs), now);
}

function toUnplayedMatch(match: SeasonMatch): SeasonMatch {
  const isOpen = match.status === 'postponed' || match.status === 'cancelled';
  return isOpen ? match : { ...match, status: 'scheduled', score: undefined };
}

function sortByDate(matches: readonly SeasonMatch[]): SeasonMatch[] {
  return matches.toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

function parseSeasonLabel(text: string): string | undefined {
  const found = [...text.matchAll(/(?<!\d)((?:19|20)\d{2})(?:[/-](\d{4}|\d{2}))?(?!\d)/g)].at(-1);
  if (!found) return undefined;
  const [, first, second] = found;
  return second ? `${first}-${second.slice(-2)}` : first;
}

function toLabelOfYears(matches: readonly SeasonMatch[]): string {
  const years = sortByDate(matches).map(({ date }) => date.slice(0, 4));
  const [first = '', last = first] = [years[0], years.at(-1)];
  return first === last ? first : `${first}-${last.slice(-2)}`;
}
