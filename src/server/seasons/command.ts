import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { parseSeasonFile } from '#domain/results/season-file.ts';

import { withOpenDatabase } from '../db/command.ts';
import {
  findKnownLeague,
  findLeagueOfFile,
  type KnownLeague,
  knownLeagues,
} from '../fixtures/leagues.ts';
import { readSettings } from '../platform/settings.ts';
import { runCommand, OperatorError, toErrorMessage } from '../platform/error-reports.ts';
import { checkSeasons, toReportLines } from './season-check.ts';
import { importSeason } from './import.ts';
import { removeRepeatedMatches } from './repeated-matches.ts';
import { type DatedMatch, toDatedMatches, findSeasonLabel, shiftToToday } from './season.ts';

const usage = `Usage:
  npm run fixtures -- import FILE [--shift-to-today] [--league KEY]
  npm run fixtures -- check FOLDER`;

const maxProblems = 20;

type CommandContext = {
  env: Record<string, string | undefined>;
  now: Date;
  report: (line: string) => void;
};

type ImportPlan = { league: KnownLeague; matches: DatedMatch[]; lines: string[] };

/**
 * Runs a command and prints its result line by line. Returns false if a check found problems;
 * throws an error with a sentence if the command cannot run.
 */
export async function runFixturesCommand(
  args: readonly string[],
  { env, now, report }: CommandContext,
): Promise<boolean> {
  const { positionals, values } = parseCommandLine(args);
  const [task, path] = positionals;
  if (!path || positionals.length > 2) throw new OperatorError(usage);
  if (task === 'check') return runSeasonCheck(path, report);
  if (task !== 'import') throw new OperatorError(usage);

  const { league, matches, lines } = await planImport(path, values, now);
  const { added, moved, results, unchanged, doubtful } = await withOpenDatabase(
    readSettings(env),
    report,
    async (database) => importSeason(database, { league, matches, at: now }),
  ).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`Nothing was imported: ${toErrorMessage(error)}.`);
  });
  for (const line of lines) report(line);
  report(
    `${added} added, ${moved} moved, ${results} with a new result, ${unchanged} as they were.`,
  );
  if (doubtful.length > 0) report(describeDoubtfulGames(doubtful));
  return true;
}

function describeDoubtfulGames(games: readonly string[]): string {
  return (
    `${games.length} left out, which are stored otherwise, with home and away swapped or another ` +
    `opponent on that day: ${joinGameNames(games)}.`
  );
}

function joinGameNames(games: readonly string[]): string {
  const more = games.length > maxProblems ? ` and ${games.length - maxProblems} more` : '';
  return `${games.slice(0, maxProblems).join(', ')}${more}`;
}

async function runSeasonCheck(folder: string, report: CommandContext['report']): Promise<boolean> {
  const checked = await checkSeasons(folder).catch((error: unknown) => {
    throw new OperatorError(`${folder} cannot be read: ${toErrorMessage(error)}.`);
  });
  for (const line of toReportLines(checked)) report(line);
  if (checked.files === 0) throw new OperatorError(`There is no .json file in ${folder}.`);
  return checked.broken.length + checked.unreadable.length === 0;
}

async function planImport(
  path: string,
  { league: key, 'shift-to-today': shift }: { league?: string; 'shift-to-today'?: boolean },
  now: Date,
): Promise<ImportPlan> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read: ${toErrorMessage(error)}.`);
  });
  const season = parseSeasonFile(text);
  if (!season.allowed) throw new OperatorError(describeProblems(path, season.problem));

  const { name } = season.value;
  const { matches, repeated, contradictory } = removeRepeatedMatches(season.value.matches);
  const league = key === undefined ? findLeagueOfFile(basename(path), name) : findKnownLeague(key);
  if (!league) throw new OperatorError(describeUnknownLeague(path, name, key));
  const label = findSeasonLabel(season.value, path);
  const lines = [`${name || basename(path)}: ${league.title} (${league.key}), season ${label}.`];
  if (repeated.length > 0) {
    lines.push(`${repeated.length} listed twice and imported once: ${joinGameNames(repeated)}.`);
  }
  if (contradictory.length > 0) {
    lines.push(
      `${contradictory.length} listed twice with different results and left out: ${joinGameNames(contradictory)}.`,
    );
  }
  if (!shift) return { league, matches: toDatedMatches(matches, league, label), lines };

  const shifted = shiftToToday(matches, league.zone, now);
  lines.push(
    `Moved by ${shifted.weeks} weeks; ${shifted.dropped} results lie ahead and were dropped.`,
  );
  return { league, matches: toDatedMatches(shifted.matches, league, label), lines };
}

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'shift-to-today': { type: 'boolean' }, league: { type: 'string' } },
    });
  } catch (error) {
    throw new OperatorError(`${toErrorMessage(error)}\n${usage}`);
  }
}

function describeProblems(path: string, problems: readonly string[]): string {
  const more = problems.length - maxProblems;
  return [
    `${path} was not imported:`,
    ...problems.slice(0, maxProblems),
    ...(more > 0 ? [`and ${more} more.`] : []),
  ].join('\n');
}

function describeUnknownLeague(path: string, name: string, key: string | undefined): string {
  const message =
    key === undefined
      ? `Neither the file's name ${basename(path)} nor its title "${name}" names a league that is known.`
      : `There is no league with the key ${key}.`;
  const keys = knownLeagues.map((known) => known.key).join(', ');
  return `${message} Say which one it is with --league KEY, where KEY is one of ${keys}.`;
}

if (import.meta.main) {
  await runCommand(async () => {
    const surroundings = { env: process.env, now: new Date(), report: console.log };
    const isWell = await runFixturesCommand(process.argv.slice(2), surroundings);
    if (!isWell) process.exitCode = 1;
  });
}
