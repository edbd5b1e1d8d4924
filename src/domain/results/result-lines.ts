import { type Goals, isPossibleScore } from '../fixture.ts';
import { toAsciiDigits } from '../names/text-folding.ts';
import { allow, refuse, type RuleResult } from '../rule-result.ts';
import { parseSeasonFile } from './season-file.ts';
import type { ReportedMatch } from './result-search.ts';

/**
 * Parses results from a season file, or from lines such as "Arsenal 2-1 (1-0) Chelsea" below a date
 * such as 2025-08-15. Reports all lines that have a score but cannot be parsed.
 */
export function parseResults(
  text: string,
): RuleResult<readonly ReportedMatch[], readonly string[]> {
  if (/^[\s\uFEFF]*[{[]/.test(text)) {
    const season = parseSeasonFile(text);
    return season.allowed ? allow(season.value.matches) : season;
  }
  const matches: ReportedMatch[] = [];
  const problems: string[] = [];
  let date: string | undefined;
  for (const line of toAsciiDigits(text).split(/\r?\n/)) {
    date = /\b(\d{4}-\d\d-\d\d)\b/.exec(line)?.[1] ?? date;
    const match = parseMatchLine(line);
    if (match) matches.push({ ...match, date });
    else if (/\d\s*[-–:]\s*\d/.test(removeDates(line))) problems.push(line.trim());
  }
  if (problems.length > 0) return refuse(problems);
  return matches.length > 0 ? allow(matches) : refuse(['It holds no match.']);
}

const scorePattern = String.raw`(\d{1,2})\s*[-–:]\s*(\d{1,2})(?:\s*\((\d{1,2})\s*[-–:]\s*(\d{1,2})\))?`;
const scoreBetweenClubs = new RegExp(
  String.raw`^(.*\p{L}.*?)\s+${scorePattern}\s+(\p{L}.*|\d.*\p{L}.*)$`,
  'u',
);
const scoreAfterClubs = new RegExp(
  String.raw`^(.*\p{L}.*?)\s+(?:vs?\.?|–|-)\s+(.*\p{L}.*?)\s+${scorePattern}$`,
  'iu',
);

/** Parses a match with the score between the clubs or after both clubs. */
function parseMatchLine(line: string): Omit<ReportedMatch, 'date'> | undefined {
  // Lines with extra time or penalties do not contain the score after 90 minutes.
  if (/\b(a\.?e\.?t|pen)\b/i.test(line)) return undefined;
  const text = removeDates(line)
    .trim()
    .replace(/^\d{1,2}[.:h]\d\d\s+/, '');
  const inside = scoreBetweenClubs.exec(text);
  if (inside) {
    const [, home = '', ...rest] = inside;
    return toMatch(home, rest[4] ?? '', rest);
  }
  const [, home = '', away = '', ...rest] = scoreAfterClubs.exec(text) ?? [];
  return home === '' ? undefined : toMatch(home, away, rest);
}

function toMatch(home: string, away: string, digits: readonly (string | undefined)[]) {
  const [full, half] = [parseGoals(digits[0], digits[1]), parseGoals(digits[2], digits[3])];
  const isGoalless = full?.home === 0 && full.away === 0;
  const halfTime = half ?? (isGoalless ? full : undefined);
  if (!full || !isPossibleScore({ fullTime: full, halfTime })) return undefined;
  return {
    home: home.trim(),
    away: away.trim(),
    status: 'played' as const,
    score: { fullTime: full, halfTime },
  };
}

function parseGoals(home: string | undefined, away: string | undefined): Goals | undefined {
  if (home === undefined || away === undefined) return undefined;
  return { home: Number(home), away: Number(away) };
}

function removeDates(line: string): string {
  return line.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, '');
}
