/** Durations in milliseconds. A day has 24 hours, regardless of daylight saving. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
