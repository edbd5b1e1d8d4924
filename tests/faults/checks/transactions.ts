import { isKindOfDesk } from '../contents/intents.ts';
import { type Change, claimsOf } from '../world/bookkeeping.ts';
import type { Entry } from '../world/ledger.ts';
import type { World } from '../world/world.ts';

/** All effects of one transaction of the server. */
export type TransactionRecord = {
  tx: string;
  effects: Change[];
  notes: Change[];
  answers: Change[];
  claims: Change[];
};

const effects = new Set([
  'posted',
  'booked',
  'withdrawn',
  'confirmed',
  'changed',
  'leg',
  'followed',
  'profile',
  'result',
]);

/** Groups changes by transaction, in the order of the first ones. */
export function transactionsOf(changes: readonly Change[]): TransactionRecord[] {
  const byTransaction = new Map<string, TransactionRecord>();
  for (const change of changes) {
    const { tx, what } = change;
    const record = byTransaction.get(tx) ?? { tx, effects: [], notes: [], answers: [], claims: [] };
    byTransaction.set(tx, record);
    if (effects.has(what)) record.effects.push(change);
    else if (what === 'answered') record.answers.push(change);
    else if (what === 'claimed') record.claims.push(change);
    else record.notes.push(change);
  }
  return [...byTransaction.values()];
}

/** The response that a transaction stored. */
export function answerOf({ answers }: TransactionRecord): Change | undefined {
  return answers.find(({ status }) => status !== null && status < 300);
}

/** One batch of a desk operation, with the tips or the game that it changed. */
export type BatchRecord = TransactionRecord & { entry: Entry; subjects: ReadonlySet<string> };

/**
 * Batches of a desk operation before its response, by the key that their transactions had reserved.
 */
export async function batchRecords(
  { server, ledger }: World,
  changes: readonly Change[],
): Promise<BatchRecord[]> {
  const open = transactionsOf(changes).filter(
    (record) => record.effects.length > 0 && !answerOf(record),
  );
  if (open.length === 0) return [];
  const entries = ledger.entries().filter(({ kind }) => isKindOfDesk(kind));
  const names = new Map(entries.map((entry) => [`${entry.memberId} ${entry.id}`, entry]));
  const claims = await claimsOf(server.database, [...names.keys()]);
  return open.flatMap((record) => {
    const claimed = record.claims.flatMap(
      ({ subject }) => names.get(claims.get(subject) ?? '') ?? [],
    );
    const [entry] = claimed;
    const subjects = new Set(record.effects.map(({ subject }) => subject));
    return entry ? [{ ...record, entry, subjects }] : [];
  });
}
