import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { aDatabase } from '../../support/a-database.ts';

const { database } = await aDatabase();
const { compare } = new Intl.Collator('en', { sensitivity: 'base' });

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai and what Vietnamese and old Greek add. */
const scripts = [
  [0x20, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x1e00, 0x1fff],
] as const;

// Letters that a collator takes together or apart as no other, and of which none is in a name:
// ligatures of phonetics, letters above letters, signs of the Koran.
const oddities =
  /[\u0363-\u036f]|[\u013f\u0140\u01be\u02a3\u02a6\u037a\u0674-\u0678\u06e5\u06e6\u0e33]/;

async function folded(texts: readonly string[]): Promise<string[]> {
  const { rows } = await database.execute<{ folded: string }>(
    sql`select folded(given) as folded
      from unnest(${sql.param([...texts])}::text[]) with ordinality as asked(given, place)
      order by place`,
  );
  return rows.map((row) => row.folded);
}

function lettersOf([first, last]: readonly [number, number]): string[] {
  const all = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  return all.filter((each) => /[\p{L}\p{M}\p{N}]/u.test(each) && !oddities.test(each));
}

describe('a name as a search reads it', () => {
  test('is the same to a collator of base sensitivity', async () => {
    const letters = scripts.flatMap(lettersOf);

    const plain = await folded(letters);

    expect(letters.length).toBeGreaterThan(1_500);
    const changed = letters.filter((letter, at) => compare(letter, plain[at] ?? '') !== 0);
    expect(changed).toEqual([]);
  });

  test('is one text for all that such a collator takes for one', async () => {
    const plain = [...new Set(await folded(scripts.flatMap(lettersOf)))].toSorted(compare);

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
    ['Σίσυφος', 'σισυφοσ'],
    ['أحمد', 'أحمد'],
    ['', ''],
  ])('of "%s" is "%s"', async (name, plain) => {
    expect(await folded([name])).toEqual([plain]);
  });
});
