import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

/** Maximum milliseconds between arrival and commit; later, members could choose with hindsight. */
const decidesFor = 10_000;

const Rows = z.array(
  z.object({
    id: z.string(),
    createdAt: z.number(),
    withdrawnAt: z.nullable(z.number()),
    games: z.array(z.string()),
    options: z.array(z.number()),
  }),
);
type Row = z.infer<typeof Rows>[number];

/** A kick-off, and the time from which the server knew it. */
type Known = { since: number; kickOff: number };

/** Compares the public rows before time passes, so that every change gets the right time. */
export type Judge = {
  /** Records a kick-off of a game that the server knows from `now` on. */
  addKickOff: (game: string, now: number, kickOff: number) => void;
  /** Records that a request is sent; none of its changes may be dated earlier. */
  beginRequest: (now: number) => Promise<void>;
  readRows: (now: number) => Promise<void>;
  violations: string[];
};

/** Checks that every tip was posted or withdrawn by a request that arrived before the kick-offs. */
export function judgeOf(database: Database, games: readonly string[]): Judge {
  const known = new Map<string, Known[]>();
  const violations: string[] = [];
  let before = new Map<string, Row>();
  let sentAt = 0;

  /** The kick-offs that the server may have used for a request that arrived in this interval. */
  function kickOffs(game: string, from: number, now: number): number[] {
    const all = known.get(game) ?? [];
    return all
      .filter(({ since }, index) => since <= now && (all[index + 1]?.since ?? Infinity) >= from)
      .map(({ kickOff }) => kickOff);
  }

  function judge(what: string, row: Row, decidedAt: number, now: number): void {
    const late = now - decidedAt;
    if (late > decidesFor) violations.push(`${what} ${late} ms after the request arrived`);
    if (decidedAt < sentAt) {
      violations.push(`${what} as of ${sentAt - decidedAt} ms before its request was sent`);
    }
    for (const game of row.games) {
      if (!kickOffs(game, decidedAt, now).some((kickOff) => decidedAt < kickOff)) {
        violations.push(`${what} as of a moment after kick-off`);
      }
      // Ten seconds after a kick-off nothing may change, whatever times the rows contain.
      const open = now - decidesFor;
      if (!kickOffs(game, open, now).some((kickOff) => open < kickOff)) {
        violations.push(`${what} when nobody may have a choice any more`);
      }
    }
  }

  async function readRows(now: number): Promise<void> {
    const rows = await rowsOf(database, games);
    for (const row of rows) {
      const last = before.get(row.id);
      if (!last) judge('a tip came to stand', row, row.createdAt, now);
      if (row.withdrawnAt !== null && (last?.withdrawnAt ?? null) === null) {
        judge('a tip was withdrawn', row, row.withdrawnAt, now);
      }
      if (
        last &&
        JSON.stringify({ ...last, withdrawnAt: row.withdrawnAt }) !== JSON.stringify(row)
      ) {
        violations.push('a tip changed');
      }
    }
    const removed = before.size - rows.filter(({ id }) => before.has(id)).length;
    if (removed > 0) violations.push(`${removed} tips are gone`);
    before = new Map(rows.map((row) => [row.id, row]));
  }

  return {
    violations,
    readRows,
    addKickOff(game, since, kickOff) {
      known.set(game, [...(known.get(game) ?? []), { since, kickOff }]);
    },
    async beginRequest(now) {
      await readRows(now);
      sentAt = now;
    },
  };
}

async function rowsOf(database: Database, games: readonly string[]): Promise<Row[]> {
  const { rows } = await database.execute(sql`
    select tips.id, (extract(epoch from created_at) * 1000)::float8 as "createdAt",
      (extract(epoch from withdrawn_at) * 1000)::float8 as "withdrawnAt",
      array_agg(fixture_id order by position) as games,
      array_agg(odds_id::int order by position) as options
    from tips join legs on legs.tip_id = tips.id
    where tips.id in (select tip_id from legs where fixture_id in ${[...games]})
    group by tips.id`);
  return z.parse(Rows, rows);
}
