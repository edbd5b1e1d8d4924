/** Matches an option's API code, such as "1X2 - 1" or "O/U 2.5", which no screen may show. */
export const rawCode = /1X2|O\/U|\b(?:GG|NG|DNB|HT|1X|X2|12|[12X]\/[12X])\b|HF\/FT| - /;
