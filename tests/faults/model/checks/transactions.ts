import type { Database } from '#server/db/database.ts';

import { isKindOfDesk } from '../../contents/intents.ts';
import { type Change, claimsOf } from '../../world/bookkeeping.ts';
import type { Entry } from '../../world/ledger.ts';
import type { World } from '../../world/world.ts';

/** All changes of one server transaction. */
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

/** Groups changes by transaction, in the order of their first changes. */
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

/** The response that a transaction has stored. */
export function answerOf({ answers }: TransactionRecord): Change | undefined {
  return answers.find(({ status }) => status !== null && status < 300);
}

/**
 * Returns the operations of batches without a stored response, by transaction; found by the key
 * that the transaction has reserved. The keys of `operations` are `member key`.
 */
export async function batchesIn<Operation>(
  database: Database,
  transactions: readonly TransactionRecord[],
  operations: ReadonlyMap<string, Operation>,
): Promise<Map<string, Operation>> {
  const open = transactions.filter((each) => each.effects.length > 0 && !answerOf(each));
  if (open.length === 0) return new Map();
  const names = await claimsOf(database, [...operations.keys()]);
  return new Map(
    open.flatMap(({ tx, claims }) => {
      const [operation] = claims.flatMap(
        ({ subject }) => operations.get(names.get(subject) ?? '') ?? [],
      );
      return operation === undefined ? [] : [[tx, operation] as const];
    }),
  );
}

/** Returns the desk operations of a schedule's batches, by transaction. */
export async function deskBatches(
  { server, ledger }: World,
  transactions: readonly TransactionRecord[],
): Promise<Map<string, Entry>> {
  const entries = ledger.entries().filter(({ kind }) => isKindOfDesk(kind));
  const operations = new Map(entries.map((entry) => [`${entry.memberId} ${entry.id}`, entry]));
  return batchesIn(server.database, transactions, operations);
}

/** Kinds of operations that cannot succeed without changing a row. */
export const needsEffect: ReadonlySet<string> = new Set([
  'tip.post',
  'tip.book',
  'tip.withdraw',
  'profile.save',
  'picture.set',
]);

/**
 * Checks that each effect belongs to one accepted key, and each key to one transaction; returns the
 * keys with an effect as `member key`. Batches have no response.
 */
export function judgeKeys(
  transactions: readonly TransactionRecord[],
  isBatch: (record: TransactionRecord) => boolean,
  found: (fault: 'partial' | 'duplicated', what: string) => void,
): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const record of transactions) {
    const { effects: changes, answers } = record;
    if (changes.length === 0 || isBatch(record)) continue;
    const what = changes.map((change) => change.what).join(', ');
    const answer = answerOf(record);
    if (answers.length > 1) found('duplicated', `${what} for several keys`);
    if (answer) {
      const key = `${answer.member} ${answer.subject}`;
      times.set(key, (times.get(key) ?? 0) + 1);
    } else found('partial', `${what} with ${answers.length > 0 ? 'a refusal' : 'no answer'}`);
  }
  for (const [key, count] of times) {
    if (count > 1) found('duplicated', `${key} had its effect ${count} times`);
  }
  return new Set(times.keys());
}
