/**
 * Matches an option's code in the API, such as "1X2 - 1", "O/U 2.5" or "GG"; screens must not show
 * codes.
 */
export const rawCode = /1X2|O\/U|\b(?:GG|NG|DNB|HT|1X|X2|12|[12X]\/[12X])\b|HF\/FT| - /;
