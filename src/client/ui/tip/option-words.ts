import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import {
  oddNameOf,
  optionNamed,
  type OddName,
  type OddsGroup,
  type OddsName,
  type Option,
} from '#domain/catalogue.ts';
import { teamsOf } from '#domain/fixture.ts';
import { isolated } from '../formats.ts';

/** A leg's "group - option" in the reader's words; as it came where this build does not know it. */
export function oddNameWords(oddName: string): string {
  const option = optionNamed(oddName);
  return option ? `${groupWords(option.oddsGroup)} - ${answerWords(option.oddsName)}` : oddName;
}

/** What a group of options is called. */
export function groupWords(group: string): string {
  const line = goalLine(group);
  if (line === undefined) return wordsIn(groups, group) ?? group;
  const goals = i18n.number(line);
  return t`O/U ${goals}`;
}

/** What an option of a group is called. */
export function answerWords(name: OddsName): string {
  return wordsIn(answers, name) ?? name;
}

/** Who plays: the names as they cross the wire. */
type Teams = { home: string; away: string };

/** An option as people say it, and the bookmaker's code to stand small beside it. */
type OptionWords = { words: string; code: string };

/**
 * What a leg's "group - option" means in this game: "Fulham to win" and "1X2 - 1". As it came, and
 * without a code, where this build does not know it. `name` makes a team's name as short as the
 * place needs.
 */
export function optionWords(
  oddName: string,
  teams: Teams,
  name: (team: string) => string = (team) => team,
): OptionWords {
  const option = optionNamed(oddName);
  if (!option) return { words: oddName, code: '' };
  const home = isolated(name(teams.home));
  const away = isolated(name(teams.away));
  return { words: wordsOf(option, { home, away }), code: oddNameOf(option) };
}

/** The same for a leg, whose game names the teams; without them the option by its group. */
export function legWords(
  { game, oddName }: { game: string; oddName: string },
  name?: (team: string) => string,
): OptionWords {
  const teams = teamsOf(game);
  return teams ? optionWords(oddName, teams, name) : { words: oddNameWords(oddName), code: '' };
}

function wordsOf({ oddsGroup, oddsName }: Option, teams: Teams): string {
  const line = goalLine(oddsGroup);
  if (line !== undefined) return totalWords(line, oddsName === 'Over');
  if (oddsGroup === 'HF/FT') return halvesWords(oddsName, teams);
  const name = oddNameOf({ oddsGroup, oddsName });
  const say: Readonly<Record<string, (teams: Teams) => string>> = plainWords;
  return say[name]?.(teams) ?? name;
}

function totalWords(line: number, over: boolean): string {
  const goals = i18n.number(line);
  return over ? t`Over ${goals} goals` : t`Under ${goals} goals`;
}

/** "X/2" is read half by half: who is ahead at half-time, and who at the end. */
function halvesWords(signs: string, { home, away }: Teams): string {
  const said: Readonly<Record<string, string>> = { '1': home, X: t`draw`, '2': away };
  const [first = '', last = ''] = signs.split('/').map((sign) => said[sign]);
  return t`Half-time: ${first}, full time: ${last}`;
}

/** The goals of a total such as "O/U 2.5"; undefined for every other group. */
function goalLine(group: string): number | undefined {
  const line = /^O\/U (\d\.5)$/.exec(group)?.[1];
  return line === undefined ? undefined : Number(line);
}

/** What has to happen for an option to win, as a sentence. */
export function needWords(option: Option): string {
  return wordsIn(needs, oddNameOf(option)) ?? '';
}

type Table = Readonly<Record<string, MessageDescriptor>>;

function wordsIn(table: Table, name: string): string | undefined {
  const words = table[name];
  return words && i18n._(words);
}

/** Groups and answers that are signs are the same everywhere. */
type SignGroup = '1X2' | 'HF/FT' | 'GG/NG' | 'DNB' | 'GG/NG HT';
type SignAnswer =
  | ('1' | 'X' | '2' | '1X' | '12' | 'X2' | 'GG' | 'NG')
  | ('1HT' | 'XHT' | '2HT' | '1X HT' | '12 HT' | 'X2 HT' | 'GG HT' | 'NG HT')
  | `${'1' | 'X' | '2'}/${'1' | 'X' | '2'}`;

