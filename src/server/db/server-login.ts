import { createHmac } from 'node:crypto';
import type { Client } from 'pg';

import { messageOf, StartRefused } from '../start-refused.ts';
import { appRole } from './database.ts';
import { isDatabaseAway, isReadOnly, sqlStateOf } from './failures.ts';
import { type Credentials, credentialsIn, withCredentials } from './hosts.ts';
import { type Login, readLogin, readRole, withClient } from './login.ts';

type Addresses = {
  databaseUrl: string;
  /** If set, `databaseUrl` has to be a login of its own. */
  databaseOwnerUrl: string | null;
};

type LoginOptions = {
  /** Makes a password where the owner's address holds none. */
  secret: string;
  /** Refuses a login that may do more than a server needs, instead of reporting it. */
  isStrict: boolean;
  report: (line: string) => void;
};

/**
 * The address that servers work under. Its login may do nothing but work as `touchline_app`, so that a
 * statement that leaves this role gains nothing. Where the address is the owner's, such a login is made.
 */
export async function serverAddress(
  { databaseUrl: url, databaseOwnerUrl }: Addresses,
  { secret, isStrict, report }: LoginOptions,
): Promise<string> {
  const login = await withClient(url, readLogin);
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

/** The address that servers read a standby under: with their login where it was the owner's. */
export async function standbyAddress(
  readUrl: string,
  { databaseUrl, serverUrl }: { databaseUrl: string; serverUrl: string },
  { isStrict, report }: Omit<LoginOptions, 'secret'>,
): Promise<string> {
  const isOwners = credentialsIn(readUrl).name === credentialsIn(databaseUrl).name;
  if (isOwners) return withCredentials(readUrl, credentialsIn(serverUrl));
  // A standby that is away is left alone until it is back.
  const login = await withClient(readUrl, readLogin).catch(() => undefined);
  if (!login || login.excess.length === 0) return readUrl;
  const advice = adviceFor('DATABASE_READ_URL', login);
  if (isStrict) throw new StartRefused(advice);
  report(advice);
  return readUrl;
}

/** Reports a login that may do more than a server needs, with what to type. */
export function adviceFor(setting: string, { name, excess }: Login): string {
  const server = nameBeside(name);
  const owner = setting === 'DATABASE_URL' ? `, and ${name} in DATABASE_OWNER_URL` : '';
  return (
    `${name} in ${setting} may do more than a server needs: it ${excess.join(', ')}. As a superuser: ` +
    `create role "${server}" login password '…' in role ${appRole}; then name ${server} in ` +
    `${setting}${owner}.`
  );
}

/** Names the login beside an owner; names of roles belong to the whole cluster. */
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

/** Makes the login unless it is as it should be; returns why that cannot be, else undefined. */
async function provideLogin(
  ownerUrl: string,
  credentials: Credentials,
): Promise<string | undefined> {
  const url = withCredentials(ownerUrl, credentials);
  let problem = await problemWith(url);
  for (let attempt = 0; problem !== undefined && attempt < maxAttempts; attempt += 1) {
    try {
      await withClient(ownerUrl, async (owner) => makeLogin(owner, credentials));
    } catch (error) {
      if (isDatabaseAway(error) && !isReadOnly(error)) throw error;
      // Another server may be making it at this moment.
      if (!isMadeMeanwhile(error)) return messageOf(error);
    }
    problem = await problemWith(url);
  }
  return problem;
}

async function problemWith(url: string): Promise<string | undefined> {
  try {
    const { name, excess, hasSettings } = await withClient(url, readLogin);
    if (excess.length > 0) return `${name} ${excess.join(', ')}`;
    return hasSettings ? `${name} has settings of its own` : undefined;
  } catch (error) {
    // Invalid authorization: the login is missing, has another password, or is kept out by pg_hba.conf.
    if (sqlStateOf(error)?.startsWith('28')) return messageOf(error);
    throw error;
  }
}

async function makeLogin(owner: Client, { name, password }: Credentials): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const login = `login noinherit password ${owner.escapeLiteral(password)}`;
  const there = await readRole(owner, name);
  // A role of somebody else's, which bears this name by chance.
  if (there && there.excess.length > 0) throw new Error(`${name} ${there.excess.join(', ')}`);
  if (!there) {
    await owner.query(`create role ${role} ${login} in role ${appRole}`);
    return;
  }
  await owner.query(`alter role ${role} ${login}`);
  await owner.query(`grant ${appRole} to ${role}`);
  // A login may give itself settings, which the next start takes away.
  await owner.query(`alter role ${role} reset all`);
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const database = owner.escapeIdentifier(rows[0]?.name ?? '');
  await owner.query(`alter role ${role} in database ${database} reset all`);
}

const duplicates = ['42710', '23505'];

function isMadeMeanwhile(error: unknown): boolean {
  return (
    duplicates.includes(sqlStateOf(error) ?? '') || /concurrently updated/.test(messageOf(error))
  );
}
