import { chance, type Chance } from '../../world/chance.ts';

/** `games` are indexes; here indexes of members, games and requests follow the order of creation. */
export type Slip = {
  games: readonly number[];
  option: '1' | 'X' | '2';
  named: boolean;
  drop: boolean;
};

/** A member's request, or a repetition of an earlier request with the same bytes. */
export type PlannedRequest =
  | { what: 'post'; member: number; slip: Slip }
  | { what: 'withdraw'; member: number; tip: number }
  | { what: 'again'; request: number };

/** A fault during a request; `at` is the index of a statement. */
export type Trouble =
  | { kind: 'server-dies' | 'connection-lost' | 'commit-unheard'; at: number }
  /** Another transaction holds a row that the request needs, until the request gives up. */
  | { kind: 'row-held'; row: 'member' | 'game' }
  /** The statement is delayed. */
  | { kind: 'slow'; at: number; milliseconds: number }
  /** Before the statement, a game is changed or another process handles a request. */
  | { kind: 'meets'; at: number; step: Move | PlannedRequest };

export type Move = { step: 'move'; game: number; to: 'over' | { startsIn: number } };

/** The clock advances by milliseconds, or to a time near a kick-off. */
export type Pass = { step: 'pass'; to: number | { game: number; beside: number } };

export type Step =
  /** One request, several requests in a batch, or several requests in both processes at the same time. */
  | { step: 'ask' | 'batch' | 'together'; requests: readonly PlannedRequest[]; trouble?: Trouble }
  | Move
  | Pass;

/** A schedule: the milliseconds until each kick-off, and its steps. */
export type Plan = { seed: number; startsIn: readonly number[]; steps: readonly Step[] };

const minute = 60_000;
const games = 3;
const members = 2;

/** Creates the schedule of a seed. */
export function planOf(seed: number): Plan {
  const dice = chance(seed);
  const startsIn = Array.from({ length: games }, () => dice.between(5_000, 2 * minute));
  const made = { requests: 0 };
  const steps = Array.from({ length: dice.between(8, 16) }, () => stepOf(dice, made));
  return { seed, startsIn, steps };
}

type Made = { requests: number };

function stepOf(dice: Chance, made: Made): Step {
  const step = dice.weigh({ ask: 10, batch: 2, together: 2, move: 2, pass: 8 });
  if (step === 'pass') return { step, to: passOf(dice) };
  if (step === 'move') return moveOf(dice);
  const requests = Array.from({ length: step === 'ask' ? 1 : dice.between(2, 4) }, () =>
    requestOf(dice, made),
  );
  const trouble = dice.happens(0.6) ? troubleOf(dice, made) : undefined;
  // While requests run concurrently, the schedule's clock must not move: one may be committing.
  const fits = step !== 'together' || trouble?.kind !== 'slow';
  return { step, requests, ...(trouble && fits && { trouble }) };
}

function requestOf(dice: Chance, made: Made): PlannedRequest {
  const what = made.requests === 0 ? 'post' : dice.weigh({ post: 4, withdraw: 2, again: 5 });
  if (what === 'again') return { what, request: dice.below(made.requests) };
  made.requests += 1;
  const member = dice.below(members);
  if (what === 'withdraw') return { what, member, tip: dice.below(made.requests) };
  const slip: Slip = {
    games: gamesOf(dice),
    option: dice.pick(['1', 'X', '2']),
    named: dice.happens(0.3),
    drop: dice.happens(0.4),
  };
  return { what, member, slip };
}

function gamesOf(dice: Chance): number[] {
  const first = dice.below(games);
  return dice.happens(0.7) ? [first] : [first, (first + 1) % games];
}

function passOf(dice: Chance): Pass['to'] {
  if (dice.happens(0.3)) return dice.pick([1, 100, 1_000, 5_000, 9_999, 10_001, minute]);
  return { game: dice.below(games), beside: dice.pick([-9_000, -100, -1, 0, 1, 10_001, minute]) };
}

function moveOf(dice: Chance): Move {
  const to = dice.happens(0.2)
    ? ('over' as const)
    : { startsIn: dice.pick([-minute, -1, 0, 1, 5_000, minute, 3 * minute]) };
  return { step: 'move', game: dice.below(games), to };
}

function troubleOf(dice: Chance, made: Made): Trouble {
  const kind = dice.weigh({
    'server-dies': 2,
    'connection-lost': 3,
    'commit-unheard': 2,
    'row-held': 4,
    slow: 4,
    meets: 3,
  });
  const at = dice.between(1, 10);
  switch (kind) {
    case 'row-held':
      return { kind, row: dice.pick(['member', 'game']) };
    case 'slow':
      return { kind, at, milliseconds: dice.pick([500, 5_000, 9_999, 10_000, 10_001, 30_000]) };
    case 'meets':
      return { kind, at, step: dice.happens(0.5) ? moveOf(dice) : requestOf(dice, made) };
    default:
      return { kind, at };
  }
}
