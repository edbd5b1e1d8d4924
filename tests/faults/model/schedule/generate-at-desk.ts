import type { GameResult } from '../../contents/results.ts';
import type { Chance } from '../../world/chance.ts';
import { networkFaultOf } from './generate-faults.ts';
import type { Action, DeskStep, Step } from './plan.ts';

const beforeTheEnd = {
  result: 1.5,
  'price-all': 5,
  'settle-all': 2,
  'confirm-all': 1.5,
  reopen: 1,
  undo: 1.5,
  'correct-all': 0,
};
const atTheEnd = {
  result: 4,
  'price-all': 1.5,
  'settle-all': 6,
  'confirm-all': 4,
  reopen: 1.5,
  undo: 3,
  'correct-all': 2,
};

/** A reason is required after a kick-off and to replace a decision, so most steps have one. */
const reasons = ['as seen', 'the linesman said so', 'seen on television'];

/** A random administrator's step on many tickets, of those likely before games end or after it. */
export function deskStepOf(by: Chance, device: number, when?: 'over'): DeskStep {
  const which = by.below(4);
  const name = by.weigh(when ? atTheEnd : beforeTheEnd);
  const hasty = by.happens(0.1) && { hasty: true as const };
  switch (name) {
    case 'result':
      return {
        do: name,
        device,
        which,
        result: enteredResult(by),
        reason: by.pick(reasons),
        ...hasty,
      };
    case 'price-all':
      return {
        do: name,
        device,
        which,
        options: by.pick([1, 1, 2, 4]),
        odd: by.between(110, 900) / 100,
        ...(by.happens(0.9) && { reason: by.pick(reasons) }),
        ...(by.happens(0.15) && { blind: true }),
      };
    case 'settle-all':
      return {
        do: name,
        device,
        which,
        options: by.pick([1, 2, 4, 9]),
        result: by.pick(['rules', 'rules', 'rules', 'rules', 'won', 'lost', 'void', 'pending']),
        reason: by.pick(reasons),
        ...(by.happens(0.25) && { over: true }),
        ...(by.happens(0.3) && { games: 3 }),
        ...(by.happens(0.3) && { rest: true }),
        ...hasty,
      };
    case 'confirm-all':
      return { do: name, device, which, ...hasty };
    case 'reopen':
      return { do: name, device, which, ...partOf(by) };
    case 'undo':
      return undoOf(by, device);
    case 'correct-all':
      return correctionOf(by, device, which);
  }
}

/** An undo, mostly of the last action. */
function undoOf(by: Chance, device: number): DeskStep {
  return { do: 'undo', device, which: by.pick([0, 0, 0, 1, 2]), ...partOf(by) };
}

function partOf(by: Chance): { part?: true } {
  return by.happens(0.4) ? { part: true } : {};
}

function correctionOf(by: Chance, device: number, which: number): DeskStep {
  return {
    do: 'correct-all',
    device,
    which,
    options: by.pick([1, 2, 9]),
    result: by.pick(['rules', 'rules', 'rules', 'won', 'lost', 'void']),
    reason: by.pick(reasons),
    ...(by.happens(0.25) && { over: true }),
  };
}

/** The pause before corrections, in minutes. */
const aboutThreeDays = 73 * 60;

/**
 * All games end and all tickets are confirmed. Then the season file changes some results, at once
 * or three days later, and administrators correct the tickets.
 */
export function correctionsOf(by: Chance, devices: readonly number[]): Step[] {
  const games = [0, 1, 2, 3, 4, 5, 6, 7].filter(() => by.happens(0.5));
  const ends = (again?: true): Action[] =>
    games
      .filter(() => !again || by.happens(0.7))
      .map((game) => ({ do: 'full-time', game, result: resultOf(by), ...(again && { again }) }));
  const seen: Action[] = devices.flatMap((device) =>
    (['admin-tips', 'desk'] as const).map((what) => ({ do: 'refresh', device, what })),
  );
  const [first = 2] = devices;
  const settled = Array.from({ length: 6 }, (_, which): Action => {
    const outcome = { options: 9, result: 'rules', reason: by.pick(reasons) } as const;
    return { do: 'settle-all', device: by.pick(devices), which, ...outcome };
  });
  const corrected = Array.from({ length: by.between(2, 6) }, (): Action[] => {
    const device = by.pick(devices);
    const fault = { do: 'network', device, fault: networkFaultOf(by) } as const;
    const look = { do: 'refresh', device, what: 'desk' } as const;
    const step = correctionOf(by, device, by.below(4));
    return [...(by.happens(0.3) ? [fault] : []), ...(by.happens(0.5) ? [look] : []), step];
  });
  const steps: Action[] = [
    ...ends(),
    ...looksAt(devices),
    ...seen,
    ...settled,
    { do: 'confirm-all', device: first, which: 0 },
    { do: 'confirm-all', device: by.pick(devices), which: 0 },
    ...(by.happens(0.5) ? [{ do: 'sleep', minutes: aboutThreeDays } as const] : []),
    ...ends(true),
    ...looksAt(devices),
    ...seen,
    ...corrected.flat(),
  ];
  return steps.map((action) => ({ wait: by.below(6_000), ...action }));
}