const groups: Record<Exclude<OddsGroup, SignGroup | `O/U ${string}`>, MessageDescriptor> = {
  'Double Chance': msg`Double Chance`,
  'First Goal': msg`First Goal`,
  'Highest Scoring Half': msg`Highest Scoring Half`,
  'Odd/Even': msg`Odd/Even`,
  'Half Time': msg`Half Time`,
  'Double Chance HT': msg`Double Chance HT`,
  'Away to Score': msg`Away to Score`,
};

const answers: Record<Exclude<OddsName, SignAnswer>, MessageDescriptor> = {
  Over: msg({ message: 'Over', context: 'more goals than a number' }),
  Under: msg({ message: 'Under', context: 'fewer goals than a number' }),
  'No Goal': msg`No Goal`,
  '1st': msg({ message: '1st', context: 'the first half' }),
  '2nd': msg({ message: '2nd', context: 'the second half' }),
  Equal: msg({ message: 'Equal', context: 'as many goals in both halves' }),
  Odd: msg({ message: 'Odd', context: 'an odd number of goals' }),
  Even: msg({ message: 'Even', context: 'an even number of goals' }),
  Yes: msg({ message: 'Yes', context: 'the away side scores' }),
  No: msg({ message: 'No', context: 'the away side does not score' }),
};

type PlainName = Exclude<OddName, `O/U ${string}` | `HF/FT ${string}`>;

const plainWords: Record<PlainName, (teams: Teams) => string> = {
  '1X2 - 1': ({ home }) => t`${home} to win`,
  '1X2 - X': () => t`Draw`,
  '1X2 - 2': ({ away }) => t`${away} to win`,
  'Double Chance - 1X': ({ home }) => t`${home} or draw`,
  'Double Chance - 12': ({ home, away }) => t`${home} or ${away}`,
  'Double Chance - X2': ({ away }) => t`${away} or draw`,
  'First Goal - 1': ({ home }) => t`${home} to score first`,
  'First Goal - 2': ({ away }) => t`${away} to score first`,
  'First Goal - No Goal': () => t`No Goal`,
  'GG/NG - GG': () => t`Both teams to score`,
  'GG/NG - NG': () => t`Both teams to score: no`,
  'DNB - 1': ({ home }) => t`${home}, draw no bet`,
  'DNB - 2': ({ away }) => t`${away}, draw no bet`,
  'Highest Scoring Half - 1st': () => t`More goals in the first half`,
  'Highest Scoring Half - 2nd': () => t`More goals in the second half`,
  'Highest Scoring Half - Equal': () => t`As many goals in both halves`,
  'Odd/Even - Odd': () => t`Odd number of goals`,
  'Odd/Even - Even': () => t`Even number of goals`,
  'Half Time - 1HT': ({ home }) => t`${home} ahead at half-time`,
  'Half Time - XHT': () => t`Draw at half-time`,
  'Half Time - 2HT': ({ away }) => t`${away} ahead at half-time`,
  'Double Chance HT - 1X HT': ({ home }) => t`${home} or draw at half-time`,
  'Double Chance HT - 12 HT': ({ home, away }) => t`${home} or ${away} at half-time`,
  'Double Chance HT - X2 HT': ({ away }) => t`${away} or draw at half-time`,
  'GG/NG HT - GG HT': () => t`Both teams to score in the first half`,
  'GG/NG HT - NG HT': () => t`Both teams to score in the first half: no`,
  'Away to Score - Yes': ({ away }) => t`${away} to score`,
  'Away to Score - No': ({ away }) => t`${away} not to score`,
};

