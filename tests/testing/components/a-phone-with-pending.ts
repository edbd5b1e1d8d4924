import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { row } from '../engine/samples.ts';
import { aPhone, type Phone } from './a-screen.tsx';

/** A phone whose outbox contains these operations in this order. */
export async function aPhoneWithPending(...rows: Partial<OperationRow>[]): Promise<Phone> {
  const phone = aPhone();
  await phone.store.operations.bulkAdd(
    rows.map((values, index) => row({ seq: index + 1, ...values })),
  );
  return phone;
}
