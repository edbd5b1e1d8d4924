/** Goals of home and away. */
type Goals = readonly [home: number, away: number];

/** A game's score at half-time, if known, and at its end. */
export type Ended = {
  halfTime?: Goals | undefined;
  fullTime: Goals;
  firstGoal?: 'home' | 'away' | undefined;
};

type Answer = 'won' | 'lost' | 'void' | 'ask';

const all = ([home, away]: Goals) => home + away;
const sign = ([home, away]: Goals) => (home > away ? '1' : home < away ? '2' : 'X');
const won = (is: boolean): Answer => (is ? 'won' : 'lost');
const both = ([home, away]: Goals) => home > 0 && away > 0;

/**
 * The result of every option by its number, written independently of the server's rules. Without
 * the half-time score, options that need it return "ask".
 */
const answers: Readonly<Record<number, (full: Goals, half: Goals | undefined) => Answer>> = {
  ...toEach([1, 2, 3], ['1', 'X', '2'], (name, full) => won(sign(full) === name)),
  ...toEach([4, 5, 6], ['1X', '12', 'X2'], (name, full) => won(name.includes(sign(full)))),
  ...overUnder(7, 0),
  ...overUnder(9, 1),
  ...overUnder(11, 2),
  ...overUnder(13, 3),
  ...overUnder(15, 4),
  ...overUnder(17, 5),
  ...overUnder(19, 6),
  ...toEach(
    [24, 25, 26, 27, 28, 29, 30, 31, 32],
    ['1/1', '1/X', '1/2', 'X/1', 'X/X', 'X/2', '2/1', '2/X', '2/2'],
    (name, full, half) => {
      // The full-time score alone excludes two thirds of these options.
      if (!name.endsWith(sign(full))) return 'lost';
      return half ? won(name.startsWith(sign(half))) : 'ask';
    },
  ),
  33: (full) => won(both(full)),
  34: (full) => won(!both(full)),
  ...toEach([35, 36], ['1', '2'], (name, full) =>
    sign(full) === 'X' ? 'void' : won(sign(full) === name),
  ),
  ...toEach([37, 38, 39], ['1st', '2nd', 'Equal'], (name, full, half) => {
    if (!half) return 'ask';
    const second = all(full) - all(half);
    return won((all(half) > second ? '1st' : all(half) < second ? '2nd' : 'Equal') === name);
  }),
  40: (full) => won(all(full) % 2 === 1),
  41: (full) => won(all(full) % 2 === 0),
  ...toEach([42, 43, 44], ['1', 'X', '2'], (name, _, half) =>
    half ? won(sign(half) === name) : 'ask',
  ),
  ...toEach([45, 46, 47], ['1X', '12', 'X2'], (name, _, half) =>
    half ? won(name.includes(sign(half))) : 'ask',
  ),
  48: (_, half) => (half ? won(both(half)) : 'ask'),
  49: (_, half) => (half ? won(!both(half)) : 'ask'),
  50: ([, away]) => won(away > 0),
  51: ([, away]) => won(away === 0),
};

function toEach(
  numbers: readonly number[],
  names: readonly string[],
  judge: (name: string, full: Goals, half: Goals | undefined) => Answer,
) {
  return Object.fromEntries(
    numbers.map((number, index) => [
      number,
      (full: Goals, half: Goals | undefined) => judge(names[index] ?? '', full, half),
    ]),
  );
}

function overUnder(first: number, line: number) {
  return {
    [first]: (full: Goals) => won(all(full) > line),
    [first + 1]: (full: Goals) => won(all(full) <= line),
  };
}

/** The numbers of the three options about the first goal. */
const [home, away, nobody] = [21, 22, 23];

function firstGoal(oddsId: number, { halfTime, fullTime, firstGoal: expected }: Ended): Answer {
  if (all(fullTime) === 0) return won(oddsId === nobody);
  if (oddsId === nobody) return 'lost';
  // The first known score with a goal: if only one side has a goal in it, that side scored first.
  const known = halfTime && all(halfTime) > 0 ? halfTime : fullTime;
  const side = known[1] === 0 ? 'home' : known[0] === 0 ? 'away' : expected;
  return side === undefined ? 'ask' : won((side === 'home' ? home : away) === oddsId);
}

function isFirstGoal(oddsId: number): boolean {
  return oddsId === home || oddsId === away || oddsId === nobody;
}

/** Returns the result of an option of a game that was played to the end. */
export function played(oddsId: number, ended: Ended): Answer {
  if (isFirstGoal(oddsId)) return firstGoal(oddsId, ended);
  const { fullTime, halfTime } = ended;
  const possible = halfTime ? [halfTime] : goesOnTo(fullTime);
  const found = new Set(possible.map((half) => answers[oddsId]?.(fullTime, half) ?? 'ask'));
  const [one = 'ask'] = found;
  return found.size === 1 ? one : 'ask';
}

/** Returns every possible earlier score of a game with this score. */
function goesOnTo([first, second]: Goals): Goals[] {
  const upTo = (goals: number) => Array.from({ length: goals + 1 }, (_, fewer) => fewer);
  return upTo(first).flatMap((one) => upTo(second).map((other) => [one, other] as const));
}

/** Enough further goals to reverse every result and to exceed every over/under line. */
function maxFurtherGoals([first, second]: Goals): number {
  return Math.max(7, first, second) + 1;
}

/**
 * Returns the result of an option of an abandoned game: void unless every continuation gives the
 * same result. Without a half-time score, the game was abandoned in the first half.
 */
export function stopped(oddsId: number, at: Ended): Answer {
  if (isFirstGoal(oddsId)) return all(at.fullTime) === 0 ? 'void' : firstGoal(oddsId, at);
  // These three options are void unless the second half already has more goals than the first.
  if (isRicherHalf(oddsId) && !hasMoreAfterHalfTime(at)) return 'void';
  const name = JSON.stringify([oddsId, at.halfTime, at.fullTime]);
  const known = decidedKnown.get(name) ?? decidedBy(endsOf(at), oddsId);
  decidedKnown.set(name, known);
  return known;
}

const decidedKnown = new Map<string, Answer>();

function decidedBy(ends: readonly Ended[], oddsId: number): Answer {
  const answerTo = ({ halfTime, fullTime }: Ended) => answers[oddsId]?.(fullTime, halfTime);
  const [first] = ends;
  const one = first && answerTo(first);
  return one !== undefined && ends.every((end) => answerTo(end) === one) ? one : 'void';
}

function isRicherHalf(oddsId: number): boolean {
  return oddsId >= 37 && oddsId <= 39;
}

function hasMoreAfterHalfTime({ halfTime, fullTime }: Ended): boolean {
  return halfTime !== undefined && all(fullTime) > 2 * all(halfTime);
}

const endsKnown = new Map<string, Ended[]>();

/** Returns every possible final score of an abandoned game. */
function endsOf({ halfTime, fullTime }: Ended): Ended[] {
  const name = JSON.stringify([halfTime, fullTime]);
  const known = endsKnown.get(name);
  if (known) return known;
  const halves = halfTime ? [halfTime] : goesOn(fullTime);
  const ends = halves.flatMap((half) =>
    goesOn(halfTime ? fullTime : half).map((full) => ({ halfTime: half, fullTime: full })),
  );
  endsKnown.set(name, ends);
  return ends;
}

function goesOn(score: Goals): Goals[] {
  const [first, second] = score;
  const more = Array.from({ length: maxFurtherGoals(score) + 1 }, (_, goals) => goals);
  return more.flatMap((one) => more.map((other) => [first + one, second + other] as const));
}
