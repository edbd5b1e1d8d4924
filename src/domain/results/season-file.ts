import { type FixtureStatus, type Goals, isPossibleScore, type Score } from '../fixture.ts';
import { hasHiddenCharacter } from '../names/name.ts';
import { allow, refuse, type RuleResult } from '../rule-result.ts';

/** A match of a season file; date and time are local to the club. */
export type SeasonMatch = {
  round: string;
  date: string;
  /** Undefined if the file contains no time. */
  time: string | undefined;
  home: string;
  away: string;
  status: FixtureStatus;
  /** Goals after 90 minutes. */
  score: Score | undefined;
};

export type Season = { name: string; matches: SeasonMatch[] };

/**
 * Limit of matches per file: far above the longest season, and low enough for one import statement.
 */
const maxSeasonMatches = 3_000;

const statuses: Readonly<Record<string, FixtureStatus>> = {
  abandoned: 'abandoned',
  annulled: 'cancelled',
  awarded: 'awarded',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  postponed: 'postponed',
  suspended: 'abandoned',
};

/** The expected content of each field, as text for the person who repairs the file. */
const fieldRequirements = {
  round: 'round must be a text such as "Matchday 1", without hidden characters',
  date: 'date must be a day of the calendar such as "2025-08-15"',
  time: 'time must be such as "15:00" or "9:30"',
  team1: 'team1 must be the name of a club, without hidden characters',
  team2: 'team2 must be the name of a club, without hidden characters',
  score:
    'score must be goals such as {"ht":[0,1],"ft":[2,1]}, or {}; score1 and score2 are numbers',
  status: `status must be one of ${Object.keys(statuses).join(', ')}`,
} as const;

/** Marks an invalid field, because `undefined` means a missing field. */
const invalid = Symbol('invalid');
type InvalidField = typeof invalid;

/** Parses a season in openfootball's format; refuses with the problems of all invalid rows. */
export function parseSeasonFile(text: string): RuleResult<Season, readonly string[]> {
  const parsed = parseJson(text);
  if (!parsed.allowed) return parsed;
  const lists = isJsonObject(parsed.value) ? extractRows(parsed.value) : undefined;
  if (!lists) return refuse(['It is not a season: there is no list of matches in it.']);
  const { name, rows } = lists;
  if (rows.length === 0) return refuse(['It holds no match.']);
  if (rows.length > maxSeasonMatches) {
    return refuse([`It holds ${rows.length} matches; a season has at most ${maxSeasonMatches}.`]);
  }
  if (hasHiddenCharacter(name)) return refuse(['name must be a text without hidden characters.']);

  const read = rows.map(({ row, round }, index) => parseSeasonRow(row, round, index + 1));
  const problems = read.flatMap((each) => (each.allowed ? [] : each.problem));
  if (problems.length > 0) return refuse(problems);
  return allow({ name, matches: read.flatMap((each) => (each.allowed ? [each.value] : [])) });
}

/** True if the text is an existing date, as in "2025-08-15". */
export function isCalendarDay(text: string): boolean {
  const instant = Date.parse(text);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(instant) &&
    new Date(instant).toISOString().startsWith(text)
  );
}

