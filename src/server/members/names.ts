import { sql } from 'drizzle-orm';

import { foldText } from '#domain/names/text-folding.ts';

import { members } from '../db/schema.ts';

/**
 * A member's names; `former` is true for a deleted account. `nameMark` distinguishes members with
 * equal names: the database function `mark_name` sets it, and names cannot contain its "#"
 * (`isValidDisplayName`).
 */
export type MemberNameRow = {
  firstName: string;
  lastName: string;
  userName: string;
  nameMark: string;
  former: boolean;
};

/** Columns that form a member's displayed name. */
export const displayNameColumns = {
  firstName: members.firstName,
  lastName: members.lastName,
  userName: members.userName,
  nameMark: members.nameMark,
  former: sql<boolean>`${members.deletedAt} is not null`,
};

/**
 * Returns the displayed names of a member. Without a profile, the registered name is the first
 * name; a deleted account has no name.
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

/** Returns the displayed name in one line; without a profile, the registered name. */
export function toDisplayName({ nameMark, ...names }: Omit<MemberNameRow, 'former'>): string {
  return `${toPlainName(names)} ${nameMark}`.trimEnd();
}

function toPlainName({ firstName, lastName, userName }: PlainNames): string {
  return `${firstName} ${lastName}`.trim() || userName;
}

type PlainNames = Omit<MemberNameRow, 'former' | 'nameMark'>;

/** Returns the displayed name normalized for searches, the value of `search_name`. */
export function toSearchName(names: PlainNames): string {
  return foldText(toPlainName(names));
}
