/** Durations in milliseconds. A day has 24 hours, regardless of daylight saving. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
