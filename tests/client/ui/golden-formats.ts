import { expect } from 'vitest';

/** Per column: the function with its style, the number or moment to format, and the time zone. */
const columns = [
  ['momentText date', '2026-11-21T15:00:00Z', 'UTC'],
  ['capitalisedDayAndTimeText', '2026-11-20T18:30:00Z', 'Europe/London'],
  ['dayHeadingText', '2026-11-28T15:00:00Z', 'Europe/London'],
  ['timeUntilText', 2520000, 'UTC'],
  ['momentText time', '2026-11-21T15:00:00Z', 'Europe/London'],
  ['dayAndTimeText', '2026-11-21T15:00:00Z', 'Europe/London'],
  ['dayAndTimeText', '2026-03-29T00:59:00Z', 'Europe/London'],
  ['dayAndTimeText', '2026-03-29T01:00:00Z', 'Europe/London'],
  ['dayAndTimeText', '2026-10-25T01:30:00Z', 'Europe/London'],
  ['momentText date-time', '2026-10-25T01:30:00Z', 'Europe/London'],
  ['momentText month', '2026-11-21T15:00:00Z', 'UTC'],
  ['oddsText', 2.1, 'UTC'],
  ['oddsText', 1234.5, 'UTC'],
  ['oddsText', 0, 'UTC'],
  ['percentText', 66.66, 'UTC'],
  ['percentText', 100, 'UTC'],
  ['unitsText', 9.5, 'UTC'],
  ['unitsText', -2.25, 'UTC'],
  ['countText', 12345, 'UTC'],
  ['durationText', 6720000, 'UTC'],
  ['storageSizeText', 4200000, 'UTC'],
] as const;

