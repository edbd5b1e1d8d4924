import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { createMailTransport } from '#server/mail/transports.ts';
import { readDotenv } from '#server/platform/dotenv.ts';
import { readSettings, settingNames } from '#server/platform/settings.ts';
import { findUnknownSettings } from '#server/platform/unknown-settings.ts';

import { theApi } from '../../testing/server/api.ts';
import { aDataDir } from '../../testing/server/server-process.ts';

const strong = 'kX9v2QmZr7Lw4TnB8sYc1DfGh5JpUe3A';
const production = {
  NODE_ENV: 'production',
  JWT_SECRET: strong,
  PUBLIC_ORIGIN: 'https://tips.example.org',
  DATABASE_URL: 'postgres://touchline@db/touchline',
  SMTP_URL: 'smtps://post:word@mail.example.org',
  MAIL_FROM: 'Touchline <no-reply@example.org>',
};

describe('settings of an empty environment', () => {
  test('are those of a first try on a local machine', async () => {
    const DATA_DIR = await aDataDir();
    expect(readSettings({ DATA_DIR, PORT: '' })).toMatchObject({
      environment: 'development',
      port: 3000,
      host: 'localhost',
      publicOrigin: 'http://localhost:3000',
      corsOrigins: [],
      databaseUrl: null,
      smtpUrl: null,
      demo: true,
      logLevel: 'warn',
      trustProxy: false,
      confirmAfterMinutes: null,
      vapid: null,
    });
    expect(readSettings({ DATA_DIR, CONFIRM_AFTER_MINUTES: '30' }).confirmAfterMinutes).toBe(30);
  });

  test('contain a secret that is generated once and readable by its owner only', async () => {
    const DATA_DIR = await aDataDir();
    const { jwtSecret } = readSettings({ DATA_DIR });
    expect(Buffer.from(jwtSecret, 'base64url')).toHaveLength(48);
    expect(readSettings({ DATA_DIR }).jwtSecret).toBe(jwtSecret);

    const path = join(DATA_DIR, 'jwt-secret');
    expect((await readFile(path, 'utf8')).trim()).toBe(jwtSecret);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('sources of odds and results', () => {
  const v4 = 'https://api.the-odds-api.com/v4';
  const matches = 'https://api.football-data.org/v4/matches';

  test('are empty by default, and without a demo season if set', async () => {
    const DATA_DIR = await aDataDir();
    expect(readSettings({ DATA_DIR })).toMatchObject({ odds: null, results: null, demo: true });

    expect(
      readSettings({
        DATA_DIR,
        ODDS_UPSTREAM: `${v4}/`,
        ODDS_API_KEY: 'one',
        ODDS_LEAGUES: 'soccer_epl, soccer_italy_serie_a',
        RESULTS_UPSTREAM: matches,
        RESULTS_API_KEY: 'two',
      }),
    ).toMatchObject({
      odds: {
        source: { api: 'v4', url: v4, host: 'api.the-odds-api.com', key: 'one' },
        leagues: ['soccer_epl', 'soccer_italy_serie_a'],
      },
      results: { source: { api: 'matches', url: matches, key: 'two' } },
      demo: false,
    });
  });

  test.each([
    [undefined, 'v4', ['totals']],
    [undefined, 'v3', []],
    ['h2h', 'v3', []],
    ['h2h', 'v4', []],
    ['btts, double_chance', 'v4', ['btts', 'double_chance']],
  ])(
    'ODDS_MARKETS %s in version %s selects %j in addition to 1, X and 2',
    async (given, form, markets) => {
      const ODDS_UPSTREAM = `https://odds.example/${form}`;
      const env = { DATA_DIR: await aDataDir(), ODDS_UPSTREAM, ODDS_MARKETS: given };
      expect(readSettings(env).odds?.markets).toEqual(markets);
    },
  );

  test('share a key only on one host', async () => {
    const DATA_DIR = await aDataDir();
    const keyFor = (RESULTS_UPSTREAM: string) =>
      readSettings({ DATA_DIR, ODDS_UPSTREAM: v4, ODDS_API_KEY: 'one', RESULTS_UPSTREAM }).results
        ?.source.key;

    expect(keyFor(v4)).toBe('one');
    expect(keyFor(matches)).toBeNull();
  });

  test.each([
    [{ ODDS_UPSTREAM: 'https://odds.example/v5' }, 'must be an address such as'],
    [{ ODDS_UPSTREAM: 'https://odds.example/matches' }, 'must be an address such as'],
    [{ ODDS_UPSTREAM: `${v4}?apiKey=one` }, 'its key is a setting of its own'],
    [{ RESULTS_UPSTREAM: 'https://odds.example/v3' }, 'must be an address such as'],
    [{ ODDS_LEAGUES: 'chess' }, 'ODDS_LEAGUES must be keys of leagues'],
    [{ ODDS_MARKETS: 'totals, corners' }, 'ODDS_MARKETS must be markets parted by commas'],
    [
      { ODDS_MARKETS: 'btts', ODDS_UPSTREAM: 'https://odds.example/v3' },
      'ODDS_MARKETS needs a source',
    ],
    [{ ODDS_UPSTREAM: v4, DEMO: '1' }, 'DEMO cannot be on with ODDS_UPSTREAM'],
  ])('are named in an error message if they are wrong: %o', (env, sentence) => {
    expect(() => readSettings({ JWT_SECRET: strong, ...env })).toThrow(sentence);
  });
});

describe('the key of pushes', () => {
  test('gives the public key for subscriptions, and without it nothing is pushed', async () => {
    const DATA_DIR = await aDataDir();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const VAPID_PRIVATE_KEY = d;

    expect(
      readSettings({ DATA_DIR, VAPID_PRIVATE_KEY, MAIL_FROM: 'Us <we@tips.example>' }).vapid,
    ).toEqual({
      privateKey: VAPID_PRIVATE_KEY,
      publicKey: Buffer.concat(point).toString('base64url'),
      subject: 'mailto:we@tips.example',
    });
  });
});

describe('the key of checkpoints', () => {
  test('is generated once and stored, unless PROOF_KEY is set', async () => {
    const DATA_DIR = await aDataDir();
    const own = readSettings({ DATA_DIR, JWT_SECRET: strong }).proofSecret;

    expect(readSettings({ DATA_DIR, JWT_SECRET: strong }).proofSecret).toBe(own);
    expect((await stat(join(DATA_DIR, 'proof-key'))).mode & 0o777).toBe(0o600);
    expect(readSettings({ DATA_DIR, JWT_SECRET: strong, PROOF_KEY: strong }).proofSecret).toBe(
      strong,
    );
  });
});

describe('a wrong setting', () => {
  const number = 'must be a whole number from';
  const address = 'must be an address such as';
  const several = 'postgres://user@host/database, with more hosts';

  test.each([
    ['PORT', '65536', `${number} 0 to 65535.`],
    ['PORT', '3000.5', `${number} 0 to 65535.`],
    ['DATABASE_CONNECTIONS', '4', `${number} 5 to 200.`],
    ['CONFIRM_AFTER_MINUTES', '0', `${number} 1 to 10080.`],
    ['CONFIRM_AFTER_MINUTES', '10081', `${number} 1 to 10080.`],
    ['METRICS_ADDRESS', '9464', 'must be a host and a port such as 127.0.0.1:9464.'],
    ['METRICS_ADDRESS', '127.0.0.1:70000', 'must be a host and a port'],
    ['HOST', 'two words', 'must be a host name or an address.'],
    ['PUBLIC_ORIGIN', 'https://a.example/x', 'must be an origin such as https://tips.example.org.'],
    ['CORS_ORIGINS', 'https://a.example, *', 'must be origins such as https://tips.example.org'],
    ['DATABASE_URL', 'mysql://db', `${address} ${several}`],
    ['DATABASE_URL', 'postgres://u@one,/db', address],
    ['DATABASE_URL', 'postgres://u@one,two/db?target_session_attrs=standby', address],
    ['DATABASE_URL', 'postgres:nothing', address],
    ['DATABASE_OWNER_URL', 'touchline', address],
    ['DATABASE_OWNER_URL', 'postgres://touchline@db/touchline', 'names the owner of the database'],
    ['DATABASE_READ_URL', 'standby', address],
    ['SMTP_URL', 'mail.example.org', `${address} smtps://`],
    ['SMTP_URL', 'smtp://', `${address} smtps://`],
    ['MAIL_FROM', 'nobody', 'must be a mail address.'],
    ['VAPID_PRIVATE_KEY', 'short', 'must be a private key'],
    ['VAPID_PRIVATE_KEY', 'A'.repeat(43), 'must be a private key'],
    ['VAPID_PRIVATE_KEY', '_'.repeat(43), 'must be a private key'],
    ['DEMO', 'maybe', 'must be 1 or 0.'],
    ['NODE_ENV', 'staging', 'must be development, test or production.'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent.'],
    ...['on', 'true', 'yes', '10', '-1', 'my-proxy', '10.0.0.0/33', '0.0.0.0/0', '::/0', ','].map(
      (value) => ['TRUST_PROXY', value, 'must be off, the number of proxies in front (1 to 9)'],
    ),
  ])('is named in an error message: %s=%s', (name, value, sentence) => {
    const env = { JWT_SECRET: strong, [name]: value };
    expect(() => readSettings(env)).toThrow(`${name} ${sentence}`);
  });
});

test('an address of a database may name several hosts', () => {
  const DATABASE_URL = 'postgres://u:p@one:5433,two/db?target_session_attrs=read-write';
  expect(readSettings({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

describe('in production', () => {
  test('settings with a default elsewhere are required', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(
      'JWT_SECRET is required in production.\n' +
        'PUBLIC_ORIGIN is required in production.\n' +
        'DATABASE_URL is required in production.\n' +
        'SMTP_URL is required in production.\n' +
        'MAIL_FROM is required in production.',
    );
  });

  test.each([
    'short',
    'a'.repeat(64),
    'change-me-change-me-change-me-0123456789',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '0123456789abcdef0123456789abcdef0123456789abcdef',
    'qX7vLp2mqX7vLp2mqX7vLp2mqX7vLp2mqX7vLp2m',
    'correct-horse-battery-staple-and-more',
    'correcthorsebatterystapleandsomemore',
    'MyVeryLongJwtSigningKeyForTheSite2026!',
    'touchline-prod-9f8e7d6c5b4a39281706',
    'this_is_not_so_very_hard_to_guess_42',
    'supersecretsupersecretsupersecret42',
    'passwordpasswordpasswordpassword1234',
  ])('the secret %s is refused', (JWT_SECRET) => {
    expect(() => readSettings({ ...production, JWT_SECRET })).toThrow(
      'JWT_SECRET must be at least 32 random bytes',
    );
  });

  test.each([
    'mbmrzqHZEEnfLztU+Y1qMHTw/Bp7Zw0F7E7dpHEMF2UxqDrXJO5hlYvJcmkVfZkk',
    'LIoQhz-s2zwTmE5P1pVrfIY4hSjyB_x8bN3fYdQzuwM',
    '5b1ae86ad70c7d0b4d3c4ba2d2a8c5fe1b0c24d7ce5a9360a5f81f4e7c29d0b3',
  ])('the random secret %s is accepted', (JWT_SECRET) => {
    expect(readSettings({ ...production, JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
  });

  test.each([
    { PUBLIC_ORIGIN: 'http://tips.example.org' },
    { PUBLIC_ORIGIN: 'http://10.0.0.7:3000' },
    { PUBLIC_ORIGIN: 'http://localhost.example.org' },
    { CORS_ORIGINS: 'http://tips.example.org' },
    { CORS_ORIGINS: 'https://tips.example.org, http://10.0.0.7:8080' },
  ])('an unencrypted connection is refused: %o', (env) => {
    expect(() => readSettings({ ...production, ...env })).toThrow(
      `${Object.keys(env)[0]} must begin with https:// in production, or be on localhost.`,
    );
  });

  test('a site on localhost needs no certificate', () => {
    const PUBLIC_ORIGIN = 'http://localhost:3000';
    const CORS_ORIGINS = 'http://localhost:8080, http://127.0.0.1:8080';
    expect(readSettings({ ...production, PUBLIC_ORIGIN, CORS_ORIGINS })).toMatchObject({
      publicOrigin: PUBLIC_ORIGIN,
      corsOrigins: CORS_ORIGINS.split(', '),
    });
  });

  test('mails are never written to a folder, and links are never logged', async () => {
    const { app, settings } = await theApi({ settings: { environment: 'production' } });

    expect(() => createMailTransport(settings, app.log)).toThrow('no mail is written to a folder');
  });

  test('there is no demo season, not even on request', () => {
    expect(readSettings(production).demo).toBe(false);
    expect(() => readSettings({ ...production, DEMO: '1' })).toThrow('DEMO cannot be on');
  });
});

test.each([
  ['0', false],
  ['off', false],
  ['2', 2],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
])('TRUST_PROXY=%s trusts %o', (TRUST_PROXY, trusted) => {
  expect(readSettings({ ...production, TRUST_PROXY }).trustProxy).toEqual(trusted);
});

test('compose.yaml passes the settings of an operator, and no unknown ones', async () => {
  const compose = await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8');
  const [app = ''] = compose.split('  database:\n');
  const names = [...app.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
  // The Dockerfile sets these; DEMO is not for a site with members.
  const fixed = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO'];
  expect(new Set([...names, ...fixed])).toEqual(new Set(settingNames));
});

describe('unknown names', () => {
  test('are reported: all in the file .env, and misspelt ones in the environment', () => {
    const file = { DATABSE_URL: 'x', EDITOR_OF_MINE: 'x', PORT: '1', POSTGRES_PASSWORD: 'x' };
    const env = { ...file, PATH: '/bin', PUBLIC_ORGIN: 'x', LOG_LEVEL: 'warn', HOSTNAME: 'x' };

    expect(findUnknownSettings(env, file)).toEqual([
      'DATABSE_URL in the file .env is no setting: is it DATABASE_URL?',
      'EDITOR_OF_MINE in the file .env is no setting, and nothing reads it.',
      'PUBLIC_ORGIN is no setting: is it PUBLIC_ORIGIN?',
    ]);
  });

  test('are not reported for a usual shell', () => {
    expect(findUnknownSettings(process.env, {})).toEqual([]);
  });
});

describe('the file .env', () => {
  test.each([
    ['utf-8', Buffer.from('\uFEFFNODE_ENV=production\nPORT=1\n')],
    ['utf-16', Buffer.from('\uFEFFNODE_ENV=production\nPORT=1\n', 'utf16le')],
  ])('keeps its first line after a byte order mark: %s', async (_, bytes) => {
    const path = join(await aDataDir(), '.env');
    await writeFile(path, bytes);

    expect(readDotenv(path)).toEqual({ NODE_ENV: 'production', PORT: '1' });
  });

  test('is read before a server or a command starts, and the environment overrides it', async () => {
    const folder = await aDataDir();
    await writeFile(join(folder, '.env'), '\uFEFFNODE_ENV=production\nPORT=1\n');
    const preload = fileURLToPath(new URL('../../../src/server/env-file.js', import.meta.url));
    const script = 'console.log(process.env.NODE_ENV, process.env.PORT)';

    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', preload, '-e', script],
      { cwd: folder, env: { PORT: '2' } },
    );

    expect(stdout).toBe('production 2\n');
  });
});
