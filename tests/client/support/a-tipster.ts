import type { Tipster } from '#contract/members.ts';
import { memberId, tipsterId } from '../../sync/support/samples.ts';
import { aPhone, type Phone } from './a-screen.tsx';

/** A tipster with a record. */
export function aTipster(values: Partial<Tipster> = {}): Tipster {
  return {
    id: tipsterId,
    firstName: 'Amara',
    lastName: 'Okafor',
    picture: null,
    country: 'NG',
    state: 'Lagos',
    address: '1 Marina',
    createdAt: '2025-03-01T10:00:00.000Z',
    isTipster: true,
    followers: 1204,
    record: { settled: 84, won: 50, lost: 34, flatProfit: 9.5, stars: 4.2 },
    tips: [],
    ...values,
  };
}

/** A phone that holds a list of this tipster alone. */
export async function aPhoneWith(tipster: Tipster, phoneNumber?: string): Promise<Phone> {
  const phone = aPhone();
  await phone.publicStore.tipsters.put(tipster);
  const value = { ids: [tipster.id], reader: memberId };
  await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
  if (phoneNumber !== undefined) {
    await phone.store.phones.put({ tipsterId: tipster.id, phoneNumber });
  }
  return phone;
}
