import { sql } from 'drizzle-orm';

import { folded } from '#domain/folded.ts';

import { members } from '../db/schema.ts';

/** Somebody's names, and whether their account was deleted. */
export type NamedRow = { firstName: string; lastName: string; userName: string; former: boolean };

/** What a query reads of somebody whom others see by name. */
export const named = {
  firstName: members.firstName,
  lastName: members.lastName,
  userName: members.userName,
  former: sql<boolean>`${members.deletedAt} is not null`,
};

/** Somebody's names as others see them; who has deleted their account has none. */
export function namesOf({ firstName, lastName, former }: Omit<NamedRow, 'userName'>) {
  return { firstName, lastName, ...(former && { former }) };
}

/** The same in one line. Who posts before filling in a profile goes by the name they registered with. */
export function nameOf({ firstName, lastName, userName }: Omit<NamedRow, 'former'>): string {
  return `${firstName} ${lastName}`.trim() || userName;
}

/** That name as a search compares it: what `search_name` holds, written whenever the names are. */
export function searchNameOf(names: Omit<NamedRow, 'former'>): string {
  return folded(nameOf(names));
}
