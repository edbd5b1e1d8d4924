import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { mailTransport } from '#server/mail/transports.ts';
import { readDotenv } from '#server/platform/dotenv.ts';
import { readSettings, settingNames } from '#server/platform/settings.ts';
import { unknownSettings } from '#server/platform/unknown-settings.ts';

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
  test('are those of a first try on one’s own machine', async () => {
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
    });
  });

  test('hold a secret that is made once and that only its owner may read', async () => {
    const DATA_DIR = await aDataDir();
    const { jwtSecret } = readSettings({ DATA_DIR });
    expect(Buffer.from(jwtSecret, 'base64url')).toHaveLength(48);
    expect(readSettings({ DATA_DIR }).jwtSecret).toBe(jwtSecret);

    const path = join(DATA_DIR, 'jwt-secret');
    expect((await readFile(path, 'utf8')).trim()).toBe(jwtSecret);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('the time after which tickets are confirmed by rule', () => {
  test('is none unless somebody sets it in minutes', async () => {
    const DATA_DIR = await aDataDir();
    const after = (CONFIRM_AFTER_MINUTES?: string) =>
      readSettings({ DATA_DIR, CONFIRM_AFTER_MINUTES }).confirmAfterMinutes;

    expect(after()).toBeNull();
    expect(after('30')).toBe(30);
    for (const wrong of ['0', '1.5', '-5', '10081', 'soon']) {
      expect(() => after(wrong)).toThrow(/CONFIRM_AFTER_MINUTES must be a whole number/);
    }
  });
});

describe('sources of odds and results', () => {
  const v4 = 'https://api.the-odds-api.com/v4';
  const matches = 'https://api.football-data.org/v4/matches';

  test('are none unless somebody names them, and then the demo season is none', async () => {
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
        source: { form: 'v4', url: v4, host: 'api.the-odds-api.com', key: 'one' },
        leagues: ['soccer_epl', 'soccer_italy_serie_a'],
      },
      results: { source: { form: 'matches', url: matches, key: 'two' } },
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
    'with ODDS_MARKETS %s in version %s tell %j beside 1, X and 2',
    async (given, form, markets) => {
      const ODDS_UPSTREAM = `https://odds.example/${form}`;
      const env = { DATA_DIR: await aDataDir(), ODDS_UPSTREAM, ODDS_MARKETS: given };
      expect(readSettings(env).odds?.markets).toEqual(markets);
    },
  );

  test('share a key on one host only', async () => {
    const DATA_DIR = await aDataDir();
    const keyFor = (RESULTS_UPSTREAM: string) =>
      readSettings({ DATA_DIR, ODDS_UPSTREAM: v4, ODDS_API_KEY: 'one', RESULTS_UPSTREAM }).results
        ?.source.key;

    expect(keyFor(v4)).toBe('one');
    expect(keyFor(matches)).toBeNull();
  });

  test.each([
    [{ ODDS_UPSTREAM: 'https://odds.example/v5' }, 'ODDS_UPSTREAM must be an address such as'],
    [{ ODDS_UPSTREAM: 'https://odds.example/matches' }, 'ODDS_UPSTREAM must be an address such as'],
    [{ ODDS_UPSTREAM: `${v4}?apiKey=one` }, 'its key is a setting of its own'],
    [
      { RESULTS_UPSTREAM: 'https://odds.example/v3' },
      'RESULTS_UPSTREAM must be an address such as',
    ],
    [{ ODDS_LEAGUES: 'chess' }, 'ODDS_LEAGUES must be keys of leagues'],
    [{ ODDS_MARKETS: 'totals, corners' }, 'ODDS_MARKETS must be markets parted by commas'],
    [
      { ODDS_UPSTREAM: 'https://odds.example/v3', ODDS_MARKETS: 'btts' },
      'ODDS_MARKETS needs a source of version 4',
    ],
    [{ ODDS_UPSTREAM: v4, DEMO: '1' }, 'DEMO cannot be on with ODDS_UPSTREAM'],
  ])('are named in a sentence when they are wrong: %o', (env, sentence) => {
    expect(() => readSettings({ JWT_SECRET: strong, ...env })).toThrow(sentence);
  });
});

describe('the key of pushes', () => {
  test('gives the public one that browsers subscribe with, and without it nothing is pushed', async () => {
    const DATA_DIR = await aDataDir();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' });
    const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
    const VAPID_PRIVATE_KEY = d;

    expect(readSettings({ DATA_DIR }).vapid).toBeNull();
    expect(
      readSettings({ DATA_DIR, VAPID_PRIVATE_KEY, MAIL_FROM: 'Us <we@tips.example>' }).vapid,
    ).toEqual({
      privateKey: VAPID_PRIVATE_KEY,
      publicKey: Buffer.concat(point).toString('base64url'),
      subject: 'mailto:we@tips.example',
    });
  });

  test.each(['short', 'A'.repeat(43), '_'.repeat(43)])('is refused as %s', (key) => {
    expect(() => readSettings({ VAPID_PRIVATE_KEY: key })).toThrow(/VAPID_PRIVATE_KEY must be/);
  });
});

describe('the key of checkpoints', () => {
  test('is made once and kept, unless PROOF_KEY names one', async () => {
    const DATA_DIR = await aDataDir();
    const own = readSettings({ DATA_DIR, JWT_SECRET: strong }).proofSecret;

    expect(readSettings({ DATA_DIR, JWT_SECRET: strong }).proofSecret).toBe(own);
    expect((await stat(join(DATA_DIR, 'proof-key'))).mode & 0o777).toBe(0o600);
    expect(readSettings({ DATA_DIR, JWT_SECRET: strong, PROOF_KEY: strong }).proofSecret).toBe(
      strong,
    );
  });
});

describe('a setting that is wrong', () => {
  test.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATABASE_CONNECTIONS: '4' }, 'DATABASE_CONNECTIONS must be a whole number from 5 to 200.'],
    [
      { METRICS_ADDRESS: '9464' },
      'METRICS_ADDRESS must be a host and a port such as 127.0.0.1:9464.',
    ],
    [{ METRICS_ADDRESS: '127.0.0.1:70000' }, 'METRICS_ADDRESS must be a host and a port'],
    [{ PORT: '3000.5' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ HOST: 'two words' }, 'HOST must be a host name or an address.'],
    [
      { PUBLIC_ORIGIN: 'https://example.org/tips' },
      'PUBLIC_ORIGIN must be an origin such as https://tips.example.org.',
    ],
    [
      { CORS_ORIGINS: 'https://a.example, *' },
      'CORS_ORIGINS must be origins such as https://tips.example.org, parted by commas; * is not one.',
    ],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must be an address such as postgres://user@host/database, with more hosts',
    ],
    [{ DATABASE_URL: 'postgres://u@one,/db' }, 'DATABASE_URL must be an address'],
    [
      { DATABASE_URL: 'postgres://u@one,two/db?target_session_attrs=standby' },
      'DATABASE_URL must be an address',
    ],
    [{ DATABASE_URL: 'postgres:nothing' }, 'DATABASE_URL must be an address'],
    [{ DATABASE_OWNER_URL: 'touchline' }, 'DATABASE_OWNER_URL must be an address such as'],
    [
      { DATABASE_OWNER_URL: 'postgres://touchline@db/touchline' },
      'DATABASE_OWNER_URL names the owner of the database in DATABASE_URL, which is not set.',
    ],
    [{ DATABASE_READ_URL: 'standby' }, 'DATABASE_READ_URL must be an address such as'],
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an address such as smtps://'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an address such as smtps://'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be a mail address.'],
    [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0.'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be development, test or production.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
  ])('is named in a sentence: %o', (env, sentence) => {
    expect(() => readSettings({ JWT_SECRET: strong, ...env })).toThrow(sentence);
  });
});

