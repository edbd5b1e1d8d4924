import { type Chance, chance } from '../../world/chance.ts';
import { optionNames } from '../../contents/options.ts';
import type { GameResult } from '../../contents/results.ts';
import {
  actionsOf,
  correctionsOf,
  deskBurstOf,
  deskStepOf,
  looksAt,
  resultOf,
} from './generate-at-desk.ts';
import { networkFaultOf, storageFaultOf } from './generate-faults.ts';
import type { Action, Plan, ProfileField, Step } from './plan.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Creates the schedule of a seed. Most are short: those find as much and are easier to read. */
export function planOf(seed: number): Plan {
  const by = chance(seed);
  const length = by.happens(0.93) ? by.between(30, 35) : by.between(36, 200);
  const people = by.pick([
    [0, 1, 2],
    [0, 1, 2],
    [0, 0, 2],
    [0, 1, 0],
  ]);
  const administrators = by.happens(0.6) ? [1, 2] : [2];
  const adminDevices = [0, 1, 2].filter((device) => administrators.includes(people[device] ?? 0));
  const steps = stepsOf(by, adminDevices, length);
  return {
    seed,
    people,
    administrators,
    locks: people.map(() => by.happens(0.85)),
    steps: by.happens(0.55) ? withAnEnd(by, adminDevices, steps) : steps,
  };
}

/** Lets the first games end in the middle of the steps, and administrators decide them. */
function withAnEnd(by: Chance, adminDevices: readonly number[], steps: readonly Step[]): Step[] {
  const at = by.between(10, steps.length - 5);
  const games = [0, 1, 2, 3].filter(() => by.happens(0.8));
  const ends: Action[] = games.map((game) => ({ do: 'full-time', game, ...fileResultOf(by) }));
  const devices = new Set([2, ...adminDevices]);
  const actions = Array.from({ length: by.between(4, 14) }, () => {
    const device = by.pick([...devices]);
    return by.happens(0.65) ? deskStepOf(by, device, 'over') : ticketActionOf(by, device);
  });
  return [
    ...steps.slice(0, at),
    ...[...ends, ...looksAt(devices)].map((action) => ({ wait: 0, ...action })),
    ...(by.happens(0.5) ? deskBurstOf(by, by.pick([...devices])) : []),
    ...(by.happens(0.4) ? actionsOf(by, [...devices]) : []),
    ...actions.map((action, index) => ({ wait: index === 0 ? 5 * second : waitOf(by), ...action })),
    ...steps.slice(at),
    ...(by.happens(0.4) ? correctionsOf(by, [...devices]) : []),
  ];
}

/** The result that the season file has at the end of a game, or none. */
function fileResultOf(by: Chance): { result?: GameResult } {
  return by.happens(0.5) ? { result: resultOf(by) } : {};
}

/** Decides, prices or confirms tickets of ended games. */
function ticketActionOf(by: Chance, device: number): Action {
  const name = by.weigh({ rules: 4, settle: 4, price: 4, confirm: 1.5 });
  const which = by.below(8);
  const [leg, reason] = [by.below(3), by.pick(reasons)];
  if (name === 'rules') return { do: 'settle', device, which, leg, result: 'rules', over: true };
  const work = workNamed(by, name, device, which);
  return work.do === 'settle' || work.do === 'price' ? { ...work, leg, reason, over: true } : work;
}

function stepsOf(by: Chance, adminDevices: readonly number[], length: number): Step[] {
  const steps: Step[] = [];
  while (steps.length < length) {
    if (by.happens(0.015)) steps.push(...burstOf(by, adminDevices));
    if (by.happens(0.02)) steps.push(...deskBurstOf(by, by.pick([2, ...adminDevices])));
    const action = actionOf(by, adminDevices);
    steps.push({ wait: waitOf(by), ...action });
    // Most faults take effect only during a change, so usually one follows.
    if (action.do !== 'network' && action.do !== 'die-at-step' && action.do !== 'storage') continue;
    if (by.happens(0.75))
      steps.push({ wait: by.below(50), ...workOf(by, adminDevices, action.device) });
  }
  return steps;
}

