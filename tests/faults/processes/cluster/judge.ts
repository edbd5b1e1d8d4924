import { inArray } from 'drizzle-orm';

import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { audit, operations, tips } from '#server/db/schema.ts';

import { digestOf } from '../../../testing/database/database-digest.ts';
import type { Wish } from './members.ts';
import { eventually, type Nodes } from './patroni.ts';

/** The differences between responses and stored rows, and between nodes; all empty in a correct run. */
export type Verdict = { lost: string[]; twice: string[]; apart: string[] };

/** Compares the responses with the rows of the primary, and the three nodes with each other. */
export async function judge(nodes: Nodes, wishes: readonly Wish[]): Promise<Verdict> {
  const database = openDatabase({ url: nodes.url, connections: 2 });
  try {
    const stored = await storedRowsOf(database);
    const done = wishes.filter(({ answered }) => answered && answered.status < 300);
    return {
      lost: done.filter((wish) => !isStored(wish, stored)).map(wordsOf),
      twice: [...repeated(stored.posts), ...repeated(stored.entries)],
      apart: await differences(nodes),
    };
  } finally {
    await closeDatabase(database);
  }
}

type StoredRows = Awaited<ReturnType<typeof storedRowsOf>>;

async function storedRowsOf(database: Database) {
  const rows = await database
    .select({
      id: tips.id,
      ownerId: tips.ownerId,
      key: tips.analysis,
      bookedAt: tips.bookedAt,
      withdrawnAt: tips.withdrawnAt,
    })
    .from(tips);
  const answered = await database
    .select({ memberId: operations.memberId, key: operations.key, status: operations.status })
    .from(operations);
  const entries = await database
    .select({ action: audit.action, subject: audit.subject })
    .from(audit)
    .where(inArray(audit.action, ['tip.post', 'tip.withdraw']));
  return {
    tips: new Map(rows.map((row) => [row.id, row])),
    posts: rows.map(({ ownerId, key }) => `${ownerId} posted ${key}`),
    answered: new Map(answered.map(({ memberId, key, status }) => [`${memberId} ${key}`, status])),
    entries: entries.map(({ action, subject }) => `${action} of ${subject}`),
  };
}

/** True if an acknowledged change and its stored response are in the database. */
function isStored({ memberId, key, kind, tipId, answered }: Wish, stored: StoredRows): boolean {
  if (stored.answered.get(`${memberId} ${key}`) !== answered?.status) return false;
  const tip = stored.tips.get(tipId ?? '');
  if (tip?.ownerId !== memberId) return false;
  switch (kind) {
    case 'post':
      return tip.key === key;
    case 'book':
      return tip.bookedAt !== null;
    case 'withdraw':
      return tip.withdrawnAt !== null;
  }
}

function repeated(all: readonly string[]): string[] {
  return [...Map.groupBy(all, (each) => each)]
    .filter(([, same]) => same.length > 1)
    .map(([each, same]) => `${each}, ${same.length} times`);
}

function wordsOf({ kind, key, tipId, answered }: Wish): string {
  return `${kind} ${key} of ${tipId ?? 'no tip'}, answered ${answered?.status}`;
}

/** The tables in which a standby differs from the primary after the last write. */
async function differences(nodes: Nodes): Promise<string[]> {
  const digests = async () =>
    Promise.all(
      nodes.all.map(async (node) => {
        const database = openDatabase({ url: nodes.urlOf(node), connections: 1 });
        try {
          return await digestOf(database);
        } finally {
          await closeDatabase(database);
        }
      }),
    );
  const differing = async () => {
    const [first = [], ...others] = await digests();
    return first.filter((line, index) => others.some((other) => other[index] !== line));
  };
  return eventually('the nodes are apart', async () =>
    (await differing()).length === 0 ? [] : undefined,
  ).catch(differing);
}
