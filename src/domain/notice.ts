/**
 * The kinds that are pushed to a member who chose them: a tip by a followed tipster; prices for all of its legs;
 * kick-off soon of what they have booked; the outcome of a tip, their own or one they follow; and an outcome
 * corrected.
 */
export const pushedNoticeKinds = ['posted', 'priced', 'kick-off', 'settled', 'corrected'] as const;
export type PushedNoticeKind = (typeof pushedNoticeKinds)[number];

/** The kinds of an inbox; `replaced` says that another administrator replaced a decision of its reader. */
export const noticeKinds = [...pushedNoticeKinds, 'replaced'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** For how long notices are kept, in days. */
export const noticeDays = 90;

/** How long before the first kick-off of a booked tip its owner is told, in minutes. */
export const kickOffNoticeMinutes = 30;

/** Hours of the day in which nothing is pushed, in minutes since midnight; they may go over it. */
export type QuietHours = { from: number; until: number };

/** Whether a minute of the day is within quiet hours. From and until the same means all day. */
export function isQuiet({ from, until }: QuietHours, minute: number): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** The minute of the day that it is in a time zone. */
export function minuteOfDay(at: Date, zone: string): number {
  const clock = clocks.get(zone) ?? clockIn(zone);
  const parts = clock.formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

/** Whether this is the name of a time zone. */
export function isZone(zone: string): boolean {
  try {
    clockIn(zone);
    return true;
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
}
