import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { teamShortName } from '#client/clubs.ts';
import {
  oddNameOf,
  findOptionByName,
  type OddName,
  type OddsGroup,
  type BettingOption,
} from '#domain/catalogue.ts';
import {
  goalLineOf,
  optionText,
  type PickTextFormatter,
  type PickMessage,
  pickText,
} from '#domain/pick-text.ts';
import { isolateForeignText } from '../formats.ts';

/** The name of an odds group: "Match result" for "1X2"; an unknown group stays unchanged. */
export function translateOddsGroup(group: string): string {
  const line = goalLineOf(group);
  if (line === undefined) return findTranslation(groups, group) ?? group;
  const goals = i18n.number(line);
  return t`Over/Under ${goals}`;
}

/** The full names of both clubs. */
type Teams = { home: string; away: string };

/**
 * The text of an option: "Fulham to win" for "1X2 - 1"; an unknown option stays unchanged. `name`
 * shortens team names.
 */
export function translateOption(
  oddName: string,
  { home, away }: Teams,
  name: (team: string) => string = (team) => team,
): string {
  const option = findOptionByName(oddName);
  if (!option) return oddName;
  return optionText(
    option,
    { home: isolateForeignText(name(home)), away: isolateForeignText(name(away)) },
    pickTextFormatter,
  );
}

/** The text of a leg's option, with the clubs' short names. */
export function translatePick(leg: { game: string; oddName: string }): string {
  return pickText(leg, pickTextFormatter);
}

const pickTextFormatter: PickTextFormatter = {
  translate: (message, values) => translateMessage(picks[message], values),
  formatNumber: (figure) => i18n.number(figure),
  clubName: (team) => isolateForeignText(teamShortName(team)),
};

/** Translates a message of the catalogue and fills its placeholders. */
export function translateMessage(
  message: MessageDescriptor,
  values: Readonly<Record<string, string>>,
): string {
  const filled = { ...message, values: { ...values } };
  return i18n._(filled);
}

/** The sentence that explains when an option wins. */
export function winConditionText(option: BettingOption): string {
  return findTranslation(winConditions, oddNameOf(option)) ?? '';
}

type MessageTable = Readonly<Record<string, MessageDescriptor>>;

function findTranslation(table: MessageTable, name: string): string | undefined {
  const words = table[name];
  return words && i18n._(words);
}

const groups: Record<Exclude<OddsGroup, `O/U ${string}`>, MessageDescriptor> = {
  '1X2': msg`Match result`,
  'Double Chance': msg`Double Chance`,
  'First Goal': msg`First Goal`,
  'HF/FT': msg`Half-time/full-time`,
  'GG/NG': msg`Both teams to score`,
  DNB: msg`Draw no bet`,
  'Highest Scoring Half': msg`Highest Scoring Half`,
  'Odd/Even': msg`Odd/Even`,
  'Half Time': msg`Half-time result`,
  'Double Chance HT': msg`Double chance at half-time`,
  'GG/NG HT': msg`Both teams to score in the first half`,
  'Away to Score': msg`Away to Score`,
};

const picks: Record<PickMessage, MessageDescriptor> = {
  '{home} to win': msg({ message: '{home} to win' }),
  Draw: msg`Draw`,
  '{away} to win': msg({ message: '{away} to win' }),
  '{home} or draw': msg({ message: '{home} or draw' }),
  '{home} or {away}': msg({ message: '{home} or {away}' }),
  '{away} or draw': msg({ message: '{away} or draw' }),
  '{home} to score first': msg({ message: '{home} to score first' }),
  '{away} to score first': msg({ message: '{away} to score first' }),
  'No Goal': msg`No Goal`,
  'Both teams to score': msg`Both teams to score`,
  'Both teams to score: no': msg`Both teams to score: no`,
  '{home}, draw no bet': msg({ message: '{home}, draw no bet' }),
  '{away}, draw no bet': msg({ message: '{away}, draw no bet' }),
  'More goals in the first half': msg`More goals in the first half`,
  'More goals in the second half': msg`More goals in the second half`,
  'As many goals in both halves': msg`As many goals in both halves`,
  'Odd number of goals': msg`Odd number of goals`,
  'Even number of goals': msg`Even number of goals`,
  '{home} ahead at half-time': msg({ message: '{home} ahead at half-time' }),
  'Draw at half-time': msg`Draw at half-time`,
  '{away} ahead at half-time': msg({ message: '{away} ahead at half-time' }),
  '{home} or draw at half-time': msg({ message: '{home} or draw at half-time' }),
  '{home} or {away} at half-time': msg({ message: '{home} or {away} at half-time' }),
  '{away} or draw at half-time': msg({ message: '{away} or draw at half-time' }),
  'Both teams to score in the first half': msg`Both teams to score in the first half`,
  'Both teams to score in the first half: no': msg`Both teams to score in the first half: no`,
  '{away} to score': msg({ message: '{away} to score' }),
  '{away} not to score': msg({ message: '{away} not to score' }),
  'Over {goals} goals': msg({ message: 'Over {goals} goals' }),
  'Under {goals} goals': msg({ message: 'Under {goals} goals' }),
  'Half-time: {first}, full time: {last}': msg({
    message: 'Half-time: {first}, full time: {last}',
  }),
  draw: msg`draw`,
  'Home side': msg`Home side`,
  'Away side': msg`Away side`,
};

const winConditions: Record<OddName, MessageDescriptor> = {
  '1X2 - 1': msg`Needs a home win.`,
  '1X2 - X': msg`Needs a draw.`,
  '1X2 - 2': msg`Needs an away win.`,
  'Double Chance - 1X': msg`Needs a home win or a draw.`,
  'Double Chance - 12': msg`Needs a winner.`,
  'Double Chance - X2': msg`Needs a draw or an away win.`,
  'O/U 0.5 - Over': createMinGoalsMessage(1),
  'O/U 0.5 - Under': msg`Needs no goal at all.`,
  'O/U 1.5 - Over': createMinGoalsMessage(2),
  'O/U 1.5 - Under': createMaxGoalsMessage(1),
  'O/U 2.5 - Over': createMinGoalsMessage(3),
  'O/U 2.5 - Under': createMaxGoalsMessage(2),
  'O/U 3.5 - Over': createMinGoalsMessage(4),
  'O/U 3.5 - Under': createMaxGoalsMessage(3),
  'O/U 4.5 - Over': createMinGoalsMessage(5),
  'O/U 4.5 - Under': createMaxGoalsMessage(4),
  'O/U 5.5 - Over': createMinGoalsMessage(6),
  'O/U 5.5 - Under': createMaxGoalsMessage(5),
  'O/U 6.5 - Over': createMinGoalsMessage(7),
  'O/U 6.5 - Under': createMaxGoalsMessage(6),
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

function createMinGoalsMessage(min: number): MessageDescriptor {
  return msg({
    message: plural(min, { one: 'Needs at least # goal.', other: 'Needs at least # goals.' }),
  });
}

function createMaxGoalsMessage(max: number): MessageDescriptor {
  return msg({
    message: plural(max, { one: 'Needs at most # goal.', other: 'Needs at most # goals.' }),
  });
}
