import type { Client, ClientBase } from 'pg';

import { appRole } from './database.ts';
import { findActiveHostUrl, shortTimeouts, withClient } from './hosts.ts';

/** The login role of a connection with its rights; `set role none` returns to this role. */
export type DatabaseLoginRole = {
  name: string;
  /** True if the login may use the server's role, `touchline_app`. */
  mayWork: boolean;
  /** Rights that a server does not need, such as "owns tables". */
  excess: readonly string[];
  /** True if settings are stored for the login (`alter role … set`), which it can do for itself. */
  hasSettings: boolean;
};

export async function readDatabaseLoginRole(client: ClientBase): Promise<DatabaseLoginRole> {
  const { rows } = await client.query<{ name: string }>('select session_user as name');
  const [{ name } = { name: '' }] = rows;
  return (await readRole(client, name)) ?? { name, mayWork: false, excess: [], hasSettings: false };
}

/** Reads a role with its rights; undefined if the role does not exist. */
export async function readRole(
  client: ClientBase,
  name: string,
): Promise<DatabaseLoginRole | undefined> {
  const { rows } = await client.query<DatabaseLoginRole>(
    `select me.rolname as name,
      coalesce(case when current_setting('server_version_num')::int < 160000
        then pg_has_role(me.oid, to_regrole($1::text)::oid, 'member')
        else pg_has_role(me.oid, to_regrole($1::text)::oid, 'set') end, false) as "mayWork",
      array_remove(array[
        case when me.rolsuper then 'is a superuser' end,
        case when me.rolcreaterole then 'makes roles' end,
        case when me.rolcreatedb then 'makes databases' end,
        case when me.rolreplication then 'copies all databases' end,
        case when exists (select from pg_shdepend where deptype = 'o' and refobjid = me.oid
          and refclassid = 'pg_authid'::regclass) then 'owns tables' end,
        case when has_database_privilege(me.oid, current_database(), 'create')
          then 'makes schemas' end,
        case when has_table_privilege(me.oid, to_regclass('public.audit')::oid,
          'update, delete, truncate, trigger') then 'changes the history' end,
        (select 'works as ' || string_agg(rolname, ', ' order by rolname) from pg_roles
          where not me.rolsuper and rolname not in (me.rolname, $1::text, 'pg_database_owner')
            and pg_has_role(me.oid, oid, 'member'))
      ], null) as excess,
      exists (select from pg_db_role_setting where setrole = me.oid and setdatabase in
        (0, (select oid from pg_database where datname = current_database()))) as "hasSettings"
    from pg_roles as me where me.rolname = $2`,
    [appRole, name],
  );
  return rows[0];
}

/** Runs work on a connection to the host that accepts writes. */
export async function withWritableClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const connectionString = await findActiveHostUrl(url);
  return withClient({ name: 'login', connectionString, ...shortTimeouts }, work);
}
