import type { MemberStore } from '../storage/member-store.ts';

/**
 * Fixtures of tickets that an administrator confirms or reopens, if this device has the tickets.
 * Earlier decisions about these fixtures are sent first.
 */
export async function readTicketFixtureIds(
  { adminTips }: MemberStore,
  ids: readonly string[],
): Promise<string[]> {
  const tickets = await adminTips.bulkGet([...ids]);
  const legs = tickets.flatMap((ticket) => ticket?.options ?? []);
  return [...new Set(legs.map(({ fixtureId }) => fixtureId))];
}
