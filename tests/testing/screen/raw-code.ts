/** Matches a bookmaker's code of the API, such as "1X2 - 1", "O/U 2.5" or "GG"; no screen text contains one. */
export const rawCode = /1X2|O\/U|\b(?:GG|NG|DNB|HT|1X|X2|12|[12X]\/[12X])\b|HF\/FT| - /;
