import { describe, expect, test } from 'vitest';

import { hasHiddenCharacter, isValidDisplayName } from '#domain/names/name.ts';

describe('a name', () => {
  test.each([
    'Ngọzi',
    "O'Brien",
    'Søren Åberg-Łuk',
    'Иван',
    'Αλέξης',
    'محمد صلاح',
    'علی\u200cرضا',
    '李 小龙',
    'Ada 9',
    'J. P.',
    'Ivan Иванов',
    'Nguyễn Thế Ọ́lá',
    'ကြီးမြင့်',
    'سَّلمى',
    '井上 9',
  ])('may be %s', (text) => {
    expect(isValidDisplayName(text)).toBe(true);
  });

  test.each([
    { what: 'without a letter', text: '⚽ 9' },
    { what: 'of nothing to see', text: '\u200b\u2060' },
    { what: 'of letters that show nothing', text: '\u3164\uffa0' },
    { what: 'with a zero-width space', text: 'Ada\u200b' },
    { what: 'turned from right to left', text: '\u202eadA' },
    { what: 'held apart from its direction', text: '\u2066Ada\u2069' },
    { what: 'with a soft hyphen', text: 'A\u00adda' },
    { what: 'with a mark of a tag', text: 'Ada\u{e0041}' },
    { what: 'with a joiner among Latin letters', text: 'A\u200dda' },
    { what: 'over two lines', text: 'Ada\nObi' },
    { what: 'with three marks on a letter', text: 'Z\u0301\u0302\u0303oe' },
    { what: 'with a third mark on a letter that has one built in', text: '\u1ebf\u0323' },
    { what: 'with one vowel sign again and again', text: 'ก\u0e47\u0e47\u0e47' },
    { what: 'with the sign of a mark', text: 'Ada #K7B' },
    { what: 'with a wide sign of a mark', text: 'Ada ＃K7B' },
    { what: 'with what looks like the sign of a mark', text: 'Ada ♯K7B' },
    { what: 'with a letter that looks like the sign of a mark', text: 'Ada 井K7B' },
    { what: 'with a Cyrillic letter in a Latin word', text: 'Аda' },
    { what: 'with a Greek letter in a Latin word', text: 'Οbi' },
  ])('is none $what', ({ text }) => {
    expect(isValidDisplayName(text)).toBe(false);
  });
});

test('a hidden character is found in a text that need not be a name', () => {
  expect(hasHiddenCharacter('+234 801 234 5678')).toBe(false);
  expect(hasHiddenCharacter('1 Marina\u202e')).toBe(true);
});