/** The expected texts by language, in the order of `columns`; an empty text is not compared. */
const formatted: Readonly<Record<string, string>> = {
  'en-GB': `
    21 Nov 2026 | Today 18:30 | Sat 28 Nov | in 42 min | 15:00 | tomorrow 15:00 |
    Sun 29 Mar 00:59 | Sun 29 Mar 02:00 | Sun 25 Oct 01:30 | 25 Oct 2026, 01:30 | November 2026 |
    2.10 | 1,234.50 | – | 66.7% | 100% | +9.50 | −2.25 | 12,345 | 1 hr 52 mins | 4.2 MB`,
  'en-US': `
    Nov 21, 2026 | Today 6:30 PM | Sat, Nov 28 | in 42 min | 3:00 PM | tomorrow 3:00 PM |
    Sun, Mar 29 12:59 AM | Sun, Mar 29 2:00 AM | Sun, Oct 25 1:30 AM | Oct 25, 2026, 1:30 AM |
    November 2026 | 2.10 | 1,234.50 | – | 66.7% | 100% | +9.50 | −2.25 | 12,345 | 1 hr 52 min |
    4.2 MB`,
  'en-NG': `
    21 Nov 2026 | Today 18:30 | Sat, 28 Nov | in 42 min | 15:00 | tomorrow 15:00 |
    Sun, 29 Mar 00:59 | Sun, 29 Mar 02:00 | Sun, 25 Oct 01:30 | 25 Oct 2026, 01:30 |
    November 2026 | 2.10 | 1,234.50 | – | 66.7% | 100% | +9.50 | −2.25 | 12,345 | 1 hr 52 mins |
    4.2 MB`,
  'fr-FR': `
    21 nov. 2026 | Aujourd’hui 18:30 | Sam. 28 nov. | dans 42\u00a0min | 15:00 | demain 15:00 |
    dim. 29 mars 00:59 | dim. 29 mars 02:00 | dim. 25 oct. 01:30 | 25 oct. 2026, 01:30 |
    novembre 2026 | 2,10 | 1\u202f234,50 | – | 66,7\u00a0% | 100\u00a0% | +9,50 | −2,25 |
    12\u202f345 | 1\u202fh 52\u00a0min | 4,2\u202fMo`,
  'fr-CA': `
    21 nov. 2026 | Aujourd’hui 18 h 30 | Sam. 28 nov. | dans 42\u00a0min | 15 h 00 |
    demain 15 h 00 | dim. 29 mars 00 h 59 | dim. 29 mars 02 h 00 | dim. 25 oct. 01 h 30 |
    25 oct. 2026, 01 h 30 | novembre 2026 | 2,10 | 1\u00a0234,50 | – | 66,7\u00a0% | 100\u00a0% |
    +9,50 | −2,25 | 12\u00a0345 | 1\u00a0h 52\u00a0min | 4,2\u00a0Mo`,
  'es-MX': `
    21 nov 2026 | Hoy 6:30 p.m. | Sáb 28 de nov | dentro de 42 min | 3:00 p.m. |
    mañana 3:00 p.m. | dom 29 de mar 12:59 a.m. | dom 29 de mar 2:00 a.m. |  |
    25 oct 2026, 1:30 a.m. | noviembre de 2026 | 2.10 | 1,234.50 | – | 66.7% | 100% | +9.50 |
    −2.25 | 12,345 | 1 h 52 min | 4.2 MB`,
  'pt-BR': `
    21 de nov. de 2026 | Hoje 18:30 | Sáb., 28 de nov. | em 42 min | 15:00 | amanhã 15:00 |
    dom., 29 de mar. 00:59 | dom., 29 de mar. 02:00 | dom., 25 de out. 01:30 |
    25 de out. de 2026, 01:30 | novembro de 2026 | 2,10 | 1.234,50 | – | 66,7% | 100% | +9,50 |
    −2,25 | 12.345 | 1 h 52 min | 4,2 MB`,
  'sw-KE': `
    21 Nov 2026 | Leo 18:30 | Jumamosi, 28 Nov | baada ya dakika 42 | 15:00 | kesho 15:00 |
    Jumapili, 29 Mac 00:59 | Jumapili, 29 Mac 02:00 |  | 25 Okt 2026, 01:30 | Novemba 2026 |
    2.10 | 1,234.50 | – | 66.7% | 100% | +9.50 | −2.25 | 12,345 | saa 1 na dakika 52 | MB 4.2`,
  ar: `
    21\u200f/11\u200f/2026 | اليوم 6:30 م | السبت، 28 نوفمبر | خلال 42 دقيقة | 3:00 م |
    غدًا 3:00 م | الأحد، 29 مارس 12:59 ص | الأحد، 29 مارس 2:00 ص |  |
    25\u200f/10\u200f/2026، 1:30 ص | نوفمبر 2026 | 2.10 | 1,234.50 | – | 66.7\u200e%\u200e |
    100\u200e%\u200e | \u200e+9.50 | \u200e−2.25 | 12,345 | 1 س و52 د | 4.2 م.ب`,
  'ar-EG': `
    ٢١\u200f/١١\u200f/٢٠٢٦ | اليوم ٦:٣٠ م | السبت، ٢٨ نوفمبر | خلال ٤٢ دقيقة | ٣:٠٠ م |
    غدًا ٣:٠٠ م | الأحد، ٢٩ مارس ١٢:٥٩ ص | الأحد، ٢٩ مارس ٢:٠٠ ص |  |
    ٢٥\u200f/١٠\u200f/٢٠٢٦، ١:٣٠ ص | نوفمبر ٢٠٢٦ | ٢٫١٠ | ١٬٢٣٤٫٥٠ | – | ٦٦٫٧٪\u061c |
    ١٠٠٪\u061c | \u061c+٩٫٥٠ | \u061c−٢٫٢٥ | ١٢٬٣٤٥ | ١ س و٥٢ د | ٤٫٢ م.ب`,
  'ar-MA': `
    21\u200f/11\u200f/2026 | اليوم 18:30 | السبت، 28 نونبر | خلال 42 دقيقة | 15:00 | غدًا 15:00 |
    الأحد، 29 مارس 00:59 | الأحد، 29 مارس 02:00 |  | 25\u200f/10\u200f/2026، 01:30 | نونبر 2026 |
    2,10 | 1.234,50 | – | 66,7\u200e%\u200e | 100\u200e%\u200e | \u200e+9,50 | \u200e−2,25 |
    12.345 | 1 س و52 د | 4,2 م.ب`,
};

/** All cases: numbers and moments as readers of each language, region and time zone write them. */
export const golden = Object.entries(formatted).flatMap(([reader, row]) =>
  row
    .split('|')
    .map((cell) => cell.replaceAll(/^[ \n]+|[ \n]+$/g, ''))
    .flatMap((cell, place) => {
      const [what, input, zone] = columns[place] ?? expect.unreachable(`column ${place}`);
      return cell === '' ? [] : [{ reader, what, input, zone, formatted: cell }];
    }),
);
