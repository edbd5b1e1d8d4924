/** How long a member may be on a break: no posting and no booking until it is over. */
export const breakLengths = ['24h', '7d', '30d'] as const;
export type BreakLength = (typeof breakLengths)[number];

const hour = 60 * 60_000;
const lasting: Record<BreakLength, number> = {
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
};

/** When a break of this length ends. A day is 24 hours, whatever clocks are put to in between. */
export function breakEnd(since: Date, length: BreakLength): Date {
  return new Date(since.getTime() + lasting[length]);
}

/** Which of two breaks is left last: a break is never shortened, so this one counts. */
export function laterEnd(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? other : one;
}

/** Whether a break that lasts until a moment still runs. */
export function isOnBreak(until: Date | undefined, now: Date): boolean {
  return until !== undefined && now < until;
}

/** The breaks that are longer than the one that runs by enough to be worth asking for. */
export function longerBreaks(until: Date | undefined, now: Date): BreakLength[] {
  if (until === undefined || !isOnBreak(until, now)) return [...breakLengths];
  return breakLengths.filter((length) => breakEnd(now, length).getTime() - until.getTime() >= hour);
}
