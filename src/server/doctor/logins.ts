import type { Client } from 'pg';

import { appRole } from '../db/database.ts';
import { type Login, readLogin, atWritableHost } from '../db/login.ts';
import { adviceFor, nameBeside } from '../db/server-login.ts';
import type { Settings } from '../platform/settings.ts';
import { type CheckResult, resultsAbout } from './check-result.ts';

const { ok, warn, bad } = resultsAbout('database');

export type LoginNeeds = Pick<Settings, 'databaseUrl' | 'databaseOwnerUrl' | 'environment'>;

/** Checks the logins of the database: its owner, and that of servers. */
export async function checkLogins(owner: Client, needs: LoginNeeds): Promise<CheckResult[]> {
  const login = await readLogin(owner);
  const may = await readRights(owner);
  return [rightsOf(login, may), await serverLogin(login, may, needs)];
}

type Rights = { makesRoles: boolean; grantsRole: boolean; isThere: boolean };

async function readRights(client: Client): Promise<Rights> {
  const { rows } = await client.query<Rights>(
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

function rightsOf({ name, mayWork }: Login, { grantsRole, isThere }: Rights): CheckResult {
  if (mayWork) return ok(`${name} may work as ${appRole}, which cannot rewrite the history.`);
  if (grantsRole) {
    return ok(`${name} may give itself the role ${appRole}, which the first start does.`);
  }
  const make = isThere ? '' : `create role ${appRole} nologin; `;
  return bad(
    `${name} may not work as ${appRole}. As a superuser: ${make}grant ${appRole} to "${name}";`,
  );
}

async function serverLogin(
  owner: Login,
  { makesRoles, grantsRole }: Rights,
  { databaseUrl, databaseOwnerUrl, environment }: LoginNeeds,
): Promise<CheckResult> {
  const isOwn = databaseUrl !== null && databaseOwnerUrl !== null;
  const login = isOwn ? await atWritableHost(databaseUrl, readLogin) : owner;
  if (login.excess.length === 0) {
    return ok(`Servers log in as ${login.name}, which may do nothing but work as ${appRole}.`);
  }
  if (!isOwn && makesRoles && grantsRole) {
    const name = nameBeside(login.name);
    return ok(`Servers log in as ${name}, which a start makes, and which may do nothing else.`);
  }
  return (environment === 'production' ? bad : warn)(adviceFor('DATABASE_URL', login));
}
