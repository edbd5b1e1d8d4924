/**
 * Kinds that members may choose for push: a new tip of a followed tipster; all legs of a tip
 * priced; a booked tip starts soon; the outcome of an own or followed tip; a corrected outcome.
 */
export const pushedNoticeKinds = ['posted', 'priced', 'kick-off', 'settled', 'corrected'] as const;
export type PushedNoticeKind = (typeof pushedNoticeKinds)[number];

/**
 * Kinds of the inbox; `replaced` informs an administrator that another one replaced their decision.
 */
export const noticeKinds = [...pushedNoticeKinds, 'replaced'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Days for which notices are stored, read or not, because a notice has many readers. */
export const noticeRetentionDays = 90;

/** Minutes between the notice and the first kick-off of a booked tip. */
export const kickOffNoticeMinutes = 30;

/** Quiet hours in minutes since midnight; `until` may be on the next day. */
export type QuietHours = { from: number; until: number };

/** True if a minute of the day is within quiet hours; equal bounds mean all day. */
export function isInQuietHours({ from, until }: QuietHours, minute: number): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Converts an instant to the minute of the day in a time zone. */
export function toMinuteOfDay(at: Date, zone: string): number {
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
