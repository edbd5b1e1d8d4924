import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';

import { splitHosts } from '../db/hosts.ts';
import { isVapidPrivateKey, createVapidDetails } from '../push/vapid.ts';
import {
  splitList,
  toOddsSource,
  toResultsSource,
  sourceSettings,
  describeWrongMarkets,
} from '../sources/settings.ts';
import { readOrCreateSecret } from './own-secret.ts';
import { isStrongSecret, minSecretBytes } from './secrets.ts';
import { OperatorError } from './error-reports.ts';

export const defaultDataDir = '.data';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const flag = z.pipe(
  z.enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], 'must be 1 or 0'),
  z.transform((value) => ['1', 'true', 'yes', 'on'].includes(value)),
);

const origin = z.pipe(
  createTextSchema(isOrigin, 'must be an origin such as https://tips.example.org'),
  z.transform((value) => new URL(value).origin),
);

const originList = z.pipe(
  createTextSchema(
    (value) => splitList(value).every(isOrigin),
    'must be origins such as https://tips.example.org, parted by commas; * is not one',
  ),
  z.transform((value) => splitList(value).map((each) => new URL(each).origin)),
);

const listener = z.pipe(
  createTextSchema(
    (value) => parseListener(value) !== null,
    'must be a host and a port such as 127.0.0.1:9464',
  ),
  z.transform(parseListener),
);

const proxies = z.pipe(
  createTextSchema(
    isProxyList,
    'must be off, the number of proxies in front (1 to 9), or their addresses, parted by ' +
      'commas; "on" would believe whatever a stranger says of their address',
  ),
  z.transform(parseProxies),
);

/** A database URL with one or several hosts. */
const databaseAddress = createTextSchema(
  (value) => splitHosts(value).every(isDatabaseUrl),
  'must be an address such as postgres://user@host/database, with more hosts parted by commas',
);

const secret = createTextSchema(
  isStrongSecret,
  `must be at least ${minSecretBytes} random bytes (try: openssl rand -base64 48)`,
);

const Environment = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], 'must be development, test or production'),
    'development',
  ),
  PORT: z._default(createIntegerSchema(0, 65_535), 3000),
  HOST: z._default(
    z.string().check(z.regex(/^[\w.:-]+$/, 'must be a host name or an address')),
    'localhost',
  ),
  PUBLIC_ORIGIN: z.optional(origin),
  CORS_ORIGINS: z._default(originList, []),
  DATA_DIR: z._default(z.string(), defaultDataDir),
  DATABASE_URL: z.optional(databaseAddress),
  DATABASE_OWNER_URL: z.optional(databaseAddress),
  DATABASE_READ_URL: z.optional(
    createTextSchema(isDatabaseUrl, 'must be an address such as postgres://user@host/database'),
  ),
  DATABASE_CONNECTIONS: z._default(createIntegerSchema(5, 200), 20),
  JWT_SECRET: z.optional(secret),
  PROOF_KEY: z.optional(secret),
  SMTP_URL: z.optional(
    createTextSchema(
      (value) => isUrlWithProtocol(value, ['smtp:', 'smtps:']),
      'must be an address such as smtps://user:password@host',
    ),
  ),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(/^[^\r\n]*[^\s<]@[^\s>]+>?$/, 'must be a mail address')),
  ),
  VAPID_PRIVATE_KEY: z.optional(
    createTextSchema(
      isVapidPrivateKey,
      'must be a private key (try: npx web-push generate-vapid-keys)',
    ),
  ),
  ...sourceSettings,
  CONFIRM_AFTER_MINUTES: z.optional(createIntegerSchema(1, 7 * 24 * 60)),
  METRICS_ADDRESS: z.optional(listener),
  DEMO: z.optional(flag),
  LOG_LEVEL: z.optional(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`)),
  TRUST_PROXY: z._default(proxies, false),
});

type Environment = z.infer<typeof Environment>;

export const settingNames: readonly string[] = Object.keys(Environment.shape);

/** Reads the settings; throws one sentence per invalid variable. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const parsed = Environment.safeParse(removeEmptyVariables(env));
  if (!parsed.success) {
    throw new OperatorError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'),
    );
  }
  if (parsed.data.DEMO && parsed.data.ODDS_UPSTREAM) {
    throw new OperatorError(
      'DEMO cannot be on with ODDS_UPSTREAM: made-up games would get real prices.',
    );
  }
  const wrong = describeWrongMarkets(parsed.data);
  if (wrong) throw new OperatorError(wrong);
  if (parsed.data.DATABASE_OWNER_URL && !parsed.data.DATABASE_URL) {
    throw new OperatorError(
      'DATABASE_OWNER_URL names the owner of the database in DATABASE_URL, which is not set.',
    );
  }
  const missing = parsed.data.NODE_ENV === 'production' ? findProductionErrors(parsed.data) : [];
  if (missing.length > 0) throw new OperatorError(missing.join('\n'));
  return toSettings(parsed.data);
}

function findProductionErrors(env: Environment): string[] {
  const needed = ['JWT_SECRET', 'PUBLIC_ORIGIN', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM'] as const;
  const sentences: string[] = needed
    .filter((name) => !env[name])
    .map((name) => `${name} is required in production.`);
  if (env.PUBLIC_ORIGIN && !isSecureOrigin(env.PUBLIC_ORIGIN)) {
    sentences.push('PUBLIC_ORIGIN must begin with https:// in production, or be on localhost.');
  }
  if (!env.CORS_ORIGINS.every(isSecureOrigin)) {
    sentences.push('CORS_ORIGINS must begin with https:// in production, or be on localhost.');
  }
  if (env.DEMO) sentences.push('DEMO cannot be on in production: its accounts are public.');
  return sentences;
}

/** The settings of the process, checked once at the start. */
export type Settings = ReturnType<typeof toSettings>;

function toSettings(env: Environment) {
  const mailFrom = env.MAIL_FROM ?? 'Touchline <no-reply@localhost>';
  /** The absolute path of DATA_DIR. */
  const dataDir = resolve(env.DATA_DIR);
  return {
    environment: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    /** Public URL of the site: scheme, host and port, without a slash at the end. */
    publicOrigin: env.PUBLIC_ORIGIN ?? new URL(`http://localhost:${env.PORT}`).origin,
    corsOrigins: env.CORS_ORIGINS,
    dataDir,
    /** Database URL; null: the server starts the bundled PostgreSQL with its data in `dataDir`. */
    databaseUrl: env.DATABASE_URL ?? null,
    /**
     * URL with the owner's login, for migrations and commands. Null: `databaseUrl` has the owner's
     * login, or this server does not migrate.
     */
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    /** URL of a standby that serves lists; null: the primary serves them. */
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    /** Maximum connections of this process to the primary; the standby has the same maximum. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    jwtSecret: env.JWT_SECRET ?? readOrCreateSecret(dataDir, 'jwt-secret'),
    /** Secret of the key that signs checkpoints; read at first use. */
    get proofSecret() {
      return env.PROOF_KEY ?? readOrCreateSecret(dataDir, 'proof-key');
    },
    /** URL of the mail server; null (never in production): mails are written to `dataDir`/mail. */
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom,
    /** Key for web push; null: web push is disabled. */
    vapid: env.VAPID_PRIVATE_KEY ? createVapidDetails(env.VAPID_PRIVATE_KEY, mailFrom) : null,
    /** Source of odds; null: games come from season files, and administrators set all prices. */
    odds: toOddsSource(env),
    /** Source of results; null: administrators enter all results. */
    results: toResultsSource(env),
    /**
     * Minutes after a result until its tips are confirmed automatically; null: only administrators
     * confirm.
     */
    confirmAfterMinutes: env.CONFIRM_AFTER_MINUTES ?? null,
    /** The address of the metrics server; null: no such server. */
    metricsAddress: env.METRICS_ADDRESS ?? null,
    /** True if an empty database gets the demo season. */
    demo: env.DEMO ?? (env.NODE_ENV !== 'production' && !env.ODDS_UPSTREAM),
    // In a developer's console, one line per request would hide important lines.
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === 'production' ? 'info' : 'warn'),
    trustProxy: env.TRUST_PROXY,
  };
}

