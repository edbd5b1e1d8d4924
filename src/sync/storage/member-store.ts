import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { Notice } from '#contract/notices.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '../ids.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import type { DocumentRow } from './public-store.ts';
import type { UnreadableRow } from '../refresh/unreadable-rows.ts';
import { upgradeToSubjects } from './subject-upgrade.ts';
import { trackTransactions, trackUpgrades } from './transactions.ts';

/** A tip with `booked` for its index: IndexedDB cannot index booleans, hence 0 | 1. */
export type TipRow = Tip & { booked: 0 | 1 };

/** A follow; unfollowing keeps its row. */
export type FollowRow = { tipsterId: string; following: boolean };

/** The version of a subject after this device's last change of it that the rows contain. */
export type VersionRow = { subject: string; version: number };

/** Contact details of a tipster who allowed members to see them. */
export type ContactRow = {
  tipsterId: string;
  phoneNumber?: string;
  state?: string;
  address?: string;
};

/**
 * A message shown to the member on this device; `read` is a number, since IndexedDB indexes no
 * booleans.
 */
export type MessageRow = {
  id?: number;
  tone: string;
  title: string;
  text: string | undefined;
  /** The subject; only the last message of a subject is kept. */
  about: string | undefined;
  to: string | undefined;
  at: number;
  read: 0 | 1;
  /** The games that the message is about. */
  games?: readonly string[];
};

const prefix = 'touchline-member-';

/** The document with a random id that distinguishes this database from a later one of its name. */
export const databaseIdDocument = 'birth';

/** The name of a member's database. */
export function databaseNameOf(memberId: string): string {
  // failpoint: one-outbox-for-all
  return `${prefix}${memberId}`;
}

/** The member whose database has this name; undefined for any other database. */
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
    // Despite its name the option is the standard's durability hint: the browser reports the
    // transaction complete only after the data has reached the disk.
    super(databaseNameOf(memberId), {
      ...trackUpgrades(options),
      chromeTransactionDurability: 'strict',
    });
    // Version 1 gained stores without a new version number, so its databases differ.
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
