import { sql } from 'drizzle-orm';
import { text } from 'drizzle-orm/pg-core';

import { joinedLookalikes, lookalikes } from '#domain/lookalike.ts';

/** The outline of a folded text, as `outlineOf` of the domain draws it. */
function outlineIn(column: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const { from, to } = lookalikes;
  return joinedLookalikes.reduce(
    (outline, [two, one]) => `replace(${outline}, ${quoted(two)}, ${quoted(one)})`,
    `translate(${column}, ${quoted(from)}, ${quoted(to)})`,
  );
}

/** Columns of a member's names. */
export const nameColumns = {
  userName: text().notNull(),
  firstName: text().notNull().default(''),
  lastName: text().notNull().default(''),
  /** The name that others see, as a search compares it (`folded`); written with the names. */
  searchName: text().notNull().default(''),
  /** The outline of that name (`outlineOf`): members whose names pass for each other have one. */
  nameOutline: text()
    .notNull()
    .generatedAlwaysAs(sql.raw(outlineIn('search_name'))),
  /**
   * Tells a member from an earlier one whose name has the same outline, such as "#K7B"; else empty. The
   * function `mark_name` writes it once the email is verified, and keeps it for as long as the name is kept.
   */
  nameMark: text().notNull().default(''),
};