const needs: Record<OddName, MessageDescriptor> = {
  '1X2 - 1': msg`Needs a home win.`,
  '1X2 - X': msg`Needs a draw.`,
  '1X2 - 2': msg`Needs an away win.`,
  'Double Chance - 1X': msg`Needs a home win or a draw.`,
  'Double Chance - 12': msg`Needs a winner.`,
  'Double Chance - X2': msg`Needs a draw or an away win.`,
  'O/U 0.5 - Over': atLeast(1),
  'O/U 0.5 - Under': msg`Needs no goal at all.`,
  'O/U 1.5 - Over': atLeast(2),
  'O/U 1.5 - Under': atMost(1),
  'O/U 2.5 - Over': atLeast(3),
  'O/U 2.5 - Under': atMost(2),
  'O/U 3.5 - Over': atLeast(4),
  'O/U 3.5 - Under': atMost(3),
  'O/U 4.5 - Over': atLeast(5),
  'O/U 4.5 - Under': atMost(4),
  'O/U 5.5 - Over': atLeast(6),
  'O/U 5.5 - Under': atMost(5),
  'O/U 6.5 - Over': atLeast(7),
  'O/U 6.5 - Under': atMost(6),
  'First Goal - 1': msg`Needs the first goal from the home side.`,
  'First Goal - 2': msg`Needs the first goal from the away side.`,
  'First Goal - No Goal': msg`Needs no goal at all.`,
  'HF/FT - 1/1': msg`Needs the home side ahead at half-time and at the end.`,
  'HF/FT - 1/X': msg`Needs the home side ahead at half-time and level scores at the end.`,
  'HF/FT - 1/2': msg`Needs the home side ahead at half-time and the away side ahead at the end.`,
  'HF/FT - X/1': msg`Needs level scores at half-time and the home side ahead at the end.`,
  'HF/FT - X/X': msg`Needs level scores at half-time and at the end.`,
  'HF/FT - X/2': msg`Needs level scores at half-time and the away side ahead at the end.`,
  'HF/FT - 2/1': msg`Needs the away side ahead at half-time and the home side ahead at the end.`,
  'HF/FT - 2/X': msg`Needs the away side ahead at half-time and level scores at the end.`,
  'HF/FT - 2/2': msg`Needs the away side ahead at half-time and at the end.`,
  'GG/NG - GG': msg`Needs both sides to score.`,
  'GG/NG - NG': msg`Needs a side that does not score.`,
  'DNB - 1': msg`Needs a home win.`,
  'DNB - 2': msg`Needs an away win.`,
  'Highest Scoring Half - 1st': msg`Needs more goals before half-time than after it.`,
  'Highest Scoring Half - 2nd': msg`Needs more goals after half-time than before it.`,
  'Highest Scoring Half - Equal': msg`Needs as many goals before half-time as after it.`,
  'Odd/Even - Odd': msg`Needs an odd number of goals.`,
  'Odd/Even - Even': msg`Needs an even number of goals.`,
  'Half Time - 1HT': msg`Needs the home side ahead at half-time.`,
  'Half Time - XHT': msg`Needs level scores at half-time.`,
  'Half Time - 2HT': msg`Needs the away side ahead at half-time.`,
  'Double Chance HT - 1X HT': msg`Needs the home side ahead or level at half-time.`,
  'Double Chance HT - 12 HT': msg`Needs a side ahead at half-time.`,
  'Double Chance HT - X2 HT': msg`Needs the away side ahead or level at half-time.`,
  'GG/NG HT - GG HT': msg`Needs both sides to score before half-time.`,
  'GG/NG HT - NG HT': msg`Needs a side that does not score before half-time.`,
  'Away to Score - Yes': msg`Needs a goal from the away side.`,
  'Away to Score - No': msg`Needs no goal from the away side.`,
};

function atLeast(least: number): MessageDescriptor {
  return msg({
    message: plural(least, { one: 'Needs at least # goal.', other: 'Needs at least # goals.' }),
  });
}

function atMost(most: number): MessageDescriptor {
  return msg({
    message: plural(most, { one: 'Needs at most # goal.', other: 'Needs at most # goals.' }),
  });
}
