import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

import { lookalikeLetterPairs, lookalikeTranslation } from '#domain/names/lookalike.ts';

/** Creates SQL that computes `toLookalikeOutline` of the domain, equal for texts that look alike. */
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
  /** The displayed name normalized for searches; every change of a name updates this column. */
  searchName: text().notNull().default(''),
  /** The outline of `searchName` (`toLookalikeOutline`), equal for names that look alike. */
  nameOutline: text()
    .notNull()
    .generatedAlwaysAs(sql.raw(createOutlineSql('search_name'))),
  /**
   * A mark such as "#K7B" if an earlier member's name has the same outline, else empty. The
   * database function `mark_name` sets the mark when the email is verified; later it changes only
   * with the name.
   */
  nameMark: text().notNull().default(''),
};
