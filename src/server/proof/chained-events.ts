import { asc, sql } from 'drizzle-orm';

import type { Queryable } from '../db/database.ts';
import { audit } from '../db/schema.ts';

/** A row of the audit log with the content that its hash covers (null after a text was erased). */
export type ChainedEvent = Omit<typeof audit.$inferSelect, 'hash' | 'contentDigest'> & {
  content: string | null;
  contentDigest: string | null;
  hash: string;
};

const pageSize = 2_000;

/**
 * Yields all audit events, chain by chain. In every collation, the chains of fixtures (`fixture:…`)
 * come before the chains of members (`member:…`).
 */
export async function* readChainedEvents(database: Queryable): AsyncGenerator<ChainedEvent> {
  for (let last: { chain: string; position: number } | undefined; ;) {
    const rows = await database
      .select({ row: audit, content: sql<string | null>`event_content(${audit})` })
      .from(audit)
      .where(last && sql`(${audit.chain}, ${audit.position}) > (${last.chain}, ${last.position})`)
      .orderBy(asc(audit.chain), asc(audit.position))
      .limit(pageSize);
    for (const { row, content } of rows) {
      yield {
        ...row,
        content,
        contentDigest: row.contentDigest?.toString('hex') ?? null,
        hash: row.hash.toString('hex'),
      };
      last = row;
    }
    if (rows.length < pageSize) return;
  }
}