function parseJson(text: string): RuleResult<unknown, readonly string[]> {
  try {
    // Some editors put a byte order mark at the start.
    return allow(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    return refuse([`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`]);
  }
}

type JsonObject = { readonly [name: string]: unknown };
type FileRow = { row: unknown; round: string };

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The matches of a file, from one list or by round; undefined if the file has neither. */
function extractRows({ name = '', matches, rounds }: JsonObject) {
  if (typeof name !== 'string' || !(matches ?? rounds)) return undefined;
  const rows: FileRow[] = [];
  if (matches !== undefined) {
    if (!Array.isArray(matches)) return undefined;
    for (const row of matches) rows.push({ row, round: '' });
  }
  if (rounds !== undefined) {
    if (!Array.isArray(rounds)) return undefined;
    for (const each of rounds) {
      const round: JsonObject = isJsonObject(each) ? each : {};
      const { name = '', matches } = round;
      if (typeof name !== 'string' || !Array.isArray(matches)) return undefined;
      for (const row of matches) rows.push({ row, round: name });
    }
  }
  return { name: normalizeText(name), rows };
}

function parseSeasonRow(
  row: unknown,
  ofRound: string,
  number: number,
): RuleResult<SeasonMatch, string[]> {
  if (!isJsonObject(row)) return refuse([`Match ${number}: it is not a match.`]);
  const round = parseText(row['round'] ?? ofRound);
  const date = parseDay(row['date']);
  const time = parseTime(row['time']);
  const home = parseClubName(row['team1']);
  const away = parseClubName(row['team2']);
  const score = row['score'] == null ? parseOlderScore(row) : parseScore(row['score']);
  const status = parseStatus(row['status']);
  // Compares each field separately, so that the compiler narrows their types.
  if (
    round === invalid ||
    date === invalid ||
    time === invalid ||
    home === invalid ||
    away === invalid ||
    score === invalid ||
    status === invalid
  ) {
    return refuse(
      describeInvalidFields({ round, date, time, team1: home, team2: away, score, status }, number),
    );
  }

  const name = `Match ${number} (${home} - ${away}, ${date})`;
  if (home === away) return refuse([`${name}: a club cannot play against itself.`]);
  if (score && !isPossibleScore(score)) {
    return refuse([`${name}: there cannot be more goals at half-time than at full time.`]);
  }
  return allow({ round, date, time, home, away, ...toStatusAndScore(status, score) });
}

/** Describes each invalid field of a row. */
function describeInvalidFields(fields: JsonObject, number: number): string[] {
  const { team1, team2 } = fields;
  const clubs =
    typeof team1 === 'string' && typeof team2 === 'string' ? ` (${team1} - ${team2})` : '';
  return Object.entries(fieldRequirements).flatMap(([field, words]) =>
    fields[field] === invalid ? [`Match ${number}${clubs}: ${words}.`] : [],
  );
}

function parseText(value: unknown): string | InvalidField {
  const text = typeof value === 'string' ? normalizeText(value) : invalid;
  return text !== invalid && hasHiddenCharacter(text) ? invalid : text;
}

const maxNameLength = 90;

/**
 * Parses a club's name, or an object with a name; removes the country of European cups, "PSV
 * (NED)".
 */
function parseClubName(value: unknown): string | InvalidField {
  const text = parseText(isJsonObject(value) ? value['name'] : value);
  if (text === invalid) return invalid;
  const name = text.replace(/ \([A-Z]{3}\)$/, '');
  return name === '' || name.length > maxNameLength ? invalid : name;
}

function parseDay(value: unknown): string | InvalidField {
  return typeof value === 'string' && isCalendarDay(value) ? value : invalid;
}

function parseTime(value: unknown): string | undefined | InvalidField {
  if (value == null) return undefined;
  const isTime = typeof value === 'string' && /^([01]?\d|2[0-3]):[0-5]\d$/.test(value);
  return isTime ? value.padStart(5, '0') : invalid;
}

function parseStatus(value: unknown): FixtureStatus | undefined | InvalidField {
  if (value == null) return undefined;
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return (Object.hasOwn(statuses, name) ? statuses[name] : undefined) ?? invalid;
}

/** Parses `ft` (after 90 minutes) and `ht`; ignores `et` and `p`, which settle nothing. */
function parseScore(value: unknown): Score | undefined | InvalidField {
  if (value == null) return undefined;
  if (!isJsonObject(value)) return invalid;
  const fullTime = parseGoalPair(value['ft']);
  const halfTime = parseGoalPair(value['ht']);
  if (fullTime === invalid || halfTime === invalid) return invalid;
  return fullTime && completeScore(fullTime, halfTime);
}

/**
 * Parses the older format with a field per side: `score1` after 90 minutes, `score1i` at half-time.
 */
function parseOlderScore({
  score1,
  score2,
  score1i,
  score2i,
}: JsonObject): Score | undefined | InvalidField {
  return parseScore({
    ...((score1 ?? score2) != null && { ft: [score1, score2] }),
    ...((score1i ?? score2i) != null && { ht: [score1i, score2i] }),
  });
}

const maxGoalsInFile = 99;

function parseGoalPair(value: unknown): Goals | undefined | InvalidField {
  if (value == null) return undefined;
  const [home, away, ...rest]: unknown[] = Array.isArray(value) ? value : [];
  return isGoalCount(home) && isGoalCount(away) && rest.length === 0 ? { home, away } : invalid;
}

function isGoalCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxGoalsInFile;
}

/** Adds a missing half-time score to a goalless match, where only 0–0 is possible. */
function completeScore(fullTime: Goals, halfTime: Goals | undefined): Score {
  const goalless = fullTime.home === 0 && fullTime.away === 0;
  return { fullTime, halfTime: halfTime ?? (goalless ? { home: 0, away: 0 } : undefined) };
}

/**
 * Status and score of a match. Scores of awarded, postponed and cancelled games are dropped,
 * because nobody scored those goals.
 */
function toStatusAndScore(
  status: FixtureStatus | undefined,
  score: Score | undefined,
): Pick<SeasonMatch, 'status' | 'score'> {
  if (!status) return { status: score ? 'played' : 'scheduled', score };
  return { status, score: status === 'abandoned' ? score : undefined };
}

function normalizeText(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}
