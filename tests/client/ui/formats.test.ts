import { i18n } from '@lingui/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import * as formats from '#client/ui/formats.ts';
import { golden } from './golden-formats.ts';

/** Sets the language, region and time zone of the browser. */
async function aReader(reader: string, zone = 'UTC'): Promise<void> {
  const before = process.env['TZ'];
  const { languages } = navigator;
  Object.defineProperty(navigator, 'languages', { value: [reader], configurable: true });
  process.env['TZ'] = zone;
  onTestFinished(() => {
    Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
    process.env['TZ'] = before ?? '';
    if (before === undefined) delete process.env['TZ'];
  });
  await loadMessages(reader.split('-')[0] ?? 'en', async () => ({ messages: {} }));
}

const moments = [
  'momentText date',
  'momentText time',
  'momentText date-time',
  'dayAndTimeText',
  'capitalisedDayAndTimeText',
];

/** The day before most moments below, so that texts such as "tomorrow" appear. */
const now = new Date('2026-11-20T12:00:00Z');

function formatted(what: string, input: string | number): string {
  const [called, style = now] = what.split(' ');
  const write = Object.entries(formats).find(([name]) => name === called)?.[1];
  if (write === undefined) throw new Error(`There is no ${what}.`);
  return Reflect.apply(write, undefined, [input, style]);
}

describe('a formatted number or time', () => {
  test.each(golden)('is $formatted for $reader: $what of $input, $zone', async (row) => {
    await aReader(row.reader, row.zone);

    expect(formatted(row.what, row.input)).toBe(row.formatted);
  });

  test.each([
    { zone: 'Europe/London', moment: '2026-11-20T23:30:00Z', expected: 'today 23:30' },
    { zone: 'Africa/Lagos', moment: '2026-11-20T23:30:00Z', expected: 'tomorrow 00:30' },
    { zone: 'Europe/London', moment: '2026-11-19T18:00:00Z', expected: 'yesterday 18:00' },
    { zone: 'Europe/London', moment: '2026-11-22T15:00:00Z', expected: 'Sun 22 Nov 15:00' },
    { zone: 'Europe/London', moment: '2027-01-02T15:00:00Z', expected: 'Sat, 2 Jan 2027 15:00' },
  ])('is $expected by the date in $zone', async ({ zone, moment, expected }) => {
    // Date formats keep the time zone of a language's first use, so each zone has another language.
    await aReader(zone === 'Africa/Lagos' ? 'en-ZA' : 'en-GB', zone);

    expect(formats.dayAndTimeText(moment, now)).toBe(expected);
  });

  test.each([
    { reader: 'en-GB', time: '22:25', pieces: { clock: '22:25', half: '' } },
    { reader: 'en-US', time: '22:25', pieces: { clock: '10:25', half: 'PM' } },
    { reader: 'fr-CA', time: '22:25', pieces: { clock: '22 h 25', half: '' } },
    { reader: 'es-US', time: '22:25', pieces: { clock: '10:25', half: 'p.m.' } },
    { reader: 'pt-BR', time: '22:25', pieces: { clock: '22:25', half: '' } },
    { reader: 'sw-KE', time: '22:25', pieces: { clock: '22:25', half: '' } },
    { reader: 'ar', time: '22:25', pieces: { clock: '10:25', half: 'م' } },
    { reader: 'ar-EG', time: '22:25', pieces: { clock: '١٠:٢٥', half: 'م' } },
  ])('is a time in $pieces for a narrow column in $reader', async ({ reader, time, pieces }) => {
    await aReader(reader);

    const { clock, half } = formats.splitClockTime(`2026-11-20T${time}:00Z`);
    expect({ clock: clock.replaceAll(/\s/g, ' '), half: half.replaceAll(/\s/g, '') }).toEqual(
      pieces,
    );
  });

  test.each([
    { moment: '2026-11-20T18:00:00Z', expected: '18:00' },
    { moment: '2026-11-21T18:00:00Z', expected: 'Sat 18:00' },
    { moment: '2026-11-26T18:00:00Z', expected: 'Thu 18:00' },
    { moment: '2026-11-27T18:00:00Z', expected: 'Fri 27 Nov 18:00' },
    { moment: '2026-11-18T18:00:00Z', expected: 'Wed 18 Nov 18:00' },
  ])('is $expected for the kick-off of a leg', async ({ moment, expected }) => {
    await aReader('en-GB');

    expect(formats.kickOffText(moment, now)).toBe(expected);
  });

  test('is "tomorrow" also in the night of the clock change', async () => {
    await aReader('en-GB', 'Europe/London');
    const evening = new Date('2026-10-24T22:30:00Z');

    expect(formats.dayHeadingText('2026-10-25T23:30:00Z', evening)).toBe('Tomorrow');
  });

  test('is compared for at least two hundred cases', () => {
    expect(golden.length).toBeGreaterThanOrEqual(200);
    expect(golden.filter(({ what }) => moments.includes(what)).length).toBeGreaterThan(70);
  });
});

const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1.5, 1_000_000];

