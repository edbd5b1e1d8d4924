import type { MemberStore } from '../storage/member-store.ts';

/**
 * The fixtures of tickets that an administrator confirms or reopens, as far as this device has them:
 * decisions about these come first.
 */
export async function readTicketFixtureIds(
  { adminTips }: MemberStore,
  ids: readonly string[],
): Promise<string[]> {
  const tickets = await adminTips.bulkGet([...ids]);
  const legs = tickets.flatMap((ticket) => ticket?.options ?? []);
  return [...new Set(legs.map(({ fixtureId }) => fixtureId))];
}