/** Makes many changes without a connection, which are then sent together. */
function burstOf(by: Chance, adminDevices: readonly number[]): Step[] {
  const device = by.below(3);
  const works = Array.from({ length: by.between(9, 14) }, () => workOf(by, adminDevices, device));
  const then: Action[] = by.happens(0.5)
    ? [{ do: 'network', device, fault: networkFaultOf(by) }]
    : [];
  return [
    { wait: waitOf(by), do: 'offline', device },
    ...works.map((work) => ({ wait: by.below(300), ...work })),
    ...then.map((action) => ({ wait: 0, ...action })),
    { wait: waitOf(by), do: 'online', device },
  ];
}

const works = {
  post: 5,
  copy: 2.5,
  book: 4,
  withdraw: 1,
  follow: 2,
  profile: 2,
  price: 4,
  settle: 4,
  confirm: 2,
};

/** A typical action of the person who uses the device. */
function workOf(by: Chance, adminDevices: readonly number[], device: number): Action {
  const which = by.below(8);
  const isAdminDevice = adminDevices.includes(device);
  if (isAdminDevice && by.happens(0.25)) return deskStepOf(by, device);
  const name = by.weigh(isAdminDevice ? works : { ...works, price: 0, settle: 0, confirm: 0 });
  return workNamed(by, name, device, which);
}

function waitOf(by: Chance): number {
  const kind = by.weigh({ none: 4, moment: 8, seconds: 6, while: 2, minutes: 0.5 });
  switch (kind) {
    case 'none':
      return 0;
    case 'moment':
      return by.between(1, 400);
    case 'seconds':
      return by.between(1, 8) * second;
    case 'while':
      return by.between(10, 40) * second;
    case 'minutes':
      return by.between(1, 4) * minute;
  }
}

const weights = {
  post: 12,
  copy: 5,
  'time-out': 0.25,
  book: 6,
  withdraw: 3,
  correct: 1,
  picture: 0.3,
  follow: 6,
  profile: 4,
  price: 6,
  settle: 6,
  confirm: 4,
  desk: 9,
  retry: 3,
  discard: 3,
  refresh: 5,
  event: 2,
  'look-away': 1,
  look: 1,
  'open-tab': 2,
  'kill-tab': 1.5,
  'die-at-step': 3,
  update: 1,
  'sync-event': 2,
  'pull-event': 0.5,
  offline: 2,
  online: 3,
  'set-clock': 1,
  'end-sessions': 1,
  unverify: 0.5,
  verify: 0.7,
  'log-in': 2,
  'log-out': 0.7,
  network: 16,
  storage: 2,
  'move-game': 0.7,
  'borrow-key': 0.7,
  sleep: 0.5,
};

function actionOf(by: Chance, adminDevices: readonly number[]): Action {
  const device = by.below(3);
  const which = by.below(8);
  const name = by.weigh(weights);
  switch (name) {
    case 'post':
    case 'copy':
    case 'book':
    case 'withdraw':
    case 'follow':
    case 'profile':
      return workNamed(by, name, device, which);
    case 'time-out':
      return { do: name, device, length: by.pick(['24h', '24h', '7d']) };
    case 'price':
    case 'settle':
    case 'confirm':
      return workNamed(by, name, by.pick([2, ...adminDevices]), which);
    case 'desk':
      return deskStepOf(by, by.pick([2, ...adminDevices]));
    case 'picture':
      return { do: name, device, colour: by.pick(['teal', 'crimson']) };
    case 'correct':
    case 'retry':
    case 'discard':
      return { do: name, device, which };
    case 'refresh':
      return {
        do: name,
        device,
        what: by.pick(
          adminDevices.includes(device)
            ? ['own', 'admin-tips', 'admin-tips', 'desk']
            : ['own', 'own', 'feed'],
        ),
      };
    case 'event':
      return {
        do: name,
        device,
        name: by.pick(['online', 'focus', 'visibilitychange', 'pageshow']),
      };
    case 'die-at-step':
      return { do: name, device, step: by.between(1, 14), worker: by.happens(0.3) };
    case 'set-clock':
      return { do: name, device, by: by.pick([day, -day, 5 * minute, -5 * minute]) };
    case 'end-sessions':
    case 'unverify':
    case 'verify':
      return { do: name, who: by.below(3) };
    case 'log-in':
      return { do: name, device, who: by.below(3) };
    case 'log-out':
      return { do: name, device, unsent: by.happens(0.8) ? 'keep' : 'delete' };
    case 'network':
      return { do: name, device, fault: networkFaultOf(by) };
    case 'storage':
      return { do: name, device, fault: storageFaultOf(by) };
    case 'move-game':
      return { do: name, game: which, to: by.pick([2 * second, 30 * second, 20 * minute]) };
    case 'borrow-key':
      return { do: name, who: by.below(3), which };
    case 'sleep':
      return { do: name, minutes: by.pick([10, 60, 600]) };
    default:
      return { do: name, device };
  }
}

