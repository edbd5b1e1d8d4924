import { createHmac } from 'node:crypto';
import type { Client } from 'pg';

import { toErrorMessage, OperatorError } from '../platform/error-reports.ts';
import { appRole } from './database.ts';
import { isDatabaseUnavailable, isReadOnlyError, findSqlState } from './failures.ts';
import { type Credentials, parseCredentials, replaceCredentials } from './hosts.ts';
import {
  type DatabaseLoginRole,
  readDatabaseLoginRole,
  readRole,
  withWritableClient,
} from './login.ts';

type DatabaseUrls = {
  databaseUrl: string;
  /** If set, `databaseUrl` must have another login. */
  databaseOwnerUrl: string | null;
};

type LoginOptions = {
  /** The login's password is derived from this secret if the owner's URL has no password. */
  secret: string;
  /** Refuses a login with more rights than a server needs instead of reporting it. */
  isStrict: boolean;
  report: (line: string) => void;
};

/**
 * Returns the URL for servers. Its login may only use the role `touchline_app`, so an injected SQL
 * statement that leaves this role gains no rights. If the given URL has the owner's login, the
 * servers' login is created.
 */
export async function resolveServerUrl(
  { databaseUrl: url, databaseOwnerUrl }: DatabaseUrls,
  { secret, isStrict, report }: LoginOptions,
): Promise<string> {
  const login = await withWritableClient(url, readDatabaseLoginRole);
  if (login.excess.length === 0) {
    if (login.mayWork) return url;
    throw new OperatorError(
      `${login.name} may not work as ${appRole}. As a superuser: grant ${appRole} to "${login.name}";`,
    );
  }
  const credentials = deriveServerCredentials(login, url, secret);
  const problem = databaseOwnerUrl === null ? await ensureServerLogin(url, credentials) : '';
  if (problem === undefined) return replaceCredentials(url, credentials);
  const advice = `${createLoginAdvice('DATABASE_URL', login)}${problem && ` (${problem})`}`;
  if (isStrict) throw new OperatorError(advice);
  report(advice);
  return url;
}

/** Returns the URL for reads from a standby, with the servers' login instead of the owner's. */
export async function resolveStandbyUrl(
  readUrl: string,
  { databaseUrl, serverUrl }: { databaseUrl: string; serverUrl: string },
  { isStrict, report }: Omit<LoginOptions, 'secret'>,
): Promise<string> {
  const isOwners = parseCredentials(readUrl).name === parseCredentials(databaseUrl).name;
  if (isOwners) return replaceCredentials(readUrl, parseCredentials(serverUrl));
  // An unreachable standby is not checked; servers do not use it until it is back.
  const login = await withWritableClient(readUrl, readDatabaseLoginRole).catch(() => undefined);
  if (!login || login.excess.length === 0) return readUrl;
  const advice = createLoginAdvice('DATABASE_READ_URL', login);
  if (isStrict) throw new OperatorError(advice);
  report(advice);
  return readUrl;
}

/** Returns advice about a login with more rights than a server needs, including commands to run. */
export function createLoginAdvice(setting: string, { name, excess }: DatabaseLoginRole): string {
  const server = toServerLoginName(name);
  const owner = setting === 'DATABASE_URL' ? `, and ${name} in DATABASE_OWNER_URL` : '';
  return (
    `${name} in ${setting} may do more than a server needs: it ${excess.join(', ')}. As a superuser: ` +
    `create role "${server}" login password '…' in role ${appRole}; then name ${server} in ` +
    `${setting}${owner}.`
  );
}

/** Returns the name of the servers' login for an owner; role names are global in a cluster. */
export function toServerLoginName(owner: string): string {
  return `${owner.slice(0, 50)}_server`;
}

/** Derives the servers' login from the owner's password, so that all servers get the same login. */
function deriveServerCredentials(
  { name }: DatabaseLoginRole,
  url: string,
  secret: string,
): Credentials {
  const key = parseCredentials(url).password || secret;
  const password = createHmac('sha256', key).update(`touchline server login\n${name}`);
  return { name: toServerLoginName(name), password: password.digest('base64url') };
}

const maxAttempts = 5;

/** Creates or repairs the servers' login; returns an error message if that is impossible. */
async function ensureServerLogin(
  ownerUrl: string,
  credentials: Credentials,
): Promise<string | undefined> {
  const url = replaceCredentials(ownerUrl, credentials);
  let problem = await findLoginProblem(url);
  for (let attempt = 0; problem !== undefined && attempt < maxAttempts; attempt += 1) {
    try {
      await withWritableClient(ownerUrl, async (owner) => createOrRepairLogin(owner, credentials));
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isReadOnlyError(error)) throw error;
      // Another server may have created the login at the same time.
      if (!isCreatedMeanwhile(error)) return toErrorMessage(error);
    }
    problem = await findLoginProblem(url);
  }
  return problem;
}

async function findLoginProblem(url: string): Promise<string | undefined> {
  try {
    const { name, excess, hasSettings } = await withWritableClient(url, readDatabaseLoginRole);
    if (excess.length > 0) return `${name} ${excess.join(', ')}`;
    return hasSettings ? `${name} has settings of its own` : undefined;
  } catch (error) {
    // SQLSTATE class 28: the login is missing, has another password, or pg_hba.conf excludes it.
    if (findSqlState(error)?.startsWith('28')) return toErrorMessage(error);
    throw error;
  }
}

async function createOrRepairLogin(owner: Client, { name, password }: Credentials): Promise<void> {
  const role = owner.escapeIdentifier(name);
  const login = `login noinherit password ${owner.escapeLiteral(password)}`;
  const there = await readRole(owner, name);
  // The name belongs to an unrelated role.
  if (there && there.excess.length > 0) throw new Error(`${name} ${there.excess.join(', ')}`);
  if (!there) {
    await owner.query(`create role ${role} ${login} in role ${appRole}`);
    return;
  }
  await owner.query(`alter role ${role} ${login}`);
  await owner.query(`grant ${appRole} to ${role}`);
  // A login can store settings for itself; each start removes them.
  await owner.query(`alter role ${role} reset all`);
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  const database = owner.escapeIdentifier(rows[0]?.name ?? '');
  await owner.query(`alter role ${role} in database ${database} reset all`);
}

const duplicateStates = ['42710', '23505'];

function isCreatedMeanwhile(error: unknown): boolean {
  return (
    duplicateStates.includes(findSqlState(error) ?? '') ||
    /concurrently updated/.test(toErrorMessage(error))
  );
}
