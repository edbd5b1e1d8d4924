import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { aPhone, type Phone } from './a-screen.tsx';

const hour = 3_600_000;
/** The counts of a desk without tickets to process. */
export const none = { unpriced: 0, unpricedSoon: 0, resultsMissing: 0, ready: 0, corrected: 0 };

/** The time that many hours ago. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * hour).toISOString();
}

/** An administrator's phone that stores these desk fixtures and these tickets. */
export async function aPhoneWithDesk(
  fixtures: readonly DeskFixture[],
  tips: readonly Tip[] = [],
): Promise<Phone> {
  const phone = aPhone();
  await phone.store.adminTips.bulkPut([...tips]);
  await storeDesk(phone, fixtures);
  return phone;
}

/** Stores fixtures as a refresh of the desk does. */
export async function storeDesk({ store }: Phone, fixtures: readonly DeskFixture[]): Promise<void> {
  const here = Object.fromEntries(fixtures.map(({ id }) => [id, '']));
  const value = { counts: none, fixtures, here };
  await store.documents.put({ name: 'desk', value, fetchedAt: Date.now() });
}
