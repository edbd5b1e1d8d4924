import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts';

import { createDatabase, type TestDatabase } from '../../testing/database/postgres.ts';

/** A change that database triggers have recorded, with its transaction. */
export type Change = z.infer<typeof Change>;

const Change = z.object({
  id: z.number(),
  tx: z.string(),
  what: z.string(),
  subject: z.string(),
  member: z.nullable(z.string()),
  status: z.nullable(z.number()),
  /** The problem code of a stored refusal. */
  code: z.nullable(z.string()),
  /** The version of a tip before the change, and after. */
  version: z.nullable(z.number()),
  becomes: z.nullable(z.number()),
  /** The snapshot at the start of the transaction; null unless the server process records it. */
  snapshot: z.nullable(z.string()),
});

/**
 * The tables and columns whose changes are recorded: every effect of an operation, and every stored
 * response. Transactions that change tips or write audit entries also record the key they have
 * reserved.
 */
const watched = [
  ['tips', 'insert', `'posted', new.id::text, new.owner_id, null, new.version`, ''],
  [
    'tips',
    'update',
    `case
      when old.booked_at is distinct from new.booked_at then 'booked'
      when old.withdrawn_at is distinct from new.withdrawn_at then 'withdrawn'
      when old.confirmed_at is distinct from new.confirmed_at then 'confirmed'
      else 'changed' end, new.id::text, new.owner_id, old.version, new.version`,
    '',
  ],
  [
    'legs',
    'update',
    `'leg', new.tip_id::text, null::uuid, null, null`,
    'when (old.odd is distinct from new.odd or old.result is distinct from new.result)',
  ],
  [
    'follows',
    'insert or update',
    `'followed', new.tipster_id::text, new.member_id, null, null`,
    '',
  ],
  [
    'members',
    'update',
    `'profile', new.id::text, new.id, null, null`,
    'when (old.profile_cursor is distinct from new.profile_cursor)',
  ],
  [
    'fixtures',
    'update',
    `'result', new.id, null::uuid, old.version, new.version`,
    'when (old.version is distinct from new.version)',
  ],
  ['audit', 'insert', `'noted', new.subject, new.actor_id, null, null`, ''],
  ['audit', 'update', `'note changed', new.subject, new.actor_id, null, null`, ''],
  ['audit', 'delete', `'note gone', old.subject, old.actor_id, null, null`, ''],
] as const;

/** Creates a migrated database that records its changes. */
export async function createWatchedDatabase(): Promise<TestDatabase> {
  return createDatabase('faults', async (url) => {
    const database = openDatabase({ url, connections: 1 });
    await installBookkeeping(database);
    await closeDatabase(database);
  });
}

/**
 * Installs the triggers as the owner of the database: the server's role may not write these tables.
 */
async function installBookkeeping(database: Database): Promise<void> {
  const statements = watched.map(([table, event, values, when], index) => {
    const name = `faults_${index}`;
    return `create function ${name}() returns trigger language plpgsql security definer as $$ begin
        insert into faults_changes (what, subject, member, version, becomes) values (${values}); return null; end $$;
      create trigger ${name} after ${event} on ${table} for each row ${when}
        execute function ${name}();`;
  });
  await database.execute(
    sql.raw(`
    create table faults_changes (id bigserial primary key, tx bigint not null default txid_current(),
      snapshot text default current_setting('faults.snapshot', true),
      what text not null, subject text not null, member uuid, status smallint, code text,
      version integer, becomes integer);
    create function faults_answer() returns trigger language plpgsql security definer as $$ begin
      insert into faults_changes (what, subject, member, status, code)
        values ('answered', new.key, new.member_id, new.status, new.answer->>'code'); return null; end $$;
    create function faults_claim() returns trigger language plpgsql security definer as $$ begin
      insert into faults_changes (what, subject)
        select 'claimed', ((classid::bigint << 32) | objid::bigint)::text from pg_locks
        where locktype = 'advisory' and objsubid = 1 and pid = pg_backend_pid(); return null; end $$;
    create trigger faults_claim_1 after insert on audit for each statement execute function faults_claim();
    create trigger faults_claim_2 after update on tips for each statement execute function faults_claim();
    create trigger faults_answer after insert or update on operations for each row
      when (new.status is not null) execute function faults_answer();
    ${statements.join('\n')}`),
  );
}

/** The changes after a position, in order. */
export async function changesOf(database: Database, since = 0): Promise<Change[]> {
  const { rows } = await database.execute(
    sql`select id::integer, tx::text, what, subject, member, status, code, version, becomes,
        snapshot
      from faults_changes where id > ${since} order by id`,
  );
  return z.parse(z.array(Change), rows);
}

/** Maps each advisory lock to the reserved key, as `member key`. */
export async function claimsOf(
  database: Database,
  names: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await database.execute(
    sql`select name, hashtextextended(name, 0)::text as lock
      from json_array_elements_text(${JSON.stringify(names)}) as name`,
  );
  const claims = z.parse(z.array(z.object({ name: z.string(), lock: z.string() })), rows);
  return new Map(claims.map(({ name, lock }) => [lock, name]));
}

/** The current position, which is the id of the last change. */
export async function placeIn(database: Database): Promise<number> {
  const { rows } = await database.execute(
    sql`select coalesce(max(id), 0)::integer as place from faults_changes`,
  );
  return z.parse(z.array(z.object({ place: z.number() })), rows)[0]?.place ?? 0;
}

/** Runs work that belongs to no operation, and marks its changes so that no check reads them. */
export async function aside(database: Database, work: () => Promise<unknown>): Promise<void> {
  const place = await placeIn(database);
  await work();
  await database.execute(sql`update faults_changes set what = 'aside' where id > ${place}`);
}

/** Empties all tables that schedules write. */
export async function forgetAll(database: Database): Promise<void> {
  await database.execute(
    sql`set session_replication_role = replica; delete from faults_changes; delete from audit;
      delete from notices; delete from unsealed_events; delete from record_slices; delete from tipster_records;
      delete from operations; delete from legs; delete from tips; delete from follows;
      delete from sessions; delete from members; delete from pictures; delete from fixtures;
      set session_replication_role = default`,
  );
}

/** Deletes the changes so far, which belong to no operation. */
export async function closeBooks(database: Database): Promise<void> {
  await database.execute(sql`delete from faults_changes`);
}
