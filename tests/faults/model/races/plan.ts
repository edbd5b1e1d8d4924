import { optionNames, type OptionName } from '../../contents/options.ts';
import type { GameResult } from '../../contents/results.ts';
import { type Chance, chance } from '../../world/chance.ts';

type Outcome = 'won' | 'lost' | 'void' | 'pending';

/** An action of an administrator; games, tickets and options are indexes of the race. */
export type Action =
  | { do: 'result'; game: number; result: GameResult; sees: Sees }
  | { do: 'prices'; game: number; options: OptionName[]; odd: number; sees: Sees }
  | { do: 'settle'; game: number; results: Decision[]; over: boolean; sees: Sees }
  | { do: 'leg'; ticket: number; game: number; result: Outcome; sees: Sees }
  | { do: 'odd'; ticket: number; game: number; odd: number; sees: Sees }
  | { do: 'confirm-one'; ticket: number; sees: Sees }
  | { do: 'confirm'; tickets: number[] }
  | { do: 'reopen'; tickets: number[] };

type Decision = { option: OptionName; result: Outcome };

/** The version that an action names: the current one, the one at the start of the race, or none. */
type Sees = 'now' | 'first' | 'nothing';

/** Concurrent actions of two administrators on the same tickets. */
export type Race = {
  seed: number;
  /** Kick-offs, in hours from now. */
  startsIn: number[];
  tickets: { owner: number; legs: { game: number; option: OptionName; odd: number }[] }[];
  /** Earlier actions of one administrator, and how many minutes before the race. */
  before: { by: 0 | 1; action: Action; minutes: number }[];
  /** The concurrent actions of each administrator. */
  actions: readonly [Action[], Action[]];
  /** True if both administrators do the same. */
  same: boolean;
};

export function raceOf(seed: number): Race {
  const by = chance(seed);
  const startsIn = [-3, by.pick([-3, -3, -2, 1])];
  const options = [by.pick(optionNames), by.pick(optionNames)];
  const tickets = Array.from({ length: by.between(2, 5) }, () => ({
    // The last two owners are the administrators, whose tickets only the other one can change.
    owner: by.pick([0, 0, 1, 1, 2, 3]),
    legs: [0, 1]
      .filter((game) => game === 0 || by.happens(0.6))
      .map((game) => ({ game, option: by.pick(options), odd: by.pick([0, 0, 2.5]) })),
  }));
  const action = () => actionOf(by, options, tickets);
  const before = Array.from({ length: by.pick([0, 0, 1, 2]) }, () => ({
    by: by.pick([0, 1] as const),
    action: action(),
    minutes: by.pick([5, 20]),
  }));
  const same = by.happens(0.3);
  const shared = Array.from({ length: same ? by.pick([1, 1, 2, 3]) : 0 }, action);
  const some = () => Array.from({ length: by.between(1, 4) }, action);
  const actions = same ? ([shared, shared] as const) : ([some(), some()] as const);
  const closing = by.happens(0.15) ? closingOf(by, options, tickets) : [];
  return { seed, startsIn, tickets, before: [...before, ...closing], actions, same };
}

/** Earlier actions in which an administrator decided and confirmed all tickets; the undo window is open. */
function closingOf(
  by: Chance,
  options: readonly OptionName[],
  tickets: Race['tickets'],
): Race['before'] {
  const who = by.pick([0, 1] as const);
  const results = [...new Set(options)].map((option) => ({ option, result: 'void' as const }));
  const settle = { do: 'settle', results, over: true, sees: 'now' } as const;
  return [
    { by: who, minutes: 5, action: { ...settle, game: 0 } },
    { by: who, minutes: 5, action: { ...settle, game: 1 } },
    { by: who, minutes: 5, action: { do: 'confirm', tickets: tickets.map((_, index) => index) } },
  ];
}

function actionOf(by: Chance, options: readonly OptionName[], tickets: Race['tickets']): Action {
  const ticket = by.below(tickets.length);
  const game = by.pick([0, 0, 0, 1]);
  const sees = by.pick(['now', 'first', 'first', 'nothing'] as const);
  const name = by.weigh({
    result: 3,
    prices: 3,
    settle: 5,
    leg: 3,
    odd: 2,
    'confirm-one': 1.5,
    confirm: 3,
    reopen: 1.5,
  });
  switch (name) {
    case 'result':
      return { do: name, game, result: by.pick(results), sees };
    case 'prices':
      return { do: name, game, options: distinct(by, options), odd: by.pick([1.9, 3]), sees };
    case 'settle': {
      const decided = distinct(by, options).map((option) => ({ option, result: outcomeOf(by) }));
      return { do: name, game, results: decided, over: by.happens(0.3), sees };
    }
    case 'leg':
      return { do: name, ticket, game, result: outcomeOf(by), sees };
    case 'odd':
      return { do: name, ticket, game, odd: by.pick([1.9, 3]), sees };
    case 'confirm-one':
      return { do: name, ticket, sees };
    case 'confirm':
    case 'reopen':
      return { do: name, tickets: tickets.map((_, index) => index) };
  }
}

const results: readonly GameResult[] = [
  { status: 'played', halfTime: [1, 0], fullTime: [2, 0] },
  { status: 'played', halfTime: [1, 0], fullTime: [2, 1] },
  { status: 'played', halfTime: [0, 0], fullTime: [0, 0] },
  { status: 'cancelled' },
];

function outcomeOf(by: Chance): Outcome {
  return by.weigh({ won: 3, lost: 3, void: 2, pending: 1 });
}

function distinct(by: Chance, options: readonly OptionName[]): OptionName[] {
  const all = [...new Set(options)];
  return by.happens(0.5) ? all : [by.pick(all)];
}
