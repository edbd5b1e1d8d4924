import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { and, desc, eq, inArray, isNotNull, lt, ne, or, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Deed } from '#contract/desk.ts';
import { gameName } from '#domain/fixture.ts';

import type { Queryable } from '../db/database.ts';
import { audit, fixtures, members } from '../db/schema.ts';
import { nameOf } from '../members/names.ts';
import { treatments } from './authors.ts';

/** Whose deeds, or those to which tip; all deeds of administrators unless it says. */
type Wanted = { tip?: string | undefined; by?: string | undefined };

const pageSize = 1_000;

/** What was done, the newest first. */
export async function deedsOf(
  database: Queryable,
  { tip, by, before, limit }: Wanted & { before?: number | undefined; limit: number },
): Promise<Deed[]> {
  const which: (SQL | undefined)[] = [
    tip === undefined ? inArray(audit.action, treatments) : eq(audit.subject, `tip:${tip}`),
    by === undefined ? undefined : eq(audit.actorId, by),
    // A feed's results are nobody's deeds; what was confirmed by rule is one.
    tip === undefined
      ? or(isNotNull(audit.actorId), ne(audit.action, 'fixture.result'))
      : undefined,
    before === undefined ? undefined : lt(audit.id, before),
  ];
  const { firstName, lastName, userName } = members;
  const rows = await database
    .select({
      id: audit.id,
      at: audit.at,
      actorId: audit.actorId,
      names: { firstName, lastName, userName },
      action: audit.action,
      subject: audit.subject,
      before: audit.before,
      after: audit.after,
      reason: audit.reason,
    })
    .from(audit)
    .leftJoin(members, eq(members.id, audit.actorId))
    .where(and(...which))
    .orderBy(desc(audit.id))
    .limit(limit);
  const deeds = rows.map(({ actorId, names, subject, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    ...(actorId && { by: { id: actorId, name: names ? nameOf(names) : '' } }),
    ...thingsOf(subject, row.after),
  }));
  return withGames(database, deeds);
}

/** The same as lines of CSV, page after page: nothing holds all of it at once. */
export function deedLines(database: Queryable, wanted: Wanted): Readable {
  const lines = stringify({ header: true, columns, escape_formulas: true, bom: true });
  // Whoever reads the lines is told by them of what went wrong.
  pipeline(Readable.from(eachDeed(database, wanted)), lines, () => undefined);
  return lines;
}

const columns = ['at', 'by', 'action', 'tip', 'game', 'before', 'after', 'reason'];

async function* eachDeed(database: Queryable, wanted: Wanted) {
  for (let before: number | undefined; ;) {
    const page = await deedsOf(database, { ...wanted, before, limit: pageSize });
    for (const deed of page) {
      yield {
        at: deed.at,
        by: deed.by?.name ?? '',
        action: deed.action,
        tip: deed.tipId ?? '',
        game: deed.game ?? '',
        before: JSON.stringify(deed.before) ?? '',
        after: JSON.stringify(deed.after) ?? '',
        reason: deed.reason,
      };
    }
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

const OfFixture = z.object({ fixtureId: z.string() });

function thingsOf(subject: string, after: unknown) {
  const [kind, id = ''] = subject.split(/:(.*)/s);
  if (kind === 'fixture') return { fixtureId: id };
  const leg = z.safeParse(OfFixture, after);
  return { tipId: id, ...(leg.success && leg.data) };
}

async function withGames(database: Queryable, deeds: Deed[]): Promise<Deed[]> {
  const ids = new Set(deeds.flatMap(({ fixtureId }) => fixtureId ?? []));
  if (ids.size === 0) return deeds;
  const rows = await database
    .select({ id: fixtures.id, home: fixtures.home, away: fixtures.away })
    .from(fixtures)
    .where(inArray(fixtures.id, [...ids]));
  const games = new Map(rows.map(({ id, home, away }) => [id, gameName(home, away)]));
  return deeds.map((deed) => {
    const game = deed.fixtureId === undefined ? undefined : games.get(deed.fixtureId);
    return game === undefined ? deed : { ...deed, game };
  });
}