test('an address of a database may name several hosts', () => {
  const DATABASE_URL = 'postgres://u:p@one:5433,two/db?target_session_attrs=read-write';
  expect(readSettings({ ...production, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

describe('in production', () => {
  test('what a machine could guess for itself is required', () => {
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
  ])('the secret %s, which chance has made, is taken', (JWT_SECRET) => {
    expect(readSettings({ ...production, JWT_SECRET }).jwtSecret).toBe(JWT_SECRET);
  });

  test.each(['http://tips.example.org', 'http://10.0.0.7:3000', 'http://localhost.example.org'])(
    'the address %s is refused, as everybody on the way could read along',
    (PUBLIC_ORIGIN) => {
      expect(() => readSettings({ ...production, PUBLIC_ORIGIN })).toThrow(
        'PUBLIC_ORIGIN must begin with https:// in production, or be on localhost.',
      );
    },
  );

  test.each(['http://tips.example.org', 'https://tips.example.org, http://10.0.0.7:8080'])(
    'a site on %s is refused, as everybody on the way could read along',
    (CORS_ORIGINS) => {
      expect(() => readSettings({ ...production, CORS_ORIGINS })).toThrow(
        'CORS_ORIGINS must begin with https:// in production, or be on localhost.',
      );
    },
  );

  test('a site on one’s own machine needs no certificate', () => {
    const CORS_ORIGINS = 'http://localhost:8080, http://127.0.0.1:8080';
    expect(readSettings({ ...production, CORS_ORIGINS }).corsOrigins).toHaveLength(2);
  });

  test('an address on one’s own machine needs no certificate', () => {
    const PUBLIC_ORIGIN = 'http://localhost:3000';
    expect(readSettings({ ...production, PUBLIC_ORIGIN }).publicOrigin).toBe(PUBLIC_ORIGIN);
  });

  test('no mail is ever written to a folder, nor its link to the log', async () => {
    const { app, settings } = await theApi({ settings: { environment: 'production' } });

    expect(() => mailTransport(settings, app.log)).toThrow('no mail is written to a folder');
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

test.each(['on', 'true', 'yes', '10', '-1', 'my-proxy', '10.0.0.0/33', '0.0.0.0/0', '::/0', ','])(
  'TRUST_PROXY=%s is refused in a sentence',
  (TRUST_PROXY) => {
    expect(() => readSettings({ ...production, TRUST_PROXY })).toThrow(
      'TRUST_PROXY must be off, the number of proxies in front (1 to 9), or their addresses',
    );
  },
);

test('compose.yaml hands over what an operator decides, and nothing that nobody reads', async () => {
  const compose = await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8');
  const [app = ''] = compose.split('  database:\n');
  const names = [...app.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
  // The Dockerfile sets these, and a demo is not for members.
  const fixed = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'DEMO'];
  expect(new Set([...names, ...fixed])).toEqual(new Set(settingNames));
});

describe('names that are no settings', () => {
  test('are reported: all of the file .env, and of the environment what is nearly one', () => {
    const file = { DATABSE_URL: 'x', EDITOR_OF_MINE: 'x', PORT: '1', POSTGRES_PASSWORD: 'x' };
    const env = { ...file, PATH: '/bin', PUBLIC_ORGIN: 'x', LOG_LEVEL: 'warn', HOSTNAME: 'x' };

    expect(unknownSettings(env, file)).toEqual([
      'DATABSE_URL in the file .env is no setting: is it DATABASE_URL?',
      'EDITOR_OF_MINE in the file .env is no setting, and nothing reads it.',
      'PUBLIC_ORGIN is no setting: is it PUBLIC_ORIGIN?',
    ]);
  });

  test('are none of a usual shell', () => {
    expect(unknownSettings(process.env, {})).toEqual([]);
  });
});

describe('the file .env', () => {
  test.each([
    ['utf-8', Buffer.from('\uFEFFNODE_ENV=production\nPORT=1\n')],
    ['utf-16', Buffer.from('\uFEFFNODE_ENV=production\nPORT=1\n', 'utf16le')],
  ])('keeps its first line behind a byte order mark: %s', async (_, bytes) => {
    const path = join(await aDataDir(), '.env');
    await writeFile(path, bytes);

    expect(readDotenv(path)).toEqual({ NODE_ENV: 'production', PORT: '1' });
  });

  test('is read so before a server or a command starts, and the environment counts before it', async () => {
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
