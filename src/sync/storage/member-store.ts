import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { Notice } from '#contract/notices.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '../ids.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import type { DocumentRow } from './public-store.ts';
import type { UnreadableRow } from '../refresh/unreadable-rows.ts';
import { upgradeToSubjects } from './subject-upgrade.ts';
import { trackTransactions, trackUpgradeTransactions } from './transactions.ts';

/** A tip with `booked` for an index, as a number, because IndexedDB cannot index booleans. */
export type TipRow = Tip & { booked: 0 | 1 };

/** A follow; unfollowing sets `following` to false. */
export type FollowRow = { tipsterId: string; following: boolean };

/** The version of a subject after this device's last change that the rows already contain. */
export type VersionRow = { subject: string; version: number };

/** Contact details of a tipster who allowed members to see them. */
export type ContactRow = {
  tipsterId: string;
  phoneNumber?: string;
  state?: string;
  address?: string;
};

/**
 * A message shown to the member on this device; `read` is a number, because IndexedDB cannot index
 * booleans.
 */
export type MessageRow = {
  id?: number;
  tone: string;
  title: string;
  text: string | undefined;
  /** The topic; only the newest message of a topic is stored. */
  about: string | undefined;
  to: string | undefined;
  at: number;
  read: 0 | 1;
  /** The games that the message is about. */
  games?: readonly string[];
};

const prefix = 'touchline-member-';

/** Name of the document with a random id: a later database of this name has another id. */
export const databaseIdDocument = 'birth';

/** The name of a member's database. */
export function databaseNameOf(memberId: string): string {
  // failpoint: one-outbox-for-all
  return `${prefix}${memberId}`;
}

/** The id of the member whose database has this name; undefined for any other database. */
export function memberIdOfDatabase(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

/**
 * One member's data on this device: the outbox (`operations`), server rows, and drafts. Only the
 * pull and the refreshes write server rows.
 */
export class MemberStore extends Dexie {
  declare operations: EntityTable<OperationRow, 'seq'>;
  declare versions: EntityTable<VersionRow, 'subject'>;
  declare tips: EntityTable<TipRow, 'id'>;
  declare adminTips: EntityTable<Tip, 'id'>;
  declare followedTips: EntityTable<Tip, 'id'>;
  declare follows: EntityTable<FollowRow, 'tipsterId'>;
  declare contacts: EntityTable<ContactRow, 'tipsterId'>;
  declare messages: EntityTable<MessageRow, 'id'>;
  declare notices: EntityTable<Notice, 'id'>;
  declare documents: EntityTable<DocumentRow, 'name'>;
  declare unreadable: EntityTable<UnreadableRow, 'key'>;

  constructor(memberId: string, options: DexieOptions = {}) {
    // Despite its name, this option sets the standard durability hint: a transaction completes only
    // after its data is on the disk.
    super(databaseNameOf(memberId), {
      ...trackUpgradeTransactions(options),
      chromeTransactionDurability: 'strict',
    });
    // Not version 2, because stores were once added to version 1 without a new number.
    const version = this.version(3).stores({
      operations: '++seq, &id, *subjects',
      versions: 'subject',
      tips: 'id, creationTime, [booked+creationTime]',
      adminTips: 'id, creationTime',
      followedTips: 'id, creationTime',
      follows: 'tipsterId',
      contacts: 'tipsterId',
      messages: '++id, about, read',
      notices: 'id, at, tipsterId',
      documents: 'name',
      unreadable: 'key',
    });
    version.upgrade(upgradeToSubjects);
    trackTransactions(this);
    this.on('populate', (populating) =>
      populating
        .table('documents')
        .add({ name: databaseIdDocument, value: createId(), fetchedAt: 0 }),
    );
  }
}

/** Converts a tip to its stored form. */
export function toTipRow(tip: Tip): TipRow {
  return { ...tip, booked: tip.IsBooked ? 1 : 0 };
}
