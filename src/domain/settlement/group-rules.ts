import type { OddsGroup } from '../catalogue.ts';
import type { SettlementFact } from './settlement-fact.ts';
import type { Goals, Score } from '../fixture.ts';

/**
 * The verdict of a score on a group: winners, losers, options that a person must decide (with the
 * reason), the result of all other options, and the verdict's reason.
 */
export type GroupVerdict = {
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly undecided?: { readonly options: readonly string[]; readonly fact: SettlementFact };
  readonly others: 'lost' | 'void';
  readonly fact: SettlementFact;
};

type GroupRule = (score: Score) => GroupVerdict;
type Halves = { readonly halfTime: Goals; readonly fullTime: Goals };

/** Rules that judge each group by the final score of a completed match. */
export const fullTimeRules: Readonly<Record<OddsGroup, GroupRule>> = {
  '1X2': ({ fullTime }) => decideWinners([leadingSide(fullTime)], endedFact(fullTime)),
  'Double Chance': ({ fullTime }) =>
    decideWinners(doubleChanceWinners(fullTime), endedFact(fullTime)),
  ...createTotalRules(createOverUnderRule),
  'First Goal': judgeFirstGoal,
  'HF/FT': createHalfTimeRule(({ halfTime, fullTime }) =>
    decideWinners([`${leadingSide(halfTime)}/${leadingSide(fullTime)}`], {
      code: 'both-halves',
      halfTime,
      fullTime,
    }),
  ),
  'GG/NG': ({ fullTime }) =>
    decideWinners([haveBothScored(fullTime) ? 'GG' : 'NG'], endedFact(fullTime)),
  DNB: ({ fullTime }) => {
    const side = leadingSide(fullTime);
    if (side === 'X') return voidAllOptions({ code: 'drawn', fullTime });
    return decideWinners([side], endedFact(fullTime));
  },
  'Highest Scoring Half': createHalfTimeRule(({ halfTime, fullTime }) =>
    decideWinners([higherScoringHalf(halfTime, fullTime)], {
      code: 'both-halves',
      halfTime,
      fullTime,
    }),
  ),
  'Odd/Even': ({ fullTime }) =>
    decideWinners([totalGoals(fullTime) % 2 === 0 ? 'Even' : 'Odd'], { code: 'goals', fullTime }),
  'Half Time': createHalfTimeRule(({ halfTime }) => judgeHalfTimeWinner(halfTime)),
  'Double Chance HT': createHalfTimeRule(({ halfTime }) => judgeHalfTimeDoubleChance(halfTime)),
  'GG/NG HT': createHalfTimeRule(({ halfTime }) => judgeHalfTimeBothScored(halfTime)),
  'Away to Score': ({ fullTime }) =>
    decideWinners([fullTime.away > 0 ? 'Yes' : 'No'], endedFact(fullTime)),
};

/**
 * Rules that judge each group of a match that stopped early: options already decided keep their
 * result, all others are void. Without a half-time score, the match stopped before half-time.
 */
export const abandonedRules: Readonly<Record<OddsGroup, GroupRule>> = {
  '1X2': voidUndecidedGroup,
  'Double Chance': voidUndecidedGroup,
  ...createTotalRules(createReachedOverRule),
  'First Goal': (score) =>
    totalGoals(score.fullTime) > 0 ? judgeFirstGoal(score) : voidUndecidedGroup(score),
  'HF/FT': (score) => {
    if (!score.halfTime) return voidUndecidedGroup(score);
    const leading = leadingSide(score.halfTime);
    const otherSides = outcomeSigns.filter((side) => side !== leading);
    return {
      won: [],
      lost: otherSides.flatMap((half) => outcomeSigns.map((full) => `${half}/${full}`)),
      others: 'void',
      fact: abandonedAfterHalfTimeFact(score.halfTime, score.fullTime),
    };
  },
  'GG/NG': (score) =>
    haveBothScored(score.fullTime)
      ? decideWinners(['GG'], abandonedFact(score))
      : voidUndecidedGroup(score),
  DNB: voidUndecidedGroup,
  'Highest Scoring Half': (score) => {
    const { halfTime, fullTime } = score;
    // With equal halves all options are void, although the first half can no longer win.
    if (!halfTime || higherScoringHalf(halfTime, fullTime) !== '2nd')
      return voidUndecidedGroup(score);
    return decideWinners(['2nd'], abandonedAfterHalfTimeFact(halfTime, fullTime));
  },
  'Odd/Even': voidUndecidedGroup,
  'Half Time': createAfterHalfTimeRule(judgeHalfTimeWinner),
  'Double Chance HT': createAfterHalfTimeRule(judgeHalfTimeDoubleChance),
  'GG/NG HT': (score) => {
    if (score.halfTime) return judgeHalfTimeBothScored(score.halfTime);
    return haveBothScored(score.fullTime)
      ? decideWinners(['GG HT'], abandonedFact(score))
      : voidUndecidedGroup(score);
  },
  'Away to Score': (score) =>
    score.fullTime.away > 0
      ? decideWinners(['Yes'], abandonedFact(score))
      : voidUndecidedGroup(score),
};

/** True if the first half can no longer win, because goals are never removed. */
export function hasSecondHalfCaughtUp({ halfTime, fullTime }: Score): boolean {
  return halfTime !== undefined && higherScoringHalf(halfTime, fullTime) !== '1st';
}

const outcomeSigns = ['1', 'X', '2'] as const;

function decideWinners(won: readonly string[], fact: SettlementFact): GroupVerdict {
  return { won, lost: [], others: 'lost', fact };
}

