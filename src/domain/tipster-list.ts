import { day } from './durations.ts';

/**
 * Minimum days off the list of tipsters, so that nobody is listed only while the record is good.
 */
export const unlistedDays = 30;

export const unlistedMs = unlistedDays * day;
