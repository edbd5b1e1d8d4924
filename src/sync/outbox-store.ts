import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import type { OperationRow } from './operation-row.ts';

export type { Blocker, FrozenRequest, OperationRow, Refusal } from './operation-row.ts';

/**
 * What one member still owes the server: tiny, and written with strict durability. The shapes of
 * its rows live apart, because a first screen opens it without them.
 */
export class OutboxStore extends Dexie {
  declare operations: EntityTable<OperationRow, 'seq'>;

  constructor(memberId: string, options: DexieOptions = {}) {
    // Despite its name the option is the standard's durability hint: the browser reports the
    // transaction complete only after the data has reached the disk.
    super(`touchline-outbox-${memberId}`, { ...options, chromeTransactionDurability: 'strict' });
    this.version(1).stores({ operations: '++seq, &id, lane' });
  }
}