/** Decides and confirms everything, with or without network faults, and then undoes much of it. */
export function actionsOf(by: Chance, devices: readonly number[]): Step[] {
  const device = by.pick(devices);
  const outcome = { options: 9, games: 8, result: 'rules', reason: by.pick(reasons) } as const;
  const settle = { do: 'settle-all', device, which: 0, ...outcome } as const;
  const confirm = { do: 'confirm-all', device, which: 0 } as const;
  const actions = Array.from({ length: by.between(3, 8) }, (): Action => {
    const kind = by.weigh({ undo: 5, settle: 2, rest: 1, confirm: 2, one: 2, reopen: 2, fault: 2 });
    switch (kind) {
      case 'undo':
        return undoOf(by, device);
      case 'settle':
        return settle;
      case 'rest':
        return { ...settle, rest: true };
      case 'confirm':
        return confirm;
      case 'one':
        return { do: 'confirm', device, which: by.below(8) };
      case 'reopen':
        return { do: 'reopen', device, which: 0, ...partOf(by) };
      case 'fault':
        return { do: 'network', device, fault: networkFaultOf(by) };
    }
  });
  const isOffline = by.happens(0.5);
  const steps: Action[] = [
    { do: 'refresh', device, what: 'desk' },
    { do: 'refresh', device, what: 'admin-tips' },
    ...(by.happens(0.5) ? [settle] : []),
    ...(isOffline ? [{ do: 'offline', device } as const] : []),
    settle,
    confirm,
    ...actions,
    { do: 'online', device },
  ];
  return steps.map((action, index) => ({ wait: index < 4 ? 4_000 : by.below(900), ...action }));
}

/** Administrators log in again, each on their own device, and open the desk. */
export function looksAt(devices: Iterable<number>): Action[] {
  return [...devices].flatMap((device): Action[] => [
    { do: 'online', device },
    { do: 'log-in', device, who: device === 2 ? 2 : 1 },
    { do: 'refresh', device, what: 'admin-tips' },
  ]);
}

/** Many offline operations on one fixture, some of which replace earlier ones. */
export function deskBurstOf(by: Chance, device: number): Step[] {
  const which = by.below(4);
  const reason = by.pick(reasons);
  const price = (options = by.pick([1, 2, 4])) => {
    const odd = by.between(110, 900) / 100;
    return { do: 'price-all' as const, device, which, options, odd, reason };
  };
  const settle = () => {
    const result = by.pick(['rules', 'rules', 'void'] as const);
    return { do: 'settle-all' as const, device, which, options: by.pick([1, 2, 4]), result };
  };
  const confirm: DeskStep = { do: 'confirm-all', device, which };
  const outcome = by.pick<() => Action[]>([
    () => [price(4), price(), price(1)],
    () => [settle(), settle(), confirm],
    () => [settle(), settle(), undoOf(by, device)],
    () => [{ do: 'confirm', device, which: by.below(8) }, undoOf(by, device)],
    () => [confirm, settle(), { do: 'reopen', device, which, ...partOf(by) }],
    () => [confirm, undoOf(by, device), settle(), undoOf(by, device)],
  ])();
  return [
    { wait: 4_000, do: 'refresh', device, what: 'desk' },
    { wait: 2_000, do: 'offline', device },
    ...outcome.map((step) => ({ wait: by.below(300), ...step })),
    { wait: by.below(5_000), do: 'online', device },
  ];
}

/** A random result for a season file. */
export function resultOf(by: Chance): GameResult {
  if (by.happens(0.3)) return unplayed(by);
  const [home, away] = [by.below(3), by.below(3)];
  const fullTime: [number, number] = [home + by.below(2), away + by.below(2)];
  return { status: 'played', halfTime: [home, away], fullTime };
}

function unplayed(by: Chance): GameResult {
  const status = by.pick(['cancelled', 'awarded', 'postponed', 'abandoned'] as const);
  if (status !== 'abandoned') return { status };
  const [home, away] = [by.below(2), by.below(3)];
  const reachesHalfTime = by.happens(0.6);
  const more = () => (reachesHalfTime ? by.below(2) : 0);
  return {
    status,
    ...(reachesHalfTime && { halfTime: [home, away] }),
    fullTime: [home + more(), away + more()],
  };
}

/** A result that an administrator enters; often equal, so that two administrators may enter the same. */
function enteredResult(by: Chance): GameResult {
  if (by.happens(0.25)) return unplayed(by);
  const [home, away] = [by.below(2), by.below(2)];
  const fullTime: [number, number] = [home + by.below(2), away + by.below(2)];
  const had = home + away > 0 ? [home, away] : fullTime;
  const scorers = (['home', 'away'] as const).filter((_, side) => (had[side] ?? 0) > 0);
  const isKnown = scorers.length > 0 && by.happens(0.5);
  return {
    status: 'played',
    ...(by.happens(0.85) && { halfTime: [home, away] }),
    fullTime,
    ...(isKnown && { firstGoal: by.pick(scorers) }),
  };
}
