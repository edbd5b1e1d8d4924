/** Finds a bookmaker's code as the wire has it, such as "1X2 - 1", "O/U 2.5" or "GG"; words of people have none. */
export const rawCode = /1X2|O\/U|\b(?:GG|NG|DNB|HT|1X|X2|12|[12X]\/[12X])\b|HF\/FT| - /;
