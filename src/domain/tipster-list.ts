/** Minimum absence after leaving the list of tipsters, so that nobody is listed only while the record is good. */
export const unlistedMs = 30 * 24 * 60 * 60 * 1000;
