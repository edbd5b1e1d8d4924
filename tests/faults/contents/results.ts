/** What became of a game, as a season file or an administrator tells it: goals are those of home and away. */
export type GameResult =
  | {
      status: 'played';
      halfTime?: [number, number] | undefined;
      fullTime: [number, number];
      firstGoal?: 'home' | 'away' | undefined;
    }
  | { status: 'cancelled' | 'awarded' };

type Played = Extract<GameResult, { status: 'played' }>;

/** When each option that people of a schedule choose is won; undefined where the score does not say. */
const isWon: Readonly<Record<string, (goals: Played) => boolean | undefined>> = {
  '1X2 - 1': ({ fullTime: [home, away] }) => home > away,
  '1X2 - X': ({ fullTime: [home, away] }) => home === away,
  '1X2 - 2': ({ fullTime: [home, away] }) => home < away,
  'Double Chance - 1X': ({ fullTime: [home, away] }) => home >= away,
  'O/U 2.5 - Over': ({ fullTime: [home, away] }) => home + away > 2,
  'O/U 2.5 - Under': ({ fullTime: [home, away] }) => home + away < 3,
  'HF/FT - X/X': ({ halfTime, fullTime }) =>
    halfTime && halfTime[0] === halfTime[1] && fullTime[0] === fullTime[1],
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
  const is = isWon[oddName]?.(result);
  return is === undefined ? undefined : is ? 'won' : 'lost';
}

/** Whether two results are the same to the last goal. */
export function isSameResult(one: GameResult | undefined, other: GameResult | undefined): boolean {
  if (one?.status !== 'played' || other?.status !== 'played') return one?.status === other?.status;
  return isSameScore(one, other) && one.firstGoal === other.firstGoal;
}

/** What a season file makes of a result: it never says who scored first, and leaves that of its own score. */
export function toldByFile(told: GameResult, known: GameResult | undefined): GameResult {
  const isKnown =
    told.status === 'played' && known?.status === 'played' && isSameScore(told, known);
  return isKnown ? known : told;
}

function isSameScore(one: Played, other: Played): boolean {
  const pairs = (score: Played) => `${score.halfTime?.join()} ${score.fullTime.join()}`;
  return pairs(one) === pairs(other);
}

/** How a game went, in the words of an administrator who sets it. */
export function resultIn(said: {
  status: string;
  halfTime?: [number, number] | undefined;
  fullTime?: [number, number] | undefined;
  firstGoal?: 'home' | 'away' | undefined;
}): GameResult | undefined {
  const { status, halfTime, fullTime, firstGoal } = said;
  if (status === 'cancelled' || status === 'awarded') return { status };
  return fullTime && { status: 'played', halfTime, fullTime, firstGoal };
}
