import { dayMs } from './durations.ts';

/** Minimum days outside the list of tipsters, so that nobody is listed only during good results. */
export const minUnlistedDays = 30;

export const minUnlistedMs = minUnlistedDays * dayMs;
