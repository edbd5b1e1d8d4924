import type { OddsGroup } from '../catalogue.ts';
import type { Fact } from './fact.ts';
import type { Goals, Score } from '../fixture.ts';

/**
 * The verdict of a score on a group: winners, losers, options left to a person with the reason, the
 * result of all other options, and the fact behind it.
 */
export type Finding = {
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly undecided?: { readonly options: readonly string[]; readonly fact: Fact };
  readonly others: 'lost' | 'void';
  readonly fact: Fact;
};

type Judge = (score: Score) => Finding;
type Halves = { readonly halfTime: Goals; readonly fullTime: Goals };

/** Judges each group by the final score of a match that was played to its end. */
export const findingsAtFullTime: Readonly<Record<OddsGroup, Judge>> = {
  '1X2': ({ fullTime }) => winners([leadingSide(fullTime)], ended(fullTime)),
  'Double Chance': ({ fullTime }) => winners(doubleChanceWinners(fullTime), ended(fullTime)),
  ...totals(overUnder),
  'First Goal': firstGoal,
  'HF/FT': withHalfTime(({ halfTime, fullTime }) =>
    winners([`${leadingSide(halfTime)}/${leadingSide(fullTime)}`], {
      code: 'both-halves',
      halfTime,
      fullTime,
    }),
  ),
  'GG/NG': ({ fullTime }) => winners([bothScored(fullTime) ? 'GG' : 'NG'], ended(fullTime)),
  DNB: ({ fullTime }) => {
    const side = leadingSide(fullTime);
    if (side === 'X') return voids({ code: 'drawn', fullTime });
    return winners([side], ended(fullTime));
  },
  'Highest Scoring Half': withHalfTime(({ halfTime, fullTime }) =>
    winners([richerHalf(halfTime, fullTime)], { code: 'both-halves', halfTime, fullTime }),
  ),
  'Odd/Even': ({ fullTime }) =>
    winners([totalOf(fullTime) % 2 === 0 ? 'Even' : 'Odd'], { code: 'goals', fullTime }),
  'Half Time': withHalfTime(({ halfTime }) => halfTimeWinner(halfTime)),
  'Double Chance HT': withHalfTime(({ halfTime }) => halfTimeDoubleChance(halfTime)),
  'GG/NG HT': withHalfTime(({ halfTime }) => halfTimeBothScored(halfTime)),
  'Away to Score': ({ fullTime }) => winners([fullTime.away > 0 ? 'Yes' : 'No'], ended(fullTime)),
};

/**
 * Judges each group when a match stopped early: options already decided keep their result, the rest
 * is void. A missing half-time score means that the match stopped before half-time.
 */
export const findingsWhenAbandoned: Readonly<Record<OddsGroup, Judge>> = {
  '1X2': neverEarly,
  'Double Chance': neverEarly,
  ...totals(overIfReached),
  'First Goal': (score) => (totalOf(score.fullTime) > 0 ? firstGoal(score) : neverEarly(score)),
  'HF/FT': (score) => {
    if (!score.halfTime) return neverEarly(score);
    const leading = leadingSide(score.halfTime);
    const otherSides = sides.filter((side) => side !== leading);
    return {
      won: [],
      lost: otherSides.flatMap((half) => sides.map((full) => `${half}/${full}`)),
      others: 'void',
      fact: stoppedAfter(score.halfTime, score.fullTime),
    };
  },
  'GG/NG': (score) =>
    bothScored(score.fullTime) ? winners(['GG'], abandoned(score)) : neverEarly(score),
  DNB: neverEarly,
  'Highest Scoring Half': (score) => {
    const { halfTime, fullTime } = score;
    // Level halves decide nothing yet, although the first half cannot win any more.
    if (!halfTime || richerHalf(halfTime, fullTime) !== '2nd') return neverEarly(score);
    return winners(['2nd'], stoppedAfter(halfTime, fullTime));
  },
  'Odd/Even': neverEarly,
  'Half Time': afterHalfTime(halfTimeWinner),
  'Double Chance HT': afterHalfTime(halfTimeDoubleChance),
  'GG/NG HT': (score) => {
    if (score.halfTime) return halfTimeBothScored(score.halfTime);
    return bothScored(score.fullTime) ? winners(['GG HT'], abandoned(score)) : neverEarly(score);
  },
  'Away to Score': (score) =>
    score.fullTime.away > 0 ? winners(['Yes'], abandoned(score)) : neverEarly(score),
};

/** True if the second half has at least as many goals as the first: goals are never removed. */
export function hasCaughtUp({ halfTime, fullTime }: Score): boolean {
  return halfTime !== undefined && richerHalf(halfTime, fullTime) !== '1st';
}

const sides = ['1', 'X', '2'] as const;

function winners(won: readonly string[], fact: Fact): Finding {
  return { won, lost: [], others: 'lost', fact };
}

function voids(fact: Fact): Finding {
  return { won: [], lost: [], others: 'void', fact };
}

