import { describe, expect, test } from 'vitest';

import { foldText } from '#domain/names/text-folding.ts';

const { compare } = new Intl.Collator('en', { sensitivity: 'base' });

/** The Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari and Thai scripts, with Vietnamese and polytonic letters. */
const scripts = [
  [0x20, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x1e00, 0x1fff],
] as const;

// Letters that a collator compares differently and that occur in no name, such as phonetic
// ligatures, letters above letters and Koranic signs; and the dotless i, for which people type "i".
const oddities =
  /[\u0363-\u036f]|[\u0131\u013f\u0140\u01be\u02a3\u02a6\u037a\u0674-\u0678\u06e5\u06e6\u0e33]/;

function lettersOf([first, last]: readonly [number, number]): string[] {
  const all = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  return all.filter((each) => /[\p{L}\p{M}\p{N}]/u.test(each) && !oddities.test(each));
}

describe('the folded text of a name', () => {
  test('is equal to the name for a collator of base sensitivity', () => {
    const letters = scripts.flatMap(lettersOf);

    const plain = letters.map(foldText);

    expect(letters.length).toBeGreaterThan(1_500);
    const changed = letters.filter((letter, at) => compare(letter, plain[at] ?? '') !== 0);
    expect(changed).toEqual([]);
  });

  test('is one text for all names that such a collator considers equal', () => {
    const plain = [...new Set(scripts.flatMap(lettersOf).map(foldText))].toSorted(compare);

    const apart = plain.filter((text, at) => {
      const next = plain[at + 1];
      return next !== undefined && compare(text, next) === 0;
    });

    expect(apart).toEqual([]);
  });

  test.each([
    ['Ångström Ýr', 'angstrom yr'],
    ['STRAẞE Groß', 'strasse gross'],
    ['Łódź Đặng Øre Æsir Œuvre', 'lodz dang ore aesir oeuvre'],
    ['Ｊｏｓｅ\u0301', 'jose'],
    ['Ёж Йод', 'еж йод'],
    ['O’Shea', "o'shea"],
    ['Ada \u202eibO', 'ada ibo'],
    ['Σίσυφος ΣΟΦΟΣ', 'σισυφοσ σοφοσ'],
    ['أحمد', 'أحمد'],
    ['مُحَمَّـد علي', 'محمد علي'],
    ['İSTANBUL Işık ılık', 'istanbul isik ilik'],
    ['ﬁn ﬂow ﬃ Ǆ ㎏', 'fin flow ffi dz kg'],
    ['ﷲ ﻻ', 'الله لا'],
    ['\u200fعلي\u200e \u2067Ada\u2069\ufeff', 'علي ada'],
    ['  Ada\u00a0\u3000 Obi\t\r\nEze\u2028 ', 'ada obi eze'],
    ['\u200b \u200b', ''],
    ['Nguyễn Thị Ánh', 'nguyen thi anh'],
    ['Ỵ̄ Z̧', 'y z'],
    ['שָׁלוֹם ירושלים', 'שלומ ירושלימ'],
    ['٣ ۴ ५ ๖', '3 4 5 6'],
    ['ガンバ 大阪', 'カンハ 大阪'],
    ['🦁 Ada', '🦁 ada'],
    ['‘a’ ‚b‛ “c” „d‟', `'a' 'b' "c" "d"`],
    ['', ''],
  ])('of "%s" is "%s"', (name, plain) => {
    expect(foldText(name)).toBe(plain);
  });
});
