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

/**
 * The names of a member as others see them. Without a profile the registered name is the first name; a
 * deleted account has no name.
 */
export function namesOf({ firstName, lastName, userName, nameMark, former }: NamedRow) {
  const shownFirstName = `${firstName}${lastName}` === '' ? userName : firstName;
  const isMarked = shownFirstName !== '' && nameMark !== '';
  return {
    firstName: shownFirstName,
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
