import { sql } from 'drizzle-orm';

import { members } from '../db/schema.ts';

type NamedRow = { firstName: string; lastName: string; userName: string; former: boolean };

/** What a query reads of somebody whom others see by name. */
export const named = {
  firstName: members.firstName,
  lastName: members.lastName,
  userName: members.userName,
  former: sql<boolean>`${members.deletedAt} is not null`,
};

/**
 * Somebody's names as others see them. Who has deleted their account has none, whatever stands in
 * the row: an older version of the server wrote words there.
 */
export function namesOf({ firstName, lastName, former }: Omit<NamedRow, 'userName'>) {
  return former ? { firstName: '', lastName: '', former } : { firstName, lastName };
}

/** The same in one line. Who posts before filling in a profile goes by the name they registered with. */
export function nameOf({ firstName, lastName, userName, former }: NamedRow): string {
  return former ? '' : `${firstName} ${lastName}`.trim() || userName;
}
