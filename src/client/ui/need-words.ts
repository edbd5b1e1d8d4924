import { plural, t } from '@lingui/core/macro';
import { oddNameOf, type Option } from '#domain/catalogue.ts';

/** What has to happen for an option to win, as a sentence; empty for one this build does not know. */
export function needWords(option: Option): string {
  const line = /^O\/U (\d)\.5$/.exec(option.oddsGroup)?.[1];
  if (line !== undefined) return totalWords(option.oddsName, Number(line));
  switch (option.oddsGroup) {
    case 'HF/FT':
      return bothHalvesWords(option.oddsName);
    case 'Half Time':
    case 'Double Chance HT':
    case 'GG/NG HT':
      return halfTimeWords(option.oddsName);
    default:
      return wholeMatchWords(oddNameOf(option));
  }
}

function totalWords(answer: string, line: number): string {
  if (answer === 'Over') {
    const least = line + 1;
    return plural(least, { one: 'Needs at least # goal.', other: 'Needs at least # goals.' });
  }
  if (line === 0) return t`Needs no goal at all.`;
  const most = line;
  return plural(most, { one: 'Needs at most # goal.', other: 'Needs at most # goals.' });
}

function wholeMatchWords(oddName: string): string {
  switch (oddName) {
    case '1X2 - 1':
    case 'DNB - 1':
      return t`Needs a home win.`;
    case '1X2 - X':
      return t`Needs a draw.`;
    case '1X2 - 2':
    case 'DNB - 2':
      return t`Needs an away win.`;
    case 'Double Chance - 1X':
      return t`Needs a home win or a draw.`;
    case 'Double Chance - 12':
      return t`Needs a winner.`;
    case 'Double Chance - X2':
      return t`Needs a draw or an away win.`;
    case 'First Goal - 1':
      return t`Needs the first goal from the home side.`;
    case 'First Goal - 2':
      return t`Needs the first goal from the away side.`;
    case 'First Goal - No Goal':
      return t`Needs no goal at all.`;
    case 'GG/NG - GG':
      return t`Needs both sides to score.`;
    case 'GG/NG - NG':
      return t`Needs a side that does not score.`;
    case 'Highest Scoring Half - 1st':
      return t`Needs more goals before half-time than after it.`;
    case 'Highest Scoring Half - 2nd':
      return t`Needs more goals after half-time than before it.`;
    case 'Highest Scoring Half - Equal':
      return t`Needs as many goals before half-time as after it.`;
    case 'Odd/Even - Odd':
      return t`Needs an odd number of goals.`;
    case 'Odd/Even - Even':
      return t`Needs an even number of goals.`;
    case 'Away to Score - Yes':
      return t`Needs a goal from the away side.`;
    case 'Away to Score - No':
      return t`Needs no goal from the away side.`;
    default:
      return '';
  }
}

function halfTimeWords(answer: string): string {
  switch (answer) {
    case '1HT':
      return t`Needs the home side ahead at half-time.`;
    case 'XHT':
      return t`Needs level scores at half-time.`;
    case '2HT':
      return t`Needs the away side ahead at half-time.`;
    case '1X HT':
      return t`Needs the home side ahead or level at half-time.`;
    case '12 HT':
      return t`Needs a side ahead at half-time.`;
    case 'X2 HT':
      return t`Needs the away side ahead or level at half-time.`;
    case 'GG HT':
      return t`Needs both sides to score before half-time.`;
    case 'NG HT':
      return t`Needs a side that does not score before half-time.`;
    default:
      return '';
  }
}

function bothHalvesWords(answer: string): string {
  switch (answer) {
    case '1/1':
      return t`Needs the home side ahead at half-time and at the end.`;
    case '1/X':
      return t`Needs the home side ahead at half-time and level scores at the end.`;
    case '1/2':
      return t`Needs the home side ahead at half-time and the away side ahead at the end.`;
    case 'X/1':
      return t`Needs level scores at half-time and the home side ahead at the end.`;
    case 'X/X':
      return t`Needs level scores at half-time and at the end.`;
    case 'X/2':
      return t`Needs level scores at half-time and the away side ahead at the end.`;
    case '2/1':
      return t`Needs the away side ahead at half-time and the home side ahead at the end.`;
    case '2/X':
      return t`Needs the away side ahead at half-time and level scores at the end.`;
    case '2/2':
      return t`Needs the away side ahead at half-time and at the end.`;
    default:
      return '';
  }
}
