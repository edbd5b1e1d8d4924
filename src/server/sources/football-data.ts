import * as z from 'zod/mini';

import { SourceName } from '#contract/values.ts';
import type { ReportedMatch } from '#domain/results/result-search.ts';
import { dayMs, minuteMs } from '#domain/durations.ts';

import { unreadableEntry, readEntries, type ReadResult } from './read-result.ts';
import { type Source, createUnexpectedFormFailure } from './source.ts';
import type { SourceRequest } from './source-rounds.ts';

/** League keys by the competition codes of football-data.org. */
const leaguesByCompetition: Readonly<Record<string, string>> = {
  PL: 'soccer_epl',
  ELC: 'soccer_efl_champ',
  BL1: 'soccer_germany_bundesliga',
  SA: 'soccer_italy_serie_a',
  PD: 'soccer_spain_la_liga',
  FL1: 'soccer_france_ligue_one',
  DED: 'soccer_netherlands_eredivisie',
  PPL: 'soccer_portugal_primeira_liga',
  CL: 'soccer_uefa_champs_league',
};

const Goals = z.object({ home: z.nullish(z.int()), away: z.nullish(z.int()) });
type Goals = z.infer<typeof Goals>;

const Match = z.object({
  utcDate: z.iso.datetime({ offset: true }),
  status: z.string(),
  competition: z.object({ code: z.string() }),
  homeTeam: z.object({ name: SourceName }),
  awayTeam: z.object({ name: SourceName }),
  score: z.object({
    duration: z.nullish(z.string()),
    fullTime: z.nullish(Goals),
    halfTime: z.nullish(Goals),
    regularTime: z.nullish(Goals),
  }),
});
type Match = z.infer<typeof Match>;

export type LeagueMatch = ReportedMatch & { sportKey: string };

/** Creates the request for results of the last three days in all leagues. */
export function createMatchesRequest(
  source: Source,
  now: Date,
): SourceRequest<ReadResult<LeagueMatch>> {
  const dateOf = (days: number) =>
    new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
  return {
    name: 'matches',
    path: '',
    query: {
      competitions: Object.keys(leaguesByCompetition).join(','),
      dateFrom: dateOf(-3),
      dateTo: dateOf(1),
    },
    cost: 1,
    pause: 5 * minuteMs,
    read(body) {
      const read = z.object({ matches: z.array(z.unknown()) }).safeParse(body);
      if (!read.success) throw createUnexpectedFormFailure(source);
      return readEntries(read.data.matches, readMatch);
    },
  };
}

function readMatch(raw: unknown): ReadResult<LeagueMatch> {
  const read = Match.safeParse(raw);
  if (!read.success) return unreadableEntry;
  const { utcDate, homeTeam, awayTeam, competition } = read.data;
  const sportKey = leaguesByCompetition[competition.code];
  const result = toCertainResult(read.data);
  if (sportKey === undefined || !result) return { entries: [], unreadable: 0 };
  const date = new Date(utcDate).toISOString().slice(0, 10);
  const match = { sportKey, home: homeTeam.name, away: awayTeam.name, date, ...result };
  return { entries: [match], unreadable: 0 };
}

/**
 * Returns only certain results: the score after 90 minutes, or that no game took place. Undefined
 * for games that an administrator must decide: abandoned or awarded games, and games with extra
 * time but without a score after 90 minutes.
 */
function toCertainResult({
  status,
  score,
}: Match): Pick<ReportedMatch, 'status' | 'score'> | undefined {
  if (status === 'POSTPONED') return { status: 'postponed', score: undefined };
  if (status === 'CANCELLED') return { status: 'cancelled', score: undefined };
  if (status !== 'FINISHED') return undefined;
  const isRegular = (score.duration ?? 'REGULAR') === 'REGULAR';
  const fullTime = toGoalPair(isRegular ? score.fullTime : score.regularTime);
  const halfTime = toGoalPair(score.halfTime);
  return fullTime && { status: 'played', score: { fullTime, ...(halfTime && { halfTime }) } };
}

function toGoalPair(goals: Goals | null | undefined) {
  const { home, away } = goals ?? {};
  return typeof home === 'number' && typeof away === 'number' ? { home, away } : undefined;
}
