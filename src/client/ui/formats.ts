import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { type Goals, teamsOf } from '#domain/fixture.ts';
import type { Quote } from '#domain/quote.ts';
import { bidiCharacters } from '#domain/text-direction.ts';

let currentTime = () => new Date();

/** Sets the clock that "today" is judged by: the server's, since this device's may be wrong. */
export function setClock(now: () => Date): void {
  currentTime = now;
}

/** A day as people here write it, such as "21 Nov 2026". */
export function mediumDate(moment: string | Date): string {
  return i18n.date(new Date(moment), { dateStyle: 'medium' });
}

/** A short time, such as 15:00. */
export function shortTime(moment: string | Date): string {
  return i18n.date(new Date(moment), { timeStyle: 'short' });
}

/**
 * A moment as people say it inside a sentence: "today 18:30", "tomorrow 15:00", "Sat 28 Nov 15:00",
 * with the year where it is another one. It is the phone's own time, so it names no zone.
 */
export function dayAndTime(moment: string | Date, now = currentTime()): string {
  return `${dayWords(new Date(moment), now)} ${shortTime(moment)}`;
}

/** The same where it stands alone: "Today 18:30". */
export function whenText(moment: string | Date, now?: Date): string {
  return capitalised(dayAndTime(moment, now));
}

/**
 * A kick-off in as few letters as tell it: "15:00" today, "Tue 20:00" within the week, and else as a
 * moment of any day.
 */
export function kickOffText(moment: string | Date, now = currentTime()): string {
  const start = new Date(moment);
  const away = dayNumber(start) - dayNumber(now);
  if (away === 0) return shortTime(start);
  if (away < 0 || away > 6) return dayAndTime(start, now);
  return `${i18n.date(start, { weekday: 'short' })} ${shortTime(start)}`;
}

/** The same where it stands alone: "Today 15:00", "Tue 20:00". */
export function expiryText(moment: string | Date, now = currentTime()): string {
  const away = dayNumber(new Date(moment)) - dayNumber(now);
  return away > 1 ? capitalised(kickOffText(moment, now)) : whenText(moment, now);
}

/** A time in two pieces, for a narrow column: "10:25" and, where a day has two halves, "PM". */
export function clockText(moment: string | Date): { clock: string; half: string } {
  const time = shortTime(moment);
  const clock = /\p{Nd}+\P{Nd}{1,3}\p{Nd}+/u.exec(time)?.[0] ?? time;
  return { clock, half: time.replace(clock, '').trim() };
}

/** A day as a heading over its games: "Today", "Tomorrow", "Sat 28 Nov". */
export function dayText(moment: string | Date, now = currentTime()): string {
  return capitalised(dayWords(new Date(moment), now));
}

/** A day by its weekday and date, whichever it is: "Sat 28 Nov". */
export function shortDay(moment: string | Date): string {
  return i18n.date(new Date(moment), { weekday: 'short', day: 'numeric', month: 'short' });
}

/** How soon something is, for what is less than an hour away: "in 42 min". */
export function inText(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  return inMinutes().format(minutes, 'minute').replace(/\.$/, '');
}

