import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { readSettings } from '#server/settings.ts';

import { aDataDir } from '../support/server-process.ts';

const strong = 'kX9v2QmZr7Lw4TnB8sYc1DfGh5JpUe3A';
const production = {
  NODE_ENV: 'production',
  JWT_SECRET: strong,
  PUBLIC_ORIGIN: 'https://tips.example.org',
  DATABASE_URL: 'postgres://touchline@db/touchline',
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

describe('a setting that is wrong', () => {
  test.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535.'],
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
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be a postgres:// address.'],
    [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be an smtp:// or smtps:// address.'],
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

describe('in production', () => {
  test('what a machine could guess for itself is required', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(
      'JWT_SECRET is required in production.\n' +
        'PUBLIC_ORIGIN is required in production.\n' +
        'DATABASE_URL is required in production.',
    );
  });

  test.each(['short', 'a'.repeat(64), 'change-me-change-me-change-me-0123456789'])(
    'the secret %s is refused',
    (JWT_SECRET) => {
      expect(() => readSettings({ ...production, JWT_SECRET })).toThrow(
        'JWT_SECRET must be at least 32 random bytes',
      );
    },
  );

  test('there is no demo season, not even on request', () => {
    expect(readSettings(production).demo).toBe(false);
    expect(() => readSettings({ ...production, DEMO: '1' })).toThrow('DEMO cannot be on');
  });
});

test.each([
  ['0', false],
  ['true', true],
  ['2', 2],
  ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
])('TRUST_PROXY=%s trusts %o', (TRUST_PROXY, trusted) => {
  expect(readSettings({ ...production, TRUST_PROXY }).trustProxy).toEqual(trusted);
});

test('compose.yaml hands over what an operator decides, and nothing that nobody reads', async () => {
  const [compose, settings] = await Promise.all(
    ['compose.yaml', 'src/server/settings.ts'].map(async (path) =>
      readFile(new URL(`../../${path}`, import.meta.url), 'utf8'),
    ),
  );
  const [app = ''] = (compose ?? '').split('  database:\n');
  const names = [...app.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['CORS_ORIGINS', 'TRUST_PROXY']));
  for (const name of names) expect(settings).toContain(`  ${name}: z.`);
});