function workNamed(by: Chance, name: keyof typeof works, device: number, which: number): Action {
  switch (name) {
    case 'post':
      return postOf(by, device);
    case 'copy':
      return { do: name, device, which, adds: by.happens(0.3), ...wordsOf(by) };
    case 'book':
    case 'withdraw':
    case 'confirm':
      return { do: name, device, which };
    case 'follow':
      return followOf(by, device);
    case 'profile':
      return profileOf(by, device);
    case 'price':
      return {
        do: name,
        device,
        which,
        leg: by.below(3),
        odd: by.between(110, 900) / 100,
        reason: by.pick(reasons),
        legs: by.pick([1, 1, 3]),
      };
    case 'settle': {
      const result = by.pick(['won', 'lost', 'void'] as const);
      const hasty = by.happens(0.1) && { hasty: true as const };
      return {
        do: name,
        device,
        which,
        leg: by.below(3),
        result,
        reason: by.pick(reasons),
        ...hasty,
      };
    }
  }
}

function postOf(by: Chance, device: number): Action {
  // The first four games start soon, so that kick-offs matter.
  const gameOf = () => (by.happens(0.4) ? by.below(4) : by.between(4, 7));
  const games = Array.from({ length: by.between(1, 3) }, gameOf);
  const options = games.map(() => by.pick(optionNames));
  return { do: 'post', device, games, options, ...wordsOf(by) };
}

/** The parts of a slip other than its games. */
function wordsOf(by: Chance) {
  const words = { ifStarted: by.pick(['drop', 'refuse'] as const), stake: by.below(11) };
  return by.happens(0.4) ? { ...words, analysis: `because ${by.below(1000)}` } : words;
}

function profileOf(by: Chance, device: number): Action {
  const shown = by.happens(0.4) && { showPhone: by.happens(0.5) };
  const also = by.happens(0.3) && { also: fieldOf(by) };
  return { do: 'profile', device, ...fieldOf(by), ...shown, ...also };
}

function fieldOf(by: Chance): { field: ProfileField; value: string } {
  const field = by.pick(profileFields);
  if (field === 'country') return { field, value: by.pick(countries) };
  const value = field === 'phoneNumber' ? phoneOf(by) : `value ${by.below(100)}`;
  return { field, value };
}

const profileFields = [
  'firstName',
  'lastName',
  'country',
  'phoneNumber',
  'state',
  'address',
] as const;
const countries = ['NG', 'GH', 'KE'];
/** A reason is required after a kick-off, and each decision stores its text. */
const reasons = ['as seen', 'the linesman said so', 'seen on television'];

/** A phone number in the form that the server stores. */
function phoneOf(by: Chance): string {
  const digits = String(by.between(20_000_000, 99_999_999));
  return `+234 80${digits.slice(0, 1)} ${digits.slice(1, 4)} ${digits.slice(4)}`;
}

function followOf(by: Chance, device: number): Action {
  const taps = by.happens(0.2) ? by.between(2, 9) : 1;
  return { do: 'follow', device, whom: by.below(2), following: by.happens(0.5), taps };
}