function voidAllOptions(fact: SettlementFact): GroupVerdict {
  return { won: [], lost: [], others: 'void', fact };
}

/** Creates the over/under rules; `line` is the group's number rounded down. */
function createTotalRules(judge: (line: number) => GroupRule) {
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

function createOverUnderRule(line: number): GroupRule {
  return ({ fullTime }) =>
    decideWinners([totalGoals(fullTime) > line ? 'Over' : 'Under'], { code: 'goals', fullTime });
}

function createReachedOverRule(line: number): GroupRule {
  return (score) =>
    totalGoals(score.fullTime) > line
      ? decideWinners(['Over'], { code: 'goals', fullTime: score.fullTime })
      : voidUndecidedGroup(score);
}

function judgeFirstGoal({ halfTime, fullTime, firstGoal: first }: Score): GroupVerdict {
  if (totalGoals(fullTime) === 0) return decideWinners(['No Goal'], { code: 'nobody-scored' });
  if (fullTime.away === 0) return decideWinners(['1'], { code: 'only-home-scored', fullTime });
  if (fullTime.home === 0) return decideWinners(['2'], { code: 'only-away-scored', fullTime });

  const before = halfTime ?? { home: 0, away: 0 };
  if (before.home > 0 && before.away === 0) {
    return decideWinners(['1'], { code: 'only-home-scored-before-half-time', halfTime: before });
  }
  if (before.away > 0 && before.home === 0) {
    return decideWinners(['2'], { code: 'only-away-scored-before-half-time', halfTime: before });
  }
  if (first === 'home') return decideWinners(['1'], { code: 'home-scored-first', fullTime });
  if (first === 'away') return decideWinners(['2'], { code: 'away-scored-first', fullTime });
  const fact: SettlementFact = { code: 'first-goal-unknown', fullTime };
  return { ...decideWinners([], fact), undecided: { options: ['1', '2'], fact } };
}

/**
 * Judges by both halves; without a half-time score, by the verdict that all possible scores share.
 */
function createHalfTimeRule(judge: (halves: Halves) => GroupVerdict): GroupRule {
  return ({ halfTime, fullTime }) => {
    if (halfTime) return judge({ halfTime, fullTime });
    const [first = judge({ halfTime: fullTime, fullTime }), ...rest] = listHalfTimeScores(
      fullTime,
    ).map((possible) => judge({ halfTime: possible, fullTime }));
    if (rest.length === 0) return first;
    const winning = [first, ...rest].map(({ won }) => won);
    const won = first.won.filter((name) => winning.every((names) => names.includes(name)));
    const options = [...new Set(winning.flat())].filter((name) => !won.includes(name));
    const undecided = { options, fact: { code: 'half-time-unknown', fullTime } } as const;
    return { ...decideWinners(won, endedFact(fullTime)), undecided };
  };
}

/** Lists all half-time scores that can precede a final score. */
function listHalfTimeScores({ home, away }: Goals): Goals[] {
  const upTo = (goals: number) => Array.from({ length: goals + 1 }, (_, n) => n);
  return upTo(home).flatMap((h) => upTo(away).map((a) => ({ home: h, away: a })));
}

function createAfterHalfTimeRule(judge: (halfTime: Goals) => GroupVerdict): GroupRule {
  return (score) => (score.halfTime ? judge(score.halfTime) : voidUndecidedGroup(score));
}

function judgeHalfTimeWinner(halfTime: Goals): GroupVerdict {
  return decideWinners([`${leadingSide(halfTime)}HT`], halfTimeFact(halfTime));
}

function judgeHalfTimeDoubleChance(halfTime: Goals): GroupVerdict {
  return decideWinners(
    doubleChanceWinners(halfTime).map((chance) => `${chance} HT`),
    halfTimeFact(halfTime),
  );
}

function judgeHalfTimeBothScored(halfTime: Goals): GroupVerdict {
  return decideWinners([haveBothScored(halfTime) ? 'GG HT' : 'NG HT'], halfTimeFact(halfTime));
}

function voidUndecidedGroup(score: Score): GroupVerdict {
  return voidAllOptions({ code: 'open-when-abandoned', fullTime: score.fullTime });
}

function leadingSide({ home, away }: Goals): '1' | 'X' | '2' {
  if (home === away) return 'X';
  return home > away ? '1' : '2';
}

function doubleChanceWinners(goals: Goals): string[] {
  const side = leadingSide(goals);
  return ['1X', '12', 'X2'].filter((chance) => chance.includes(side));
}

function haveBothScored({ home, away }: Goals): boolean {
  return home > 0 && away > 0;
}

function totalGoals({ home, away }: Goals): number {
  return home + away;
}

function higherScoringHalf(halfTime: Goals, fullTime: Goals): '1st' | '2nd' | 'Equal' {
  const first = totalGoals(halfTime);
  const second = totalGoals(fullTime) - first;
  if (first === second) return 'Equal';
  return first > second ? '1st' : '2nd';
}

function endedFact(fullTime: Goals): SettlementFact {
  return { code: 'ended', fullTime };
}

function halfTimeFact(halfTime: Goals): SettlementFact {
  return { code: 'at-half-time', halfTime };
}

function abandonedFact({ fullTime }: Score): SettlementFact {
  return { code: 'abandoned', fullTime };
}

function abandonedAfterHalfTimeFact(halfTime: Goals, fullTime: Goals): SettlementFact {
  return { code: 'abandoned-after-half-time', halfTime, fullTime };
}