function dayWords(day: Date, now: Date): string {
  const away = dayNumber(day) - dayNumber(now);
  if (Math.abs(away) <= 1) return nearDays().format(away, 'day');
  return i18n.date(day, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

/** Days of the calendar here, counted: an hour that is left out or lived twice does not move them. */
function dayNumber(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000;
}

function capitalised(words: string): string {
  return words.replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase(i18n.locale));
}

/** The time of a fetch: "As of 13:40." today, else "As of Sat 28 Nov 15:00." */
export function asOfText(fetchedAt: number): string {
  const fetched = new Date(fetchedAt);
  const now = currentTime();
  const isToday = dayNumber(fetched) === dayNumber(now);
  const moment = isToday ? shortTime(fetched) : dayAndTime(fetched, now);
  return t`As of ${moment}.`;
}

/** Odds with their two places; a dash for a price nobody has set. */
export function oddsText(odds: number): string {
  if (odds === 0) return '–';
  return i18n.number(odds, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Odds, those of an estimate behind a mark. */
export function quoteText({ odd, isEstimate }: Quote): string {
  return isEstimate ? `≈ ${oddsText(odd)}` : oddsText(odd);
}

/** Odds for screen readers, which would read the mark as "almost equal to". */
export function quoteWords({ odd, isEstimate }: Quote): string {
  const odds = oddsText(odd);
  return isEstimate ? t`about ${odds}` : odds;
}

/** Odds as somebody here would type them: nothing between the thousands, and no dash. */
export function typedOddsText(odds: number): string {
  return i18n.number(odds, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  });
}

/** A share of a hundred as people write it, such as 66.7 %. */
export function percentText(percent: number): string {
  return i18n.number(percent / 100, { style: 'percent', maximumFractionDigits: 1 });
}

/** A figure to its tenth, such as 4.0 stars. */
export function tenthsText(figure: number): string {
  return i18n.number(figure, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A share of one in the same way; a dash where there is nothing to have a share of. */
export function shareText(share: number | undefined): string {
  return share === undefined ? '–' : percentText(share * 100);
}

/** A whole number with the separators of the language. */
export function countText(count: number): string {
  return i18n.number(count);
}

/** Goals as people here write them, as in "3–1", in the order in which the clubs are read. */
export function scoreText({ home, away }: Goals): string {
  return `${countText(home)}–${countText(away)}`;
}

/** The same for where it stands from left to right in every language: the home side first. */
export function ltrScoreText(goals: Goals): string {
  const text = scoreText(goals);
  // What stands between Arabic digits goes from right to left, unless marks hold it.
  return /\d/.test(text) ? text : text.replace('–', '\u200E–\u200E');
}

/** A countdown, as in "1:20". */
export function minutesText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long until a moment, in the two largest units: "1 h 52 min", "2 d 3 h". */
export function spanText(milliseconds: number): string {
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
  return units().format(words);
}

/** A game as screens write it: "Arsenal – Chelsea" for the "Arsenal Vs Chelsea" of slips and tips. */
export function gameText(game: string): string {
  const teams = teamsOf(game);
  return teams ? `${isolated(teams.home)} – ${isolated(teams.away)}` : isolated(game);
}

/** The first two games, and how many more there are; undefined without any. */
export function gamesText(games: readonly string[]): string | undefined {
  if (games.length === 0) return undefined;
  const named = games.slice(0, 2).map(gameText).join(' · ');
  return games.length > 2 ? `${named} +${games.length - 2}` : named;
}

/** A ticket as people name it: the last six places of its id, which are those that differ. */
export function ticketCode(id: string): string {
  return id.slice(-6).toUpperCase();
}

/** Names in a row, such as bookmakers. */
export function listText(names: readonly string[]): string {
  return lists().format(names.map(isolated));
}

/**
 * Somebody's words inside a sentence of ours. A name may hold signs that turn the direction of what
 * follows; between these two it turns nothing but itself. Elements use `bdi` for the same.
 */
export function isolated(words: string): string {
  const plain = document.documentElement.dir !== 'rtl' && !bidiCharacters.test(words);
  return plain ? words : `\u2068${words}\u2069`;
}

/** A country by its name. Profiles hold its code; older ones hold whatever was typed. */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  return regions().of(country) ?? country;
}

const inMinutes = perLanguage(
  (locales) => new Intl.RelativeTimeFormat(locales, { style: 'short' }),
);
const nearDays = perLanguage(
  (locales) => new Intl.RelativeTimeFormat(locales, { numeric: 'auto' }),
);
const units = perLanguage(
  (locales) => new Intl.ListFormat(locales, { type: 'unit', style: 'narrow' }),
);
const lists = perLanguage(
  (locales) => new Intl.ListFormat(locales, { type: 'unit', style: 'short' }),
);
const regions = perLanguage((locales) => new Intl.DisplayNames(locales, { type: 'region' }));

/** A formatter of the current language, made once: making one takes far longer than using it. */
function perLanguage<Format>(make: (locales: Intl.LocalesArgument) => Format): () => Format {
  let last: { locales: Intl.LocalesArgument; format: Format } | undefined;
  return () => {
    // The reader's regions first, then the language; empty before anything is spoken.
    const locales = i18n.locales ?? (i18n.locale === '' ? undefined : i18n.locale);
    if (last === undefined || last.locales !== locales) last = { locales, format: make(locales) };
    return last.format;
  };
}

/** Makes the formatters of a first screen while its rows are read; lingui keeps those of dates and numbers. */
export function makeFormats(): void {
  const now = currentTime();
  for (const write of [mediumDate, shortTime, shortDay, dayAndTime]) write(now);
  for (const write of [oddsText, countText, percentText, tenthsText]) write(1);
  spanText(90 * 60_000);
}

/** The day with its year and the time of day, such as "21 Nov 2026, 15:00". */
export function mediumDateTime(moment: string | Date): string {
  return i18n.date(new Date(moment), { dateStyle: 'medium', timeStyle: 'short' });
}

/** A month and its year, such as "March 2025". */
export function monthText(moment: string | Date): string {
  return i18n.date(new Date(moment), { month: 'long', year: 'numeric' });
}

const roomUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** An amount of storage in the largest unit that fits, such as "4.2 MB". */
export function roomText(bytes: number): string {
  const steps = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const place = Math.min(steps, roomUnits.length - 1);
  return i18n.number(bytes / 1000 ** place, {
    style: 'unit',
    unit: roomUnits[place] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
}

// Months of records are months in UTC, whatever the day is where this device lies.
const inUtc = { timeZone: 'UTC' } as const;

/** A month such as "2026-11" in words, as in "November 2026". */
export function monthName(month: string): string {
  return i18n.date(startOf(month), { month: 'long', year: 'numeric', ...inUtc });
}

/** A month such as "2026-11" where room is short, as in "Nov 2026". */
export function shortMonthName(month: string): string {
  return i18n.date(startOf(month), { month: 'short', year: 'numeric', ...inUtc });
}

/** Days such as "2026-11-20" and "2026-11-23" in words, as in "20 – 23 Nov 2026"; one day by itself. */
export function daysText(from: string, until: string): string {
  return daysInUtc().formatRange(new Date(`${from}T00:00:00Z`), new Date(`${until}T00:00:00Z`));
}

const daysInUtc = perLanguage(
  (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium', ...inUtc }),
);

function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`);
}

/**
 * How much of what was decided was won, or a dash before the first. It is worked out from the counts:
 * a rate that was rounded on its way here would be rounded twice, and 6 of 11 be 54.6 %.
 */
export function rateText({ won, lost }: { won: number; lost: number }): string {
  const decided = won + lost;
  return decided === 0 ? '–' : percentText((100 * won) / decided);
}

/** Units won or lost, always to the hundredth so that they line up: "+9.50". */
export function unitsText(units: number): string {
  return signedText(units, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Units with no more places than they have, two at most: "+11.96", "−3", "0". */
export function shortUnitsText(units: number, places = 2): string {
  return signedText(units, { maximumFractionDigits: places });
}

/** Units per unit staked as a signed share of a hundred: "+11.5%". */
export function yieldText(share: number): string {
  return signedText(share, { style: 'percent', maximumFractionDigits: 1 });
}

/** With its sign, a minus as wide as the plus; most languages' own figures have a hyphen there. */
function signedText(figure: number, format: Intl.NumberFormatOptions): string {
  return i18n.number(figure, { ...format, signDisplay: 'exceptZero' }).replace('-', '−');
}
