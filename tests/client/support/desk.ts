import type { DeskFixture } from '#contract/desk.ts';
import type { Tip } from '#contract/tips.ts';
import { aPhone, type Phone } from './a-screen.tsx';

const hour = 3_600_000;
const none = { unpriced: 0, unpricedSoon: 0, resultsMissing: 0, ready: 0, corrected: 0 };

/** The moment so many hours ago. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * hour).toISOString();
}

/** An administrator's phone that has the desk with these fixtures, and these tickets. */
export async function aPhoneWithDesk(
  fixtures: readonly DeskFixture[],
  tips: readonly Tip[] = [],
): Promise<Phone> {
  const phone = aPhone();
  await phone.store.adminTips.bulkPut([...tips]);
  const here = Object.fromEntries(fixtures.map(({ id }) => [id, '']));
  const value = { counts: none, fixtures, here };
  await phone.store.documents.put({ name: 'desk', value, fetchedAt: Date.now() });
  return phone;
}
