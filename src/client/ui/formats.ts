import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { type Goals, parseGameName } from '#domain/fixture.ts';
import type { Quote } from '#domain/odds/quote.ts';
import { bidiCharacters } from '#domain/names/text-direction.ts';

let getCurrentTime = () => new Date();

/** Sets the server's clock for words such as "today", because the device's clock may be wrong. */
export function setFormatClock(now: () => Date): void {
  getCurrentTime = now;
}

/** Styles for "21 Nov 2026", "15:00", "21 Nov 2026, 15:00", "Sat 28 Nov" and "March 2025". */
const momentStyles = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  'date-time': { dateStyle: 'medium', timeStyle: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a time in one of these styles and the device's time zone. */
export function momentText(moment: string | Date, style: keyof typeof momentStyles): string {
  return i18n.date(new Date(moment), momentStyles[style]);
}

/**
 * Formats a time in the device's time zone for the middle of a sentence: "today 18:30", "tomorrow
 * 15:00", "Sat 28 Nov 15:00", with the year if it is another year.
 */
export function dayAndTimeText(moment: string | Date, now = getCurrentTime()): string {
  return `${relativeDayText(new Date(moment), now)} ${momentText(moment, 'time')}`;
}

/** Formats a time for the start of a line: "Today 18:30". */
export function capitalisedDayAndTimeText(moment: string | Date, now?: Date): string {
  return capitalise(dayAndTimeText(moment, now));
}

/**
 * The shortest clear form of a kick-off: "15:00" today, "Tue 20:00" within a week, otherwise the
 * form of `dayAndTimeText`.
 */
export function kickOffText(moment: string | Date, now = getCurrentTime()): string {
  const start = new Date(moment);
  const away = dayNumber(start) - dayNumber(now);
  if (away === 0) return momentText(start, 'time');
  if (away < 0 || away > 6) return dayAndTimeText(start, now);
  return `${i18n.date(start, { weekday: 'short' })} ${momentText(start, 'time')}`;
}

/** A kick-off for the start of a line: "Today 15:00", "Tue 20:00". */
export function capitalisedKickOffText(moment: string | Date, now = getCurrentTime()): string {
  const away = dayNumber(new Date(moment)) - dayNumber(now);
  return away > 1 ? capitalise(kickOffText(moment, now)) : capitalisedDayAndTimeText(moment, now);
}

/** Splits a time for a narrow column: "10:25" and, with a 12-hour clock, "PM". */
export function splitClockTime(moment: string | Date): { clock: string; half: string } {
  const time = momentText(moment, 'time');
  const clock = /\p{Nd}+\P{Nd}{1,3}\p{Nd}+/u.exec(time)?.[0] ?? time;
  return { clock, half: time.replace(clock, '').trim() };
}

/** A day as a heading: "Today", "Tomorrow", "Sat 28 Nov". */
export function dayHeadingText(moment: string | Date, now = getCurrentTime()): string {
  return capitalise(relativeDayText(new Date(moment), now));
}

/** The time until a moment in the next hour: "in 42 min". */
export function timeUntilText(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  return getMinuteFormat().format(minutes, 'minute').replace(/\.$/, '');
}

function relativeDayText(day: Date, now: Date): string {
  const away = dayNumber(day) - dayNumber(now);
  if (Math.abs(away) <= 1) return getDayFormat().format(away, 'day');
  return i18n.date(day, {
    ...momentStyles.day,
    ...(day.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

/** Counts calendar days, so that a change to or from summer time shifts nothing. */
function dayNumber(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000;
}

function capitalise(words: string): string {
  return words.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase(i18n.locale));
}

/** The time of a fetch: "As of 13:40." today, otherwise "As of Sat 28 Nov 15:00." */
export function fetchedAtText(fetchedAt: number): string {
  const fetched = new Date(fetchedAt);
  const now = getCurrentTime();
  const isToday = dayNumber(fetched) === dayNumber(now);
  const moment = isToday ? momentText(fetched, 'time') : dayAndTimeText(fetched, now);
  return asOfMomentText(moment);
}

/** The age of rows as a sentence: "As of Sat 28 Nov." */
export function asOfMomentText(moment: string): string {
  return t`As of ${moment}.`;
}

/** Odds with two decimals; a dash for a missing price. */
export function oddsText(odds: number): string {
  if (odds === 0) return '–';
  return i18n.number(odds, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Odds with two decimals; "≈" in front marks an estimate. */
export function quoteText({ odd, isEstimate }: Quote): string {
  return isEstimate ? `≈ ${oddsText(odd)}` : oddsText(odd);
}

/** Odds for screen readers, which would read "≈" as "almost equal to". */
export function spokenQuoteText({ odd, isEstimate }: Quote): string {
  const odds = oddsText(odd);
  return isEstimate ? t`about ${odds}` : odds;
}

/** Odds as a person types them: no thousands separator, no dash. */
export function editableOddsText(odds: number): string {
  return i18n.number(odds, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });
}

/** A percentage in the reader's format, such as 66.7 %. */
export function percentText(percent: number): string {
  return shareText(percent / 100);
}

/** A figure with one decimal, such as 4.0 stars. */
export function oneDecimalText(figure: number): string {
  return i18n.number(figure, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A share between 0 and 1 as a percentage; a dash if undefined. */
export function shareText(share: number | undefined): string {
  if (share === undefined) return '–';
  return i18n.number(share, { style: 'percent', maximumFractionDigits: 1 });
}

/** A whole number with the language's thousands separators. */
export function countText(count: number): string {
  return i18n.number(count);
}

/** Goals in the reader's format, such as "3–1"; the order follows the reading direction. */
export function scoreText({ home, away }: Goals): string {
  return `${countText(home)}–${countText(away)}`;
}

/** Goals for places that read from left to right in every language, the home side first. */
export function ltrScoreText(goals: Goals): string {
  const text = scoreText(goals);
  // Between Arabic digits a dash would read from right to left without these marks.
  return /\d/.test(text) ? text : text.replace('–', '\u200E–\u200E');
}

/** A countdown in minutes and seconds, such as "1:20". */
export function countdownText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A duration in its two largest units: "1 h 52 min", "2 d 3 h". */
export function durationText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const parts = [
    { amount: Math.floor(minutes / 1440), unit: 'day' },
    { amount: Math.floor(minutes / 60) % 24, unit: 'hour' },
    { amount: minutes % 60, unit: 'minute' },
  ];
  const first = parts.findIndex(({ amount }) => amount > 0);
  const shown = first === -1 ? parts.slice(2) : parts.slice(first, first + 2);
  const words = shown
    .filter(({ amount }, index) => amount > 0 || index === 0)
    .map(({ amount, unit }) => i18n.number(amount, { style: 'unit', unit, unitDisplay: 'short' }));
  return getUnitListFormat().format(words);
}

/** The display name of a game: "Arsenal – Chelsea" for the stored "Arsenal Vs Chelsea". */
export function gameText(game: string): string {
  const teams = parseGameName(game);
  return teams
    ? `${isolateForeignText(teams.home)} – ${isolateForeignText(teams.away)}`
    : isolateForeignText(game);
}

/** The first two games and the number of further games; undefined without games. */
export function gamesText(games: readonly string[]): string | undefined {
  if (games.length === 0) return undefined;
  const named = games.slice(0, 2).map(gameText).join(' · ');
  return games.length > 2 ? `${named} +${games.length - 2}` : named;
}

/** A ticket's short name: the last six characters of its id, which differ most between ids. */
export function ticketCode(id: string): string {
  return id.slice(-6).toUpperCase();
}

/** Names joined as a list, such as bookmakers. */
export function listText(names: readonly string[]): string {
  return getListFormat().format(names.map(isolateForeignText));
}

/**
 * Adds Unicode isolates around a name in a sentence, because its characters may change the
 * direction of the rest. Elements use `bdi` instead.
 */
export function isolateForeignText(words: string): string {
  const plain = document.documentElement.dir !== 'rtl' && !bidiCharacters.test(words);
  return plain ? words : `\u2068${words}\u2069`;
}

/** The name of a country. Profiles store a code, older profiles a free text. */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return getRegionNames().of(country) ?? country;
}

const getMinuteFormat = cachePerLanguage(
  (locales) => new Intl.RelativeTimeFormat(locales, { style: 'short' }),
);
const getDayFormat = cachePerLanguage(
  (locales) => new Intl.RelativeTimeFormat(locales, { numeric: 'auto' }),
);
const getUnitListFormat = cachePerLanguage(
  (locales) => new Intl.ListFormat(locales, { type: 'unit', style: 'narrow' }),
);
const getListFormat = cachePerLanguage(
  (locales) => new Intl.ListFormat(locales, { type: 'unit', style: 'short' }),
);
const getRegionNames = cachePerLanguage(
  (locales) => new Intl.DisplayNames(locales, { type: 'region' }),
);

/** Caches a formatter per language, because creating one is slow. */
function cachePerLanguage<Format>(make: (locales: Intl.LocalesArgument) => Format): () => Format {
  let last: { locales: Intl.LocalesArgument; format: Format } | undefined;
  return () => {
    // The reader's regional locales, or the language; undefined before a language is active.
    const locales = i18n.locales ?? (i18n.locale === '' ? undefined : i18n.locale);
    if (last === undefined || last.locales !== locales) last = { locales, format: make(locales) };
    return last.format;
  };
}

/**
 * Creates the formatters of a first screen while its rows are read; lingui caches date and number
 * formats.
 */
export function warmUpFormats(): void {
  const now = getCurrentTime();
  for (const style of ['date', 'time', 'day'] as const) momentText(now, style);
  dayAndTimeText(now);
  for (const write of [oddsText, countText, percentText, oneDecimalText]) write(1);
  durationText(90 * 60_000);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** An amount of storage in the largest unit that fits, such as "4.2 MB". */
export function storageSizeText(bytes: number): string {
  const steps = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const index = Math.min(steps, byteUnits.length - 1);
  return i18n.number(bytes / 1000 ** index, {
    style: 'unit',
    unit: byteUnits[index] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
}

// Records use UTC months, so the device's time zone must not shift them.
const inUtc = { timeZone: 'UTC' } as const;

/** The name of a month such as "2026-11": "November 2026". */
export function monthName(month: string): string {
  return i18n.date(startOfMonth(month), { month: 'long', year: 'numeric', ...inUtc });
}

/** The short name of a month such as "2026-11": "Nov 2026". */
export function shortMonthName(month: string): string {
  return i18n.date(startOfMonth(month), { month: 'short', year: 'numeric', ...inUtc });
}

/** A range of days in UTC such as "20 – 23 Nov 2026"; a single day if both are equal. */
export function dayRangeText(from: string, until: string): string {
  return getUtcDayFormat().formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${until}T00:00:00Z`),
  );
}

const getUtcDayFormat = cachePerLanguage(
  (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium', ...inUtc }),
);

function startOfMonth(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

/**
 * The hit rate; a dash without decided legs. Computed from the counts, because a rate that is
 * already rounded would be rounded twice: 6 of 11 would become 54.6 %.
 */
export function hitRateText({ won, lost }: { won: number; lost: number }): string {
  return shareText(won + lost === 0 ? undefined : won / (won + lost));
}

/** Units with sign and two decimals, so that columns are aligned: "+9.50". */
export function unitsText(units: number): string {
  return signedText(units, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Units with as many decimals as needed, two at most: "+11.96", "−3", "0". */
export function shortUnitsText(units: number, decimals = 2): string {
  return signedText(units, { maximumFractionDigits: decimals });
}

/** Yield as a signed percentage: "+11.5%". */
export function yieldText(share: number): string {
  return signedText(share, { style: 'percent', maximumFractionDigits: 1 });
}

/** A number with its sign; the minus is as wide as the plus, unlike most languages' hyphen. */
function signedText(figure: number, format: Intl.NumberFormatOptions): string {
  return i18n.number(figure, { ...format, signDisplay: 'exceptZero' }).replace('-', '−');
}
