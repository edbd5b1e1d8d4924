import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';

import { anEmptyDatabase } from '../../testing/database/database.ts';
import { aMailServer } from '../../testing/outside/mail.ts';
import { aDataDir, aServer, until } from '../../testing/server/server-process.ts';

const mail = await aMailServer();
const DATABASE_URL = await anEmptyDatabase();
const sites = await twoProcesses();

const password = 'a song from the terrace';
const formOf = (email: string) => ({
  email,
  userName: 'Bola',
  phoneNumber: '0801 234 5678',
  password,
  password_confirmation: password,
});

/** Starts two servers on one database at the same time. */
async function twoProcesses(): Promise<string[]> {
  const env = {
    DATABASE_URL,
    SMTP_URL: mail.url,
    MAIL_FROM: 'no-reply@tips.example',
    JWT_SECRET: randomBytes(48).toString('base64'),
    PROOF_KEY: randomBytes(48).toString('base64'),
  };
  const folders = [await aDataDir(), await aDataDir()];
  return Promise.all(folders.map(async (DATA_DIR) => aServer({ env: { ...env, DATA_DIR } }).url()));
}

async function post(site = '', path = '', body: object = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${site}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const client = new Client(DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(query);
  await client.end();
  return rows;
}

describe('two processes on one database', () => {
  test('send each mail once', async () => {
    const emails = Array.from({ length: 6 }, () => `${randomUUID()}@example.org`);

    await Promise.all(
      emails.map(async (email, n) => post(sites[n % 2], '/api/users', formOf(email))),
    );
    await until(async () => {
      const [row] = await rowsOf('select count(*)::int as left from mails where sent_at is null');
      return row?.['left'] === 0;
    });

    const recipients = mail.accepted.map((letter) => /^To: (.*)$/m.exec(letter)?.[1] ?? '');
    expect(recipients.filter((each) => emails.includes(each)).toSorted()).toEqual(
      emails.toSorted(),
    );
    expect(await rowsOf('select name from pgboss.job where retry_count > 0')).toEqual([]);
  });
});
