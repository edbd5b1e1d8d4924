import type { GameResult } from '../contents/results.ts';
import type { Chance } from '../world/chance.ts';
import type { DeskStep, Step } from './plan.ts';

const beforeTheEnd = {
  result: 1.5,
  'price-all': 5,
  'settle-all': 2,
  'confirm-all': 1.5,
  reopen: 1,
};
const atTheEnd = { result: 4, 'price-all': 1.5, 'settle-all': 6, 'confirm-all': 4, reopen: 1.5 };

/** Every change has a reason most of the time: after a kick-off, and for what is overruled, it must. */
const reasons = ['as seen', 'the linesman said so', 'seen on television'];

/** What an administrator does to many tickets, as games begin or once they are over. */
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
        result: resultSaid(by),
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
        ...hasty,
      };
    case 'confirm-all':
      return { do: name, device, which, ...hasty };
    case 'reopen':
      return { do: name, device, which };
  }
}

/** Much is said of one fixture without a network, of which the later speaks for the earlier. */
export function deskBurstOf(by: Chance, device: number): Step[] {
  const which = by.below(4);
  const reason = by.pick(reasons);
  const price = () => {
    const odd = by.between(110, 900) / 100;
    const options = by.pick([1, 2, 4]);
    return { do: 'price-all' as const, device, which, options, odd, reason };
  };
  const settle = () => {
    const result = by.pick(['rules', 'rules', 'void'] as const);
    return { do: 'settle-all' as const, device, which, options: by.pick([1, 2, 4]), result };
  };
  const said: DeskStep[] = by.happens(0.6)
    ? [price(), price(), price()]
    : [settle(), settle(), { do: 'confirm-all', device, which }];
  return [
    { wait: 4_000, do: 'refresh', device, what: 'desk' },
    { wait: 2_000, do: 'offline', device },
    ...said.map((step) => ({ wait: by.below(300), ...step })),
    { wait: by.below(5_000), do: 'online', device },
  ];
}

/** Two who enter it often say the same, and sometimes not. */
function resultSaid(by: Chance): GameResult {
  if (by.happens(0.15)) return { status: by.pick(['cancelled', 'awarded']) };
  const [home, away] = [by.below(2), by.below(2)];
  const fullTime: [number, number] = [home + by.below(2), away + by.below(2)];
  const had = home + away > 0 ? [home, away] : fullTime;
  const scorers = (['home', 'away'] as const).filter((_, side) => (had[side] ?? 0) > 0);
  const isSaid = scorers.length > 0 && by.happens(0.5);
  return {
    status: 'played',
    ...(by.happens(0.85) && { halfTime: [home, away] }),
    fullTime,
    ...(isSaid && { firstGoal: by.pick(scorers) }),
  };
}
