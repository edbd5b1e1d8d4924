import { t } from '@lingui/core/macro';
import type { Tipster } from '#contract/members.ts';
import type { Tip } from '#contract/tips.ts';

/** What stood in place of a name before there was `former`: rows kept since then still say it. */
const formerName = { firstName: 'Former', lastName: 'member' };

type Named = Pick<Tipster, 'firstName' | 'lastName' | 'former'>;

/** A member's full name; who has deleted their account has none, and it says so, or never gave any. */
export function fullName(member: Named): string {
  const { firstName, lastName } = member;
  return isFormer(member) ? t`Former member` : `${firstName} ${lastName}`.trim() || t`Tipster`;
}

/** The name of whoever posted a tip; not every backend tells it. */
export function tipsterNameOf({ tipsterName, former }: Pick<Tip, 'tipsterName' | 'former'>) {
  const [firstName = '', ...lastNames] = tipsterName.split(' ');
  const isGone = isFormer({ firstName, lastName: lastNames.join(' '), former });
  return isGone ? t`Former member` : tipsterName.trim() || t`Tipster`;
}

function isFormer({ firstName, lastName, former }: Named): boolean {
  return (
    former === true || (firstName === formerName.firstName && lastName === formerName.lastName)
  );
}