/** Judges the over/under groups; `line` is the number of goals just below the group's figure. */
function totals(judge: (line: number) => Judge) {
  return {
    'O/U 0.5': judge(0),
    'O/U 1.5': judge(1),
    'O/U 2.5': judge(2),
    'O/U 3.5': judge(3),
    'O/U 4.5': judge(4),
    'O/U 5.5': judge(5),
    'O/U 6.5': judge(6),
  };
}

function overUnder(line: number): Judge {
  return ({ fullTime }) =>
    winners([totalOf(fullTime) > line ? 'Over' : 'Under'], { code: 'goals', fullTime });
}

function overIfReached(line: number): Judge {
  return (score) =>
    totalOf(score.fullTime) > line
      ? winners(['Over'], { code: 'goals', fullTime: score.fullTime })
      : neverEarly(score);
}

function firstGoal({ halfTime, fullTime, firstGoal: first }: Score): Finding {
  if (totalOf(fullTime) === 0) return winners(['No Goal'], { code: 'nobody-scored' });
  if (fullTime.away === 0) return winners(['1'], { code: 'only-home-scored', fullTime });
  if (fullTime.home === 0) return winners(['2'], { code: 'only-away-scored', fullTime });

  const before = halfTime ?? { home: 0, away: 0 };
  if (before.home > 0 && before.away === 0) {
    return winners(['1'], { code: 'only-home-scored-before-half-time', halfTime: before });
  }
  if (before.away > 0 && before.home === 0) {
    return winners(['2'], { code: 'only-away-scored-before-half-time', halfTime: before });
  }
  if (first === 'home') return winners(['1'], { code: 'home-scored-first', fullTime });
  if (first === 'away') return winners(['2'], { code: 'away-scored-first', fullTime });
  const fact: Fact = { code: 'first-goal-unknown', fullTime };
  return { ...winners([], fact), undecided: { options: ['1', '2'], fact } };
}

/**
 * Judges by both halves; without a half-time score, by the verdict that all possible ones share.
 */
function withHalfTime(judge: (halves: Halves) => Finding): Judge {
  return ({ halfTime, fullTime }) => {
    if (halfTime) return judge({ halfTime, fullTime });
    const [first = judge({ halfTime: fullTime, fullTime }), ...rest] = halfTimesBefore(
      fullTime,
    ).map((possible) => judge({ halfTime: possible, fullTime }));
    if (rest.length === 0) return first;
    const winning = [first, ...rest].map(({ won }) => won);
    const won = first.won.filter((name) => winning.every((names) => names.includes(name)));
    const options = [...new Set(winning.flat())].filter((name) => !won.includes(name));
    const undecided = { options, fact: { code: 'half-time-unknown', fullTime } } as const;
    return { ...winners(won, ended(fullTime)), undecided };
  };
}

/** Lists every half-time score that can lead to a final score. */
function halfTimesBefore({ home, away }: Goals): Goals[] {
  const upTo = (goals: number) => Array.from({ length: goals + 1 }, (_, n) => n);
  return upTo(home).flatMap((h) => upTo(away).map((a) => ({ home: h, away: a })));
}

function afterHalfTime(judge: (halfTime: Goals) => Finding): Judge {
  return (score) => (score.halfTime ? judge(score.halfTime) : neverEarly(score));
}

function halfTimeWinner(halfTime: Goals): Finding {
  return winners([`${leadingSide(halfTime)}HT`], atHalfTime(halfTime));
}

function halfTimeDoubleChance(halfTime: Goals): Finding {
  return winners(
    doubleChanceWinners(halfTime).map((chance) => `${chance} HT`),
    atHalfTime(halfTime),
  );
}

function halfTimeBothScored(halfTime: Goals): Finding {
  return winners([bothScored(halfTime) ? 'GG HT' : 'NG HT'], atHalfTime(halfTime));
}

function neverEarly(score: Score): Finding {
  return voids({ code: 'open-when-abandoned', fullTime: score.fullTime });
}

function leadingSide({ home, away }: Goals): '1' | 'X' | '2' {
  if (home === away) return 'X';
  return home > away ? '1' : '2';
}

function doubleChanceWinners(goals: Goals): string[] {
  const side = leadingSide(goals);
  return ['1X', '12', 'X2'].filter((chance) => chance.includes(side));
}

function bothScored({ home, away }: Goals): boolean {
  return home > 0 && away > 0;
}

function totalOf({ home, away }: Goals): number {
  return home + away;
}

function richerHalf(halfTime: Goals, fullTime: Goals): '1st' | '2nd' | 'Equal' {
  const first = totalOf(halfTime);
  const second = totalOf(fullTime) - first;
  if (first === second) return 'Equal';
  return first > second ? '1st' : '2nd';
}

function ended(fullTime: Goals): Fact {
  return { code: 'ended', fullTime };
}

function atHalfTime(halfTime: Goals): Fact {
  return { code: 'at-half-time', halfTime };
}

function abandoned({ fullTime }: Score): Fact {
  return { code: 'abandoned', fullTime };
}

function stoppedAfter(halfTime: Goals, fullTime: Goals): Fact {
  return { code: 'abandoned-after-half-time', halfTime, fullTime };
}
