import type { Client } from 'pg';

import { appRole } from '../db/database.ts';
import { type DatabaseLoginRole, readDatabaseLoginRole, withWritableClient } from '../db/login.ts';
import { createLoginAdvice, toServerLoginName } from '../db/server-login.ts';
import type { Settings } from '../platform/settings.ts';
import { type CheckResult, createResultFactories } from './check-result.ts';

const { ok, warn, bad } = createResultFactories('database');

export type DatabaseLoginSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseOwnerUrl' | 'environment'
>;

/** Checks the database logins of the owner and of the servers. */
export async function checkDatabaseLogins(
  owner: Client,
  needs: DatabaseLoginSettings,
): Promise<CheckResult[]> {
  const login = await readDatabaseLoginRole(owner);
  const may = await readDatabaseOwnerRights(owner);
  return [checkDatabaseOwnerRights(login, may), await checkServerDatabaseLogin(login, may, needs)];
}

type DatabaseOwnerRights = {
  /** True if the owner's login may create roles. */
  makesRoles: boolean;
  /** True if the owner's login may grant the servers' role `appRole`. */
  grantsRole: boolean;
  /** True if `appRole` exists. */
  isThere: boolean;
};

async function readDatabaseOwnerRights(client: Client): Promise<DatabaseOwnerRights> {
  const { rows } = await client.query<DatabaseOwnerRights>(
    `select me.rolsuper or me.rolcreaterole as "makesRoles", role.oid is not null as "isThere",
      case when role.oid is null then me.rolsuper or me.rolcreaterole
        when current_setting('server_version_num')::int < 160000 and me.rolcreaterole then true
        else pg_has_role(role.oid, 'member with admin option') end as "grantsRole"
    from pg_roles as me, (select to_regrole($1)::oid as oid) as role
    where me.rolname = session_user`,
    [appRole],
  );
  return rows[0] ?? { makesRoles: false, grantsRole: false, isThere: false };
}

function checkDatabaseOwnerRights(
  { name, mayWork }: DatabaseLoginRole,
  { grantsRole, isThere }: DatabaseOwnerRights,
): CheckResult {
  if (mayWork) return ok(`${name} may work as ${appRole}, which cannot rewrite the history.`);
  if (grantsRole) {
    return ok(`${name} may give itself the role ${appRole}, which the first start does.`);
  }
  const make = isThere ? '' : `create role ${appRole} nologin; `;
  return bad(
    `${name} may not work as ${appRole}. As a superuser: ${make}grant ${appRole} to "${name}";`,
  );
}

async function checkServerDatabaseLogin(
  owner: DatabaseLoginRole,
  { makesRoles, grantsRole }: DatabaseOwnerRights,
  { databaseUrl, databaseOwnerUrl, environment }: DatabaseLoginSettings,
): Promise<CheckResult> {
  const isOwn = databaseUrl !== null && databaseOwnerUrl !== null;
  const login = isOwn ? await withWritableClient(databaseUrl, readDatabaseLoginRole) : owner;
  if (login.excess.length === 0) {
    return ok(`Servers log in as ${login.name}, which may do nothing but work as ${appRole}.`);
  }
  if (!isOwn && makesRoles && grantsRole) {
    const name = toServerLoginName(login.name);
    return ok(`Servers log in as ${name}, which a start makes, and which may do nothing else.`);
  }
  return (environment === 'production' ? bad : warn)(createLoginAdvice('DATABASE_URL', login));
}
