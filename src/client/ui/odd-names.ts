import { t } from '@lingui/core/macro';
import { i18n } from '@lingui/core';
import { optionNamed } from '#domain/catalogue.ts';

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
