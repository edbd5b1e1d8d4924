import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

import { lookalikeLetterPairs, lookalikeTranslation } from '#domain/names/lookalike.ts';

/** SQL for the outline of a folded text, as `lookalikeOutline` of the domain computes it. */
function createOutlineSql(column: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const { from, to } = lookalikeTranslation;
  return lookalikeLetterPairs.reduce(
    (outline, [two, one]) => `replace(${outline}, ${quoted(two)}, ${quoted(one)})`,
    `translate(${column}, ${quoted(from)}, ${quoted(to)})`,
  );
}

/** Columns of a member's names. */
export const nameColumns = {
  userName: text().notNull(),
  firstName: text().notNull().default(''),
  lastName: text().notNull().default(''),
  /** The displayed name, normalized for searches (`folded`); written with the names. */
  searchName: text().notNull().default(''),
  /** The outline of that name (`lookalikeOutline`), which is equal for names that look alike. */
  nameOutline: text()
    .notNull()
    .generatedAlwaysAs(sql.raw(createOutlineSql('search_name'))),
  /**
   * A mark such as "#K7B" that distinguishes a member from an earlier one whose name has the same
   * outline; else empty. The function `mark_name` writes it once the email is verified, and it
   * stays until the name changes.
   */
  nameMark: text().notNull().default(''),
};
