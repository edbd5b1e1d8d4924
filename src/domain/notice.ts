/**
 * Kinds pushed to members who chose them: a tip by a followed tipster; prices for all of its legs;
 * kick-off soon of a booked tip; the outcome of an own or followed tip; a corrected outcome.
 */
export const pushedNoticeKinds = ['posted', 'priced', 'kick-off', 'settled', 'corrected'] as const;
export type PushedNoticeKind = (typeof pushedNoticeKinds)[number];

/**
 * Kinds of the inbox; `replaced` tells an administrator that another one replaced their decision.
 */
export const noticeKinds = [...pushedNoticeKinds, 'replaced'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Retention of notices, in days. */
export const noticeRetentionDays = 90;

/** Time from the notice to the first kick-off of a booked tip, in minutes. */
export const kickOffNoticeMinutes = 30;

/** Period of the day without pushes, in minutes since midnight; `until` may be on the next day. */
export type QuietHours = { from: number; until: number };

/** True if a minute of the day is within quiet hours; equal bounds mean all day. */
export function isInQuietHours({ from, until }: QuietHours, minute: number): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Converts an instant to the minute of the day in a time zone. */
export function minuteOfDay(at: Date, zone: string): number {
  const clock = clocks.get(zone) ?? createZoneClock(zone);
  const fields = clock.formatToParts(at);
  const fieldOf = (type: string) => Number(fields.find((each) => each.type === type)?.value);
  return fieldOf('hour') * 60 + fieldOf('minute');
}

/** True if the runtime knows a time zone of this name. */
export function isTimeZone(zone: string): boolean {
  try {
    createZoneClock(zone);
    return true;
  } catch {
    return false;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function createZoneClock(zone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
}
