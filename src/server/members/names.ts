import { sql } from 'drizzle-orm';

import { folded } from '#domain/folded.ts';

import { members } from '../db/schema.ts';

/**
 * Somebody's names, and whether their account was deleted. `nameMark` tells them from an earlier member of
 * the same name; the database gives it (`mark_name`), and no name can hold its sign (`isName`).
 */
export type NamedRow = {
  firstName: string;
  lastName: string;
  userName: string;
  nameMark: string;
  former: boolean;
};

/** What a query reads of somebody whom others see by name. */
export const named = {
  firstName: members.firstName,
  lastName: members.lastName,
  userName: members.userName,
  nameMark: members.nameMark,
  former: sql<boolean>`${members.deletedAt} is not null`,
};

/** Somebody's names as others see them; who has deleted their account has none. */
export function namesOf(row: Omit<NamedRow, 'userName'>) {
  const { firstName, lastName, nameMark, former } = row;
  const isMarked = firstName !== '' && nameMark !== '';
  return {
    firstName,
    lastName: isMarked ? `${lastName} ${nameMark}`.trim() : lastName,
    ...(former && { former }),
  };
}

/** The same in one line. Who posts before filling in a profile goes by the name they registered with. */
export function nameOf({ nameMark, ...names }: Omit<NamedRow, 'former'>): string {
  return `${plainNameOf(names)} ${nameMark}`.trimEnd();
}

function plainNameOf({ firstName, lastName, userName }: PlainNames): string {
  return `${firstName} ${lastName}`.trim() || userName;
}

type PlainNames = Omit<NamedRow, 'former' | 'nameMark'>;

/** That name as a search compares it: what `search_name` holds, written whenever the names are. */
export function searchNameOf(names: PlainNames): string {
  return folded(plainNameOf(names));
}
