import { Dexie, type DexieOptions, type EntityTable } from 'dexie';
import { newId } from './ids.ts';
import type { OperationRow } from './operation-row.ts';

export type { Blocker, FrozenRequest, OperationRow, OperationProblem } from './operation-row.ts';

/** What the database knows of itself: `born` tells it from a later one of the same name. */
export type MarkRow = { name: 'born'; value: string };

/** The name of the database that holds what a member owes. */
export function outboxName(memberId: string): string {
  return `touchline-outbox-${memberId}`;
}

/**
 * What one member still owes the server: tiny, and written with strict durability. The shapes of
 * its rows live apart, because a first screen opens it without them.
 */
export class OutboxStore extends Dexie {
  declare operations: EntityTable<OperationRow, 'seq'>;
  declare marks: EntityTable<MarkRow, 'name'>;

  constructor(memberId: string, options: DexieOptions = {}) {
    // Despite its name the option is the standard's durability hint: the browser reports the
    // transaction complete only after the data has reached the disk.
    super(outboxName(memberId), { ...options, chromeTransactionDurability: 'strict' });
    this.version(1).stores({ operations: '++seq, &id, lane' });
    // An older build goes on working with this: it finds all it knows, and leaves the rest alone.
    this.version(2)
      .stores({ operations: '++seq, &id, lane, *deps', marks: 'name' })
      .upgrade((upgrading) => upgrading.table('marks').add(bornNow()));
    this.on('populate', (populating) => populating.table('marks').add(bornNow()));
  }
}

function bornNow(): MarkRow {
  return { name: 'born', value: newId() };
}
