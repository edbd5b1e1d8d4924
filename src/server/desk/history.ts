import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { and, desc, eq, gte, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { adminActions, type AuditEntry } from '#contract/desk-history.ts';
import { oddNameOf, findOptionById } from '#domain/catalogue.ts';
import { gameName } from '#domain/fixture.ts';

import { csvOptions } from '../platform/escaping.ts';
import type { Queryable } from '../db/database.ts';
import { audit, fixtures, legs, members } from '../db/schema.ts';
import { toDisplayName } from '../members/names.ts';

/**
 * Filters of the audit history by tip, game, administrator or time; without any, all actions of
 * administrators.
 */
type HistoryScope = Partial<
  Record<'tip' | 'by' | 'fixture' | 'from' | 'until', string | undefined>
>;

const pageSize = 1_000;

/** Reads audit entries, newest first. */
export async function readAuditEntries(
  database: Queryable,
  {
    tip,
    by,
    before,
    limit,
    ...scope
  }: HistoryScope & { before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const which: (SQL | undefined)[] = [
    tip === undefined ? inArray(audit.action, [...adminActions]) : eq(audit.subject, `tip:${tip}`),
    by === undefined ? undefined : eq(audit.actorId, by),
    // Results from a feed are not actions of administrators; confirmations by rule are included.
    tip === undefined
      ? or(isNotNull(audit.actorId), ne(audit.action, 'fixture.result'))
      : undefined,
    // A text that its tipster removed is not an action of an administrator.
    tip === undefined
      ? or(ne(audit.action, 'tip.erase'), sql`${audit.after} ->> 'by' = 'administrator'`)
      : undefined,
    before === undefined ? undefined : lt(audit.id, before),
    scope.fixture === undefined ? undefined : isAboutFixture(scope.fixture),
    scope.from === undefined ? undefined : gte(audit.at, new Date(scope.from)),
    scope.until === undefined ? undefined : lt(audit.at, new Date(scope.until)),
  ];
  const { firstName, lastName, userName, nameMark } = members;
  const rows = await database
    .select({
      id: audit.id,
      at: audit.at,
      actorId: audit.actorId,
      names: { firstName, lastName, userName, nameMark },
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
  const entries = rows.map(({ actorId, names, subject, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    ...(actorId && { by: { id: actorId, name: names ? toDisplayName(names) : '' } }),
    ...parseSubject(subject, row.after),
  }));
  return addOptionNames(database, await addGameNames(database, entries));
}

/**
 * SQL condition: the event is about the game itself, or about its leg in a tip. Uses the index on
 * `subject`.
 */
function isAboutFixture(fixtureId: string): SQL | undefined {
  const subjects = sql`${audit.subject} in (
    select ${`fixture:${fixtureId}`}
    union all
    select 'tip:' || ${legs.tipId} from ${legs} where ${legs.fixtureId} = ${fixtureId})`;
  return and(subjects, sql`coalesce(${audit.after} ->> 'fixtureId', ${fixtureId}) = ${fixtureId}`);
}

/** Adds the option of the leg to each entry; a tip has at most one option per game. */
async function addOptionNames(database: Queryable, entries: AuditEntry[]): Promise<AuditEntry[]> {
  const ids = new Set(entries.flatMap(({ tipId, fixtureId }) => (tipId && fixtureId ? tipId : [])));
  if (ids.size === 0) return entries;
  const rows = await database
    .select({ tipId: legs.tipId, fixtureId: legs.fixtureId, oddsId: legs.oddsId })
    .from(legs)
    .where(inArray(legs.tipId, [...ids]));
  const optionIds = new Map(rows.map((row) => [`${row.tipId} ${row.fixtureId}`, row.oddsId]));
  return entries.map((entry) => {
    const option = findOptionById(optionIds.get(`${entry.tipId} ${entry.fixtureId}`) ?? 0);
    return option ? { ...entry, option: oddNameOf(option) } : entry;
  });
}

/** Streams the history as CSV, page by page. */
export function streamAuditCsv(database: Queryable, scope: HistoryScope): Readable {
  const lines = stringify({ ...csvOptions, header: true, columns });
  // The callback ignores errors, which the stream `lines` reports to its reader.
  pipeline(Readable.from(generateCsvRows(database, scope)), lines, () => undefined);
  return lines;
}

const columns = ['at', 'by', 'action', 'tip', 'game', 'option', 'before', 'after', 'reason'];

async function* generateCsvRows(database: Queryable, scope: HistoryScope) {
  for (let before: number | undefined; ;) {
    const page = await readAuditEntries(database, { ...scope, before, limit: pageSize });
    for (const entry of page) {
      yield {
        at: entry.at,
        by: entry.by?.name ?? '',
        action: entry.action,
        tip: entry.tipId ?? '',
        game: entry.game ?? '',
        option: entry.option ?? '',
        before: JSON.stringify(entry.before) ?? '',
        after: JSON.stringify(entry.after) ?? '',
        reason: entry.reason,
      };
    }
    before = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

const FixtureReference = z.object({ fixtureId: z.string() });

function parseSubject(subject: string, after: unknown): Partial<AuditEntry> {
  const [kind, id = ''] = subject.split(/:(.*)/s);
  if (kind === 'fixture') return { fixtureId: id };
  const leg = z.safeParse(FixtureReference, after);
  return { tipId: id, ...(leg.success && leg.data) };
}

async function addGameNames(database: Queryable, entries: AuditEntry[]): Promise<AuditEntry[]> {
  const ids = new Set(entries.flatMap(({ fixtureId }) => fixtureId ?? []));
  if (ids.size === 0) return entries;
  const rows = await database
    .select({ id: fixtures.id, home: fixtures.home, away: fixtures.away })
    .from(fixtures)
    .where(inArray(fixtures.id, [...ids]));
  const games = new Map(rows.map(({ id, home, away }) => [id, gameName(home, away)]));
  return entries.map((entry) => {
    const game = entry.fixtureId === undefined ? undefined : games.get(entry.fixtureId);
    return game === undefined ? entry : { ...entry, game };
  });
}
