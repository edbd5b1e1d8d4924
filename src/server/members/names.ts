import { sql } from 'drizzle-orm';

import { foldText } from '#domain/names/text-folding.ts';

import { members } from '../db/schema.ts';

/**
 * A member's names, and whether the account was deleted. `nameMark` distinguishes them from an
 * earlier member of the same name; the database sets it (`mark_name`), and its sign is not allowed
 * in names (`isValidName`).
 */
export type MemberNameRow = {
  firstName: string;
  lastName: string;
  userName: string;
  nameMark: string;
  former: boolean;
};

/** Columns of a member's displayed name. */
export const displayNameColumns = {
  firstName: members.firstName,
  lastName: members.lastName,
  userName: members.userName,
  nameMark: members.nameMark,
  former: sql<boolean>`${members.deletedAt} is not null`,
};

/**
 * The displayed names of a member. Without a profile the registered name is the first name; a
 * deleted account has no name.
 */
export function toDisplayNames({ firstName, lastName, userName, nameMark, former }: MemberNameRow) {
  const shownFirstName = `${firstName}${lastName}` === '' ? userName : firstName;
  const isMarked = shownFirstName !== '' && nameMark !== '';
  return {
    firstName: shownFirstName,
    lastName: isMarked ? `${lastName} ${nameMark}`.trim() : lastName,
    ...(former && { former }),
  };
}

/** The displayed name in one line. Without a profile it is the registered name. */
export function toDisplayName({ nameMark, ...names }: Omit<MemberNameRow, 'former'>): string {
  return `${toPlainName(names)} ${nameMark}`.trimEnd();
}

function toPlainName({ firstName, lastName, userName }: PlainNames): string {
  return `${firstName} ${lastName}`.trim() || userName;
}

type PlainNames = Omit<MemberNameRow, 'former' | 'nameMark'>;

/**
 * The displayed name normalized for searches: the value of `search_name`, written with the names.
 */
export function toSearchName(names: PlainNames): string {
  return foldText(toPlainName(names));
}
