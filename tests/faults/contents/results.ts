import { postponementHours } from '#domain/settlement/settlement.ts';

import { played, stopped } from '../../seasons/by-hand.ts';

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

/** Maximum postponement of a game, in milliseconds. */
const postponement = postponementHours * 60 * 60 * 1000;

/**
 * An option's result by the rules at a time after the kick-off; undefined if a person must decide.
 * The settlement is that of `tests/seasons`, which is independent of the product.
 */
export function byTheRules(
  oddsId: number,
  result: GameResult | undefined,
  sinceKickOff: number,
): Ruled | undefined {
  switch (result?.status) {
    case 'cancelled':
      return 'void';
    case 'postponed':
      return sinceKickOff > postponement ? 'void' : undefined;
    case 'abandoned':
      return ruled(stopped(oddsId, result));
    case 'played':
      return ruled(played(oddsId, result));
    default:
      return undefined;
  }
}

function ruled(answer: ReturnType<typeof played>): Ruled | undefined {
  return answer === 'ask' ? undefined : answer;
}

/** Returns the result if it has goals, otherwise undefined. */
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
 * Returns the result after the import of a season file. The file never has the first goal, so a
 * known result with an equal score stays.
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
