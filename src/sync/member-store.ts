import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { Tip } from '#contract/tips.ts';
import type { DocumentRow } from './public-store.ts';
import type { UnreadableRow } from './unreadable.ts';

/** A tip with `booked` for its index: IndexedDB cannot index booleans, hence 0 | 1. */
export type TipRow = Tip & { booked: 0 | 1 };

/** Whether the member follows a tipster; an unfollow keeps its row. */
export type FollowRow = { tipsterId: string; following: boolean };

/** A tipster's phone number, shown to this member because its owner agreed. */
export type PhoneRow = { tipsterId: string; phoneNumber: string };

/** An operation the server says it has answered, until the outbox has let go of it. */
export type AcknowledgedRow = { id: string; status: number };

/** One member's private rows as the server told them, and their slip. Only the puller writes base rows. */
export class MemberStore extends Dexie {
  declare tips: EntityTable<TipRow, 'id'>;
  declare adminTips: EntityTable<Tip, 'id'>;
  declare follows: EntityTable<FollowRow, 'tipsterId'>;
  declare phones: EntityTable<PhoneRow, 'tipsterId'>;
  declare acknowledged: EntityTable<AcknowledgedRow, 'id'>;
  declare documents: EntityTable<DocumentRow, 'name'>;
  declare unreadable: EntityTable<UnreadableRow, 'key'>;

  constructor(memberId: string, options: DexieOptions = {}) {
    super(`touchline-${memberId}`, options);
    this.version(1).stores({
      tips: 'id, creationTime, [booked+creationTime]',
      adminTips: 'id, creationTime',
      follows: 'tipsterId',
      phones: 'tipsterId',
      acknowledged: 'id',
      documents: 'name',
    });
    this.version(2).stores({ unreadable: 'key' });
  }
}

/** A tip as it is stored. */
export function tipRow(tip: Tip): TipRow {
  return { ...tip, booked: tip.IsBooked ? 1 : 0 };
}