/** Removes empty variables: compose files and shells pass unset variables as empty text. */
function removeEmptyVariables(env: Record<string, string | undefined>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value?.trim()) filled[name] = value.trim();
  }
  return filled;
}

/** Creates a schema for a text; `message` completes a sentence about an invalid value. */
function createTextSchema(isRight: (value: string) => boolean, message: string) {
  return z.string().check(z.refine(isRight, message));
}

function createIntegerSchema(min: number, max: number) {
  return z.pipe(
    createTextSchema(
      (value) => isWholeNumber(value, min, max),
      `must be a whole number from ${min} to ${max}`,
    ),
    z.transform(Number),
  );
}

function isWholeNumber(value: string, min: number, max: number): boolean {
  return /^\d{1,5}$/.test(value) && Number(value) >= min && Number(value) <= max;
}

/** Parses "host:port"; null if invalid. */
function parseListener(value: string): { host: string; port: number } | null {
  const [, host = '', port = ''] = /^(\[[\da-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
  return host !== '' && isWholeNumber(port, 0, 65_535)
    ? { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
    : null;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (value === url.origin || value === url.href) &&
    url.href === `${url.origin}/`
  );
}

function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  const attribute = url?.searchParams.get('target_session_attrs') ?? 'read-write';
  return (
    isUrlWithProtocol(value, ['postgres:', 'postgresql:']) &&
    /^(any|primary|read-write)$/.test(attribute)
  );
}

function isUrlWithProtocol(value: string, protocols: string[]): boolean {
  const url = URL.parse(value);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
}

const offWords = ['0', 'false', 'no', 'off'];

/** ipaddr.js names of local address ranges. */
const localRanges = ['loopback', 'linklocal', 'uniquelocal'];

function isProxyList(value: string): boolean {
  if (offWords.includes(value) || /^[1-9]$/.test(value)) return true;
  const addresses = splitList(value);
  return addresses.length > 0 && addresses.every(isNetwork);
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0) return localRanges.includes(text);
  const maxBits = version === 4 ? 32 : 128;
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  return more.length === 0 && isLength && Number(bits ?? maxBits) > 0;
}

function parseProxies(value: string): false | number | string[] {
  if (offWords.includes(value)) return false;
  return /^\d$/.test(value) ? Number(value) : splitList(value);
}

/** True if nobody can read the traffic: the origin uses TLS or is the local machine. */
function isSecureOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