/** By language, the plural category of each of `counts`. */
const categories = Object.entries({
  en: 'other one other other other other other other other other',
  fr: 'one one other other other other other other one many',
  es: 'other one other other other other other other other many',
  pt: 'one one other other other other other other one many',
  sw: 'other one other other other other other other other other',
  ar: 'zero one two few few many many other other other',
}).flatMap(([language, row]) =>
  row.split(' ').map((category, index) => ({ language, count: counts[index], category })),
);

describe('the plural', () => {
  test.each(categories)('of $count in $language is its "$category"', async (row) => {
    const cases = Object.fromEntries(
      ['zero', 'one', 'two', 'few', 'many', 'other'].map((name) => [name, [name]]),
    );
    const messages = { games: [['count', 'plural', cases]] };

    await loadMessages(row.language, async () => ({ messages }));

    expect(i18n._('games', { count: row.count })).toBe(row.category);
  });
});

const names = [
  { name: 'Luís Marques', why: 'Latin letters' },
  { name: 'محمد صلاح', why: 'Arabic letters' },
  { name: 'אבי כהן', why: 'Hebrew letters' },
  { name: '\u202Eegdelwonk', why: 'an override that is never ended' },
  { name: 'a\u202Eb\u202Cc', why: 'an override that ends' },
  { name: '\u2067Ann', why: 'an isolate that is never ended' },
  { name: '\u200FBen', why: 'a mark alone' },
];

describe('a country', () => {
  test.each([
    { reader: 'en-GB', country: 'PT', name: 'Portugal' },
    { reader: 'ar-EG', country: 'PT', name: 'البرتغال' },
    { reader: 'sw-KE', country: 'GB', name: 'Ufalme wa Muungano' },
    { reader: 'fr-FR', country: 'Wales', name: 'Wales' },
  ])('is $name for $reader', async ({ reader, country, name }) => {
    await aReader(reader);

    expect(formats.countryName(country)).toBe(name);
  });
});

describe('a name in a sentence', () => {
  test.each(names)('does not change the direction of its context: $why', async ({ name }) => {
    await aReader('en-GB');
    const plain = /^[\p{Script=Latin}\s]+$/u.test(name);

    expect(formats.isolateForeignText(name)).toBe(plain ? name : `\u2068${name}\u2069`);
  });

  test('is isolated in a sentence that is read from right to left', async () => {
    await aReader('ar');

    expect(formats.isolateForeignText('Arsenal')).toBe('\u2068Arsenal\u2069');
    await loadMessages('en', async () => ({ messages: {} }));
  });

  test.each([
    { reader: 'en-GB', row: 'Lens, Brest, Metz' },
    { reader: 'fr-FR', row: 'Lens, Brest et Metz' },
    { reader: 'sw-KE', row: 'Lens, Brest na Metz' },
  ])('is in a list with the separators of $reader', async ({ reader, row }) => {
    await aReader(reader);

    expect(formats.listText(['Lens', 'Brest', 'Metz'])).toBe(row);
  });
});

test.each([
  { reader: 'en-GB', score: '2–1' },
  { reader: 'ar-MA', score: '2–1' },
  // The direction marks keep the dash from reversing the order of the Arabic digits.
  { reader: 'ar-EG', score: '٢\u200E–\u200E١' },
])('a score from left to right keeps its direction for $reader', async ({ reader, score }) => {
  await aReader(reader, 'UTC');

  expect(formats.ltrScoreText({ home: 2, away: 1 })).toBe(score);
});

test.each([
  { fetched: '2026-03-01T12:00:00', expected: 'As of 12:00.' },
  { fetched: '2026-02-28T23:00:00', expected: 'As of yesterday 23:00.' },
  { fetched: '2026-02-21T15:00:00', expected: 'As of Sat 21 Feb 15:00.' },
])('the age of fetched rows is "$expected"', async ({ fetched, expected }) => {
  await aReader('en-GB', 'UTC');
  onTestFinished(() => formats.setFormatClock(() => new Date()));
  formats.setFormatClock(() => new Date('2026-03-01T18:00:00'));

  expect(formats.fetchedAtText(Date.parse(fetched)).replace(',', '')).toBe(expected);
});

describe('the hit rate', () => {
  test.each([
    { won: 0, lost: 0, formatted: '–' },
    { won: 1, lost: 0, formatted: '100%' },
    { won: 0, lost: 3, formatted: '0%' },
    { won: 2, lost: 1, formatted: '66.7%' },
    // 54.545…%; rounding first to two decimal places would lead to 54.6%.
    { won: 6, lost: 5, formatted: '54.5%' },
    // 35.294…% and 7.6923…%
    { won: 6, lost: 11, formatted: '35.3%' },
    { won: 1, lost: 12, formatted: '7.7%' },
    // 6.25% is rounded up.
    { won: 1, lost: 15, formatted: '6.3%' },
  ])('is $formatted for $won won and $lost lost', async ({ won, lost, formatted }) => {
    await aReader('en-US');

    expect(formats.hitRateText({ won, lost })).toBe(formatted);
  });
});
