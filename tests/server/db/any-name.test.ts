import { sample, string } from 'fast-check';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { profileTextLimit } from '#contract/limits.ts';
import { ProfileText } from '#contract/values.ts';

import { aDatabase } from '../../testing/database/database.ts';

const { database } = await aDatabase();

/** Texts of any script with combining marks and emoji, around the maximum length. */
const texts = sample(string({ unit: 'binary', maxLength: profileTextLimit + 4, size: 'max' }), {
  numRuns: 10_000,
  seed: 32,
});

describe('a name in any script', () => {
  test('has the same length on the phone, on the server and in the database', async () => {
    // The contract refuses texts that PostgreSQL cannot store.
    const storable = texts.filter((text) => !text.includes('\0') && text.isWellFormed());

    const { rows } = await database.execute<{ text: string; length: number }>(
      sql`select given as text, char_length(given) as length
        from unnest(${sql.param(storable)}::text[]) with ordinality as asked(given, place)
        order by place`,
    );

    expect(rows.map(({ text }) => text)).toEqual(storable);
    expect(rows.map(({ length }) => length)).toEqual(storable.map((text) => [...text].length));
    expect(storable.length).toBeGreaterThan(9_000);
  });

  test('is accepted up to 32 code points', () => {
    const wrong = texts.filter((text) => {
      const length = [...text].length;
      const allowed = text.trim() !== '' && length <= profileTextLimit;
      return ProfileText.safeParse(text).success !== allowed;
    });

    expect(wrong).toEqual([]);
    expect(texts.some((text) => [...text].length > profileTextLimit)).toBe(true);
  });
});
