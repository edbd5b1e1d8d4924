import type { Tipster } from '#contract/members.ts';
import type { ContactRow } from '#sync/storage/member-store.ts';
import { memberId, tipsterId } from '../engine/samples.ts';
import { aPhone, type Phone } from './a-screen.tsx';

/** A tipster with a record. */
export function aTipster(values: Partial<Tipster> = {}): Tipster {
  return {
    id: tipsterId,
    firstName: 'Amara',
    lastName: 'Okafor',
    picture: null,
    country: 'NG',
    createdAt: '2025-03-01T10:00:00.000Z',
    isTipster: true,
    followers: 1204,
    record: { settled: 84, won: 50, lost: 34, flatProfit: 9.5, stars: 4.2 },
    tips: [],
    ...values,
  };
}

type Contact = Omit<ContactRow, 'tipsterId'>;

/** A phone that stores only this tipster, and the tipster's contact details. */
export async function aPhoneWith(tipster: Tipster, contact?: Contact): Promise<Phone> {
  const phone = aPhone();
  await phone.publicStore.tipsters.put(tipster);
  const value = { ids: [tipster.id], reader: memberId };
  await phone.publicStore.documents.put({ name: 'tipsters', value, fetchedAt: 0 });
  if (contact !== undefined) {
    await phone.store.contacts.put({ tipsterId: tipster.id, ...contact });
  }
  return phone;
}
