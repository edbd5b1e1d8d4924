/** A game's result from a season file or an administrator: goals of home and away. */
export type GameResult =
  | {
      /** An abandoned game has the goals of the moment when it stopped. */
      status: 'played' | 'abandoned';
      halfTime?: [number, number] | undefined;
      fullTime: [number, number];
      firstGoal?: 'home' | 'away' | undefined;
    }
  | { status: 'cancelled' | 'awarded' | 'postponed' };

/** A result with goals. */
export type Scored = Extract<GameResult, { fullTime: unknown }>;
type Ruled = 'won' | 'lost' | 'void';

/** True if an option is won; undefined if the score does not decide it. */
const isWon: Readonly<Record<string, (goals: Scored) => boolean | undefined>> = {
  '1X2 - 1': ({ fullTime: [home, away] }) => home > away,
  '1X2 - X': ({ fullTime: [home, away] }) => home === away,
  '1X2 - 2': ({ fullTime: [home, away] }) => home < away,
  'Double Chance - 1X': ({ fullTime: [home, away] }) => home >= away,
  'O/U 2.5 - Over': ({ fullTime: [home, away] }) => home + away > 2,
  'O/U 2.5 - Under': ({ fullTime: [home, away] }) => home + away < 3,
  'HF/FT - X/X': ({ halfTime, fullTime: [home, away] }) => {
    if (home !== away) return false;
    // A game without goals had none at half-time.
    const known = halfTime ?? (home === 0 ? [0, 0] : undefined);
    return known && known[0] === known[1];
  },
  'GG/NG - NG': ({ fullTime: [home, away] }) => home === 0 || away === 0,
  'Away to Score - No': ({ fullTime: [, away] }) => away === 0,
};

/** Options that further goals could not have changed when a game stopped; all others are void. */
const isSure: Readonly<Record<string, (goals: Scored) => Ruled>> = {
  'O/U 2.5 - Over': ({ fullTime: [home, away] }) => (home + away > 2 ? 'won' : 'void'),
  'O/U 2.5 - Under': ({ fullTime: [home, away] }) => (home + away > 2 ? 'lost' : 'void'),
  'HF/FT - X/X': ({ halfTime }) => (halfTime && halfTime[0] !== halfTime[1] ? 'lost' : 'void'),
  'GG/NG - NG': ({ fullTime: [home, away] }) => (home > 0 && away > 0 ? 'lost' : 'void'),
  'Away to Score - No': ({ fullTime: [, away] }) => (away > 0 ? 'lost' : 'void'),
};

/** Maximum postponement of a game, in milliseconds. */
const postponement = 48 * 60 * 60 * 1000;

/**
 * An option's result by the rules at a time after the kick-off; undefined if a person must decide.
 */
export function byTheRules(
  oddName: string,
  result: GameResult | undefined,
  sinceKickOff: number,
): Ruled | undefined {
  switch (result?.status) {
    case 'cancelled':
      return 'void';
    case 'postponed':
      return sinceKickOff > postponement ? 'void' : undefined;
    case 'abandoned':
      return isSure[oddName]?.(result) ?? 'void';
    case 'played': {
      const is = isWon[oddName]?.(result);
      return is === undefined ? undefined : is ? 'won' : 'lost';
    }
    default:
      return undefined;
  }
}

/** A result with goals; undefined for one without. */
export function scored(result: GameResult | undefined): Scored | undefined {
  return result && 'fullTime' in result ? result : undefined;
}

/** True if two results have equal goals. */
export function isSameResult(one: GameResult | undefined, other: GameResult | undefined): boolean {
  const [here, there] = [scored(one), scored(other)];
  if (!here || !there || here.status !== there.status) return one?.status === other?.status;
  return isSameScore(here, there) && here.firstGoal === there.firstGoal;
}

/**
 * The result after a season file, which never has the first goal and keeps that of an equal score.
 */
export function afterFile(fromFile: GameResult, known: GameResult | undefined): GameResult {
  const [here, there] = [scored(fromFile), scored(known)];
  if (!here || !there || here.status !== there.status) return fromFile;
  return isSameScore(here, there) ? there : fromFile;
}

function isSameScore(one: Scored, other: Scored): boolean {
  const pairs = (score: Scored) => `${score.halfTime?.join()} ${score.fullTime.join()}`;
  return pairs(one) === pairs(other);
}

/** The result in an administrator's request. */
export function resultIn(input: {
  status: string;
  halfTime?: [number, number] | undefined;
  fullTime?: [number, number] | undefined;
  firstGoal?: 'home' | 'away' | undefined;
}): GameResult | undefined {
  const { status, halfTime, fullTime, firstGoal } = input;
  if (status === 'cancelled' || status === 'awarded' || status === 'postponed') return { status };
  if (!fullTime) return undefined;
  const isStopped = status === 'abandoned';
  return { status: isStopped ? 'abandoned' : 'played', halfTime, fullTime, firstGoal };
}
