import { oddNameOf, type BettingOption } from '#domain/catalogue.ts';
import type { SettlementFact } from '#domain/settlement/settlement-fact.ts';
import { type Goals, goalsText } from '#domain/fixture.ts';
import { goalLineOf } from '#domain/pick-text.ts';
import type { DecidedResult } from '#domain/tip.ts';

/** English templates by fact code; undefined for facts that only a person can decide. */
const templates: Readonly<Record<SettlementFact['code'], string | undefined>> = {
  cancelled: 'The match was cancelled.',
  postponed: 'The match was postponed and not played within {hours} hours.',
  'nobody-scored': 'nobody scored (0–0)',
  ended: 'it ended {fullTime}',
  drawn: 'the match was drawn {fullTime}',
  goals: 'there {goals} ({fullTime})',
  'only-home-scored': 'only the home side scored ({fullTime})',
  'only-away-scored': 'only the away side scored ({fullTime})',
  'home-scored-first': 'the home side scored first ({fullTime})',
  'away-scored-first': 'the away side scored first ({fullTime})',
  'first-goal-unknown': 'both sides scored ({fullTime}) and the scores do not tell who was first',
  abandoned: 'the match was abandoned at {fullTime}',
  'open-when-abandoned': 'this was open when the match was abandoned at {fullTime}',
  'at-half-time': 'it stood {halfTime} at half-time',
  'only-home-scored-before-half-time': 'only the home side scored before half-time ({halfTime})',
  'only-away-scored-before-half-time': 'only the away side scored before half-time ({halfTime})',
  'both-halves': 'it stood {halfTime} at half-time and ended {fullTime}',
  'abandoned-after-half-time':
    'it stood {halfTime} at half-time and {fullTime} when it was abandoned',
  awarded: undefined,
  'score-missing': undefined,
  'half-time-unknown': undefined,
  'impossible-score': undefined,
};

/** Returns a decision's reason in English, for clients that do not know the code. */
export function formatReason(
  option: BettingOption,
  result: DecidedResult,
  fact: SettlementFact,
): string | undefined {
  const resultText = templates[fact.code]?.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return formatPlaceholder(fact, name);
  });
  if (resultText === undefined || resultText.endsWith('.')) return resultText;
  return result === 'void'
    ? `Void: ${resultText}.`
    : `Needs ${describeNeed(option)}; ${resultText}.`;
}

function formatPlaceholder(fact: SettlementFact, name: string): string {
  if (name === 'hours' && 'hours' in fact) return String(fact.hours);
  if (name === 'halfTime' && 'halfTime' in fact && fact.halfTime) return goalsText(fact.halfTime);
  if (!('fullTime' in fact)) return '';
  return name === 'goals' ? formatGoalCount(fact.fullTime) : goalsText(fact.fullTime);
}

function formatGoalCount({ home, away }: Goals): string {
  const total = home + away;
  if (total === 0) return 'were none';
  return total === 1 ? 'was 1' : `were ${total}`;
}

const leadTexts = { '1': 'the home side ahead', X: 'level scores', '2': 'the away side ahead' };
const counts = ['no goal', 'one goal', 'two goals', 'three goals', 'four goals', 'five goals'];
const goalsInWords = [...counts, 'six goals', 'seven goals'];

const needsByName: Readonly<Record<string, string>> = {
  '1X2 - 1': 'a home win',
  '1X2 - X': 'a draw',
  '1X2 - 2': 'an away win',
  'Double Chance - 1X': 'a home win or a draw',
  'Double Chance - 12': 'a winner',
  'Double Chance - X2': 'a draw or an away win',
  'First Goal - 1': 'the first goal from the home side',
  'First Goal - 2': 'the first goal from the away side',
  'First Goal - No Goal': 'no goal at all',
  'GG/NG - GG': 'both sides to score',
  'GG/NG - NG': 'a side that does not score',
  'DNB - 1': 'a home win',
  'DNB - 2': 'an away win',
  'Highest Scoring Half - 1st': 'more goals before half-time than after it',
  'Highest Scoring Half - 2nd': 'more goals after half-time than before it',
  'Highest Scoring Half - Equal': 'as many goals before half-time as after it',
  'Odd/Even - Odd': 'an odd number of goals',
  'Odd/Even - Even': 'an even number of goals',
  'Half Time - 1HT': 'the home side ahead at half-time',
  'Half Time - XHT': 'level scores at half-time',
  'Half Time - 2HT': 'the away side ahead at half-time',
  'Double Chance HT - 1X HT': 'the home side ahead or level at half-time',
  'Double Chance HT - 12 HT': 'a side ahead at half-time',
  'Double Chance HT - X2 HT': 'the away side ahead or level at half-time',
  'GG/NG HT - GG HT': 'both sides to score before half-time',
  'GG/NG HT - NG HT': 'a side that does not score before half-time',
  'Away to Score - Yes': 'a goal from the away side',
  'Away to Score - No': 'no goal from the away side',
};

/** Describes the condition for an option to win; the text follows the word "Needs". */
function describeNeed(option: BettingOption): string {
  const line = goalLineOf(option.oddsGroup);
  if (line !== undefined) {
    const atMost = Math.floor(line);
    const goals = goalsInWords[option.oddsName === 'Over' ? atMost + 1 : atMost] ?? '';
    if (option.oddsName === 'Over' || atMost === 0) return goals;
    return `at most ${goals}`;
  }

  const [half, full] = option.oddsName.split('/');
  if (option.oddsGroup === 'HF/FT' && isSide(half) && isSide(full)) {
    return `${leadTexts[half]} at half-time and ${leadTexts[full]} at the end`;
  }
  return needsByName[oddNameOf(option)] ?? '';
}

function isSide(letter: string | undefined): letter is keyof typeof leadTexts {
  return letter !== undefined && letter in leadTexts;
}
