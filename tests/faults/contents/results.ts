/** What became of a game, as a season file tells it: goals are those of home and away. */
export type GameResult =
  | { status: 'played'; halfTime: [number, number]; fullTime: [number, number] }
  | { status: 'cancelled' | 'awarded' };

type Played = Extract<GameResult, { status: 'played' }>;

/** When each option that people of a schedule choose is won. */
const isWon: Readonly<Record<string, (goals: Played) => boolean>> = {
  '1X2 - 1': ({ fullTime: [home, away] }) => home > away,
  '1X2 - X': ({ fullTime: [home, away] }) => home === away,
  '1X2 - 2': ({ fullTime: [home, away] }) => home < away,
  'Double Chance - 1X': ({ fullTime: [home, away] }) => home >= away,
  'O/U 2.5 - Over': ({ fullTime: [home, away] }) => home + away > 2,
  'O/U 2.5 - Under': ({ fullTime: [home, away] }) => home + away < 3,
  'HF/FT - X/X': ({ halfTime, fullTime }) =>
    halfTime[0] === halfTime[1] && fullTime[0] === fullTime[1],
  'GG/NG - NG': ({ fullTime: [home, away] }) => home === 0 || away === 0,
  'Away to Score - No': ({ fullTime: [, away] }) => away === 0,
};

/** What a result makes of an option; undefined where it is left to a person. */
export function byTheRules(
  oddName: string,
  result: GameResult | undefined,
): 'won' | 'lost' | 'void' | undefined {
  if (result?.status === 'cancelled') return 'void';
  if (result?.status !== 'played') return undefined;
  return isWon[oddName]?.(result) ? 'won' : 'lost';
}
