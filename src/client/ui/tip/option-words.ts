import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { oddNameOf, optionNamed, type Option } from '#domain/catalogue.ts';

/** A leg's "group - option" in the reader's words; as it came where this build does not know it. */
export function oddNameWords(oddName: string): string {
  const option = optionNamed(oddName);
  return option ? `${groupWords(option.oddsGroup)} - ${answerWords(option.oddsName)}` : oddName;
}

/** What a group of options is called. Signs such as 1X2 and GG/NG are the same everywhere. */
export function groupWords(group: string): string {
  const line = /^O\/U (\d\.5)$/.exec(group)?.[1];
  if (line !== undefined) {
    const goals = i18n.number(Number(line));
    return t`O/U ${goals}`;
  }
  switch (group) {
    case 'Double Chance':
      return t`Double Chance`;
    case 'First Goal':
      return t`First Goal`;
    case 'Highest Scoring Half':
      return t`Highest Scoring Half`;
    case 'Odd/Even':
      return t`Odd/Even`;
    case 'Half Time':
      return t`Half Time`;
    case 'Double Chance HT':
      return t`Double Chance HT`;
    case 'Away to Score':
      return t`Away to Score`;
    default:
      return group;
  }
}

/** What an option of a group is called; signs such as 1, X and 12 HT are the same everywhere. */
export function answerWords(name: string): string {
  switch (name) {
    case 'Over':
      return t({ message: 'Over', context: 'more goals than a number' });
    case 'Under':
      return t({ message: 'Under', context: 'fewer goals than a number' });
    case 'No Goal':
      return t`No Goal`;
    case '1st':
      return t({ message: '1st', context: 'the first half' });
    case '2nd':
      return t({ message: '2nd', context: 'the second half' });
    case 'Equal':
      return t({ message: 'Equal', context: 'as many goals in both halves' });
    case 'Odd':
      return t({ message: 'Odd', context: 'an odd number of goals' });
    case 'Even':
      return t({ message: 'Even', context: 'an even number of goals' });
    case 'Yes':
      return t({ message: 'Yes', context: 'the away side scores' });
    case 'No':
      return t({ message: 'No', context: 'the away side does not score' });
    default:
      return name;
  }
}

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
