import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Database } from '#server/db/database.ts';

/** How long a request's arrival decides: what is committed later would be a choice. */
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

/** From when on a game was known to start then. */
type Known = { since: number; kickOff: number };

/** Looks at what is public whenever time is about to pass, so every change has its moment. */
export type Judge = {
  /** A game is known to start then, from this moment on. */
  knows: (game: string, now: number, kickOff: number) => void;
  /** A request leaves its member; whatever it does cannot have come before. */
  sends: (now: number) => Promise<void>;
  looks: (now: number) => Promise<void>;
  violations: string[];
};

/** Nothing of a game becomes public, or goes, that was not decided before its kick-off. */
export function judgeOf(database: Database, games: readonly string[]): Judge {
  const known = new Map<string, Known[]>();
  const violations: string[] = [];
  let before = new Map<string, Row>();
  let sentAt = 0;

  /** The kick-offs that a request may have been judged by which arrived then, or later until now. */
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
      // Whatever the rows say of themselves: ten seconds after a kick-off all is as it stays.
      const open = now - decidesFor;
      if (!kickOffs(game, open, now).some((kickOff) => open < kickOff)) {
        violations.push(`${what} when nobody may have a choice any more`);
      }
    }
  }

  async function looks(now: number): Promise<void> {
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
    const gone = before.size - rows.filter(({ id }) => before.has(id)).length;
    if (gone > 0) violations.push(`${gone} tips are gone`);
    before = new Map(rows.map((row) => [row.id, row]));
  }

  return {
    violations,
    looks,
    knows(game, since, kickOff) {
      known.set(game, [...(known.get(game) ?? []), { since, kickOff }]);
    },
    async sends(now) {
      await looks(now);
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
