import { type OddName, oddNameOf, type BettingOption, findOptionByName } from './catalogue.ts';
import { parseGameName } from './fixture.ts';

type PlainOddName = Exclude<OddName, `O/U ${string}` | `HF/FT ${string}`>;

const messages = {
  '1X2 - 1': '{home} to win',
  '1X2 - X': 'Draw',
  '1X2 - 2': '{away} to win',
  'Double Chance - 1X': '{home} or draw',
  'Double Chance - 12': '{home} or {away}',
  'Double Chance - X2': '{away} or draw',
  'First Goal - 1': '{home} to score first',
  'First Goal - 2': '{away} to score first',
  'First Goal - No Goal': 'No Goal',
  'GG/NG - GG': 'Both teams to score',
  'GG/NG - NG': 'Both teams to score: no',
  'DNB - 1': '{home}, draw no bet',
  'DNB - 2': '{away}, draw no bet',
  'Highest Scoring Half - 1st': 'More goals in the first half',
  'Highest Scoring Half - 2nd': 'More goals in the second half',
  'Highest Scoring Half - Equal': 'As many goals in both halves',
  'Odd/Even - Odd': 'Odd number of goals',
  'Odd/Even - Even': 'Even number of goals',
  'Half Time - 1HT': '{home} ahead at half-time',
  'Half Time - XHT': 'Draw at half-time',
  'Half Time - 2HT': '{away} ahead at half-time',
  'Double Chance HT - 1X HT': '{home} or draw at half-time',
  'Double Chance HT - 12 HT': '{home} or {away} at half-time',
  'Double Chance HT - X2 HT': '{away} or draw at half-time',
  'GG/NG HT - GG HT': 'Both teams to score in the first half',
  'GG/NG HT - NG HT': 'Both teams to score in the first half: no',
  'Away to Score - Yes': '{away} to score',
  'Away to Score - No': '{away} not to score',
} as const satisfies Record<PlainOddName, string>;

const overMessage = 'Over {goals} goals';
const underMessage = 'Under {goals} goals';
const halvesMessage = 'Half-time: {first}, full time: {last}';
const drawMessage = 'draw';
const homeMessage = 'Home side';
const awayMessage = 'Away side';

/** All English texts of picks, which are the keys of their translations. */
export const pickMessages = [
  ...Object.values(messages),
  overMessage,
  underMessage,
  halvesMessage,
  drawMessage,
  homeMessage,
  awayMessage,
] as const;
export type PickMessage = (typeof pickMessages)[number];

/** Formats texts, numbers and team names in one language. */
export type PickTextFormatter = {
  translate: (message: PickMessage, values: Readonly<Record<string, string>>) => string;
  formatNumber: (figure: number) => string;
  clubName: (team: string) => string;
};

/**
 * The pick of a leg as text: "Fulham to win", "Over 2.5 goals". Returns `oddName` if this version
 * does not know the option.
 */
export function pickText(
  { game, oddName }: { readonly game: string; readonly oddName: string },
  language: PickTextFormatter,
): string {
  const option = findOptionByName(oddName);
  if (!option) return oddName;
  const teams = parseGameName(game);
  const home = teams ? language.clubName(teams.home) : language.translate(homeMessage, {});
  const away = teams ? language.clubName(teams.away) : language.translate(awayMessage, {});
  return optionText(option, { home, away }, language);
}

/** An option as text; the team names are inserted unchanged. */
export function optionText(
  option: BettingOption,
  { home, away }: { readonly home: string; readonly away: string },
  { translate, formatNumber }: Pick<PickTextFormatter, 'translate' | 'formatNumber'>,
): string {
  const line = goalLineOf(option.oddsGroup);
  if (line !== undefined) {
    const message = option.oddsName === 'Over' ? overMessage : underMessage;
    return translate(message, { goals: formatNumber(line) });
  }
  if (option.oddsGroup === 'HF/FT') {
    const winners: Record<string, string> = { '1': home, X: translate(drawMessage, {}), '2': away };
    const [first = '', last = ''] = option.oddsName.split('/').map((sign) => winners[sign]);
    return translate(halvesMessage, { first, last });
  }
  const name = oddNameOf(option);
  return isPlainOddName(name) ? translate(messages[name], { home, away }) : name;
}

function isPlainOddName(name: string): name is PlainOddName {
  return Object.hasOwn(messages, name);
}

/** The goal line of an over/under group, such as 2.5 of "O/U 2.5"; undefined for other groups. */
export function goalLineOf(group: string): number | undefined {
  const line = /^O\/U (\d\.5)$/.exec(group)?.[1];
  return line === undefined ? undefined : Number(line);
}
