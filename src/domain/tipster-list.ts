/** Who leaves the list of tipsters is not in it for so long: nobody is listed only while the record is good. */
export const unlistedMs = 30 * 24 * 60 * 60 * 1000;
