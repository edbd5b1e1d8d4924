/** How long a member may be on a time-out: no posting and no booking until it is over. */
export const timeOutLengths = ['24h', '7d', '30d'] as const;
export type TimeOutLength = (typeof timeOutLengths)[number];

const hour = 60 * 60_000;
const lasting: Record<TimeOutLength, number> = {
  '24h': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
};

/** When a time-out of this length ends. A day is 24 hours, whatever clocks are put to in between. */
export function timeOutEnd(since: Date, length: TimeOutLength): Date {
  return new Date(since.getTime() + lasting[length]);
}

/** Which of two time-outs is left last: a time-out is never shortened, so this one counts. */
export function laterEnd(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? other : one;
}

/** Whether a time-out that lasts until a moment still runs. */
export function isInTimeOut(until: Date | undefined, now: Date): boolean {
  return until !== undefined && now < until;
}

/** The time-outs that are longer than the one that runs by enough to be worth asking for. */
export function longerTimeOuts(until: Date | undefined, now: Date): TimeOutLength[] {
  if (until === undefined || !isInTimeOut(until, now)) return [...timeOutLengths];
  return timeOutLengths.filter(
    (length) => timeOutEnd(now, length).getTime() - until.getTime() >= hour,
  );
}
