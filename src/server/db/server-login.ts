import { createHmac } from 'node:crypto';
import type { Client } from 'pg';

import { messageOf, StartRefused } from '../platform/start-refused.ts';
import { appRole } from './database.ts';
import { isDatabaseAway, isReadOnly, sqlStateOf } from './failures.ts';
import { type Credentials, credentialsIn, withCredentials } from './hosts.ts';
import { type Login, readLogin, readRole, atWritableHost } from './login.ts';

type Addresses = {
  databaseUrl: string;
  /** If set, `databaseUrl` must be another login. */
  databaseOwnerUrl: string | null;
};

type LoginOptions = {
  /** The source of the login's password if the owner's address has none. */
  secret: string;
  /** Refuses a login with more rights than a server needs instead of reporting it. */
  isStrict: boolean;
  report: (line: string) => void;
};

/**
 * The address for servers. Its login may only work as `touchline_app`, so that an injected
 * statement that leaves this role gains nothing. If the given address is the owner's, such a login
 * is created.
 */
export async function serverAddress(
  { databaseUrl: url, databaseOwnerUrl }: Addresses,
  { secret, isStrict, report }: LoginOptions,
): Promise<string> {
  const login = await atWritableHost(url, readLogin);
  if (login.excess.length === 0) {
    if (login.mayWork) return url;
    throw new StartRefused(
      `${login.name} may not work as ${appRole}. As a superuser: grant ${appRole} to "${login.name}";`,
    );
  }
  const credentials = credentialsBeside(login, url, secret);
  const problem = databaseOwnerUrl === null ? await provideLogin(url, credentials) : '';
  if (problem === undefined) return withCredentials(url, credentials);
  const advice = `${adviceFor('DATABASE_URL', login)}${problem && ` (${problem})`}`;
  if (isStrict) throw new StartRefused(advice);
  report(advice);
  return url;
}

/** The address for reading a standby: with the servers' login if it had the owner's. */
export async function standbyAddress(
  readUrl: string,
  { databaseUrl, serverUrl }: { databaseUrl: string; serverUrl: string },
  { isStrict, report }: Omit<LoginOptions, 'secret'>,
): Promise<string> {
  const isOwners = credentialsIn(readUrl).name === credentialsIn(databaseUrl).name;
  if (isOwners) return withCredentials(readUrl, credentialsIn(serverUrl));
  // An unreachable standby is skipped until it is back.
  const login = await atWritableHost(readUrl, readLogin).catch(() => undefined);
  if (!login || login.excess.length === 0) return readUrl;
  const advice = adviceFor('DATABASE_READ_URL', login);
  if (isStrict) throw new StartRefused(advice);
  report(advice);
  return readUrl;
}

/** Advice on a login with more rights than a server needs, with the commands to type. */
export function adviceFor(setting: string, { name, excess }: Login): string {
  const server = nameBeside(name);
  const owner = setting === 'DATABASE_URL' ? `, and ${name} in DATABASE_OWNER_URL` : '';
  return (
    `${name} in ${setting} may do more than a server needs: it ${excess.join(', ')}. As a superuser: ` +
    `create role "${server}" login password '…' in role ${appRole}; then name ${server} in ` +
    `${setting}${owner}.`
  );
}

/** The name of the login beside an owner; role names are global in a cluster. */
export function nameBeside(owner: string): string {
  return `${owner.slice(0, 50)}_server`;
}

/** Derives a login from the owner's password, so that all servers of a database have one login. */
function credentialsBeside({ name }: Login, url: string, secret: string): Credentials {
  const key = credentialsIn(url).password || secret;
  const password = createHmac('sha256', key).update(`touchline server login\n${name}`);
  return { name: nameBeside(name), password: password.digest('base64url') };
}

const maxAttempts = 5;

/** Creates or repairs the login; returns the reason if that is impossible. */
async function provideLogin(
  ownerUrl: string,
  credentials: Credentials,
): Promise<string | undefined> {
  const url = withCredentials(ownerUrl, credentials);
  let problem = await problemWith(url);
  for (let attempt = 0; problem !== undefined && attempt < maxAttempts; attempt += 1) {
    try {
      await atWritableHost(ownerUrl, async (owner) => makeLogin(owner, credentials));
    } catch (error) {
      if (isDatabaseAway(error) && !isReadOnly(error)) throw error;
      // Another server may be creating it at this moment.
      if (!isCreatedMeanwhile(error)) return messageOf(error);
    }
    problem = await problemWith(url);
  }
  return problem;
}

async function problemWith(url: string): Promise<string | undefined> {
  try {
    const { name, excess, hasSettings } = await atWritableHost(url, readLogin);
    if (excess.length > 0) return `${name} ${excess.join(', ')}`;
    return hasSettings ? `${name} has settings of its own` : undefined;
  } catch (error) {
    // SQLSTATE class 28: the login is missing, has another password, or pg_hba.conf excludes it.
    if (sqlStateOf(error)?.startsWith('28')) return messageOf(error);
    throw error;
  }
}

async function makeLogin(owner: Client, { name, password }: Credentials): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const login = `login noinherit password ${owner.escapeLiteral(password)}`;
  const there = await readRole(owner, name);
  // An unrelated role has this name.
  if (there && there.excess.length > 0) throw new Error(`${name} ${there.excess.join(', ')}`);
  if (!there) {
    await owner.query(`create role ${role} ${login} in role ${appRole}`);
    return;
  }
  await owner.query(`alter role ${role} ${login}`);
  await owner.query(`grant ${appRole} to ${role}`);
  // A login may give itself settings, which the next start removes.
  await owner.query(`alter role ${role} reset all`);
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const database = owner.escapeIdentifier(rows[0]?.name ?? '');
  await owner.query(`alter role ${role} in database ${database} reset all`);
}

const duplicates = ['42710', '23505'];

function isCreatedMeanwhile(error: unknown): boolean {
  return (
    duplicates.includes(sqlStateOf(error) ?? '') || /concurrently updated/.test(messageOf(error))
  );
}
