import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { SessionReply } from '#contract/account/accounts.ts';
import { migrateDatabase } from '#server/db/migrate.ts';

import { aMailServer } from '../../testing/outside/mail.ts';
import { aDataDir, aServer, healthOf, until } from '../../testing/server/server-process.ts';
import {
  aPostgresIn,
  copyAsStandby,
  copyData,
  type OwnPostgres,
} from '../../testing/database/standby.ts';

const JWT_SECRET = randomBytes(48).toString('base64');
const PROOF_KEY = randomBytes(48).toString('base64');
const mail = await aMailServer();
const password = 'a song from the terrace';
const email = `${randomUUID()}@example.org`;

async function aServerOn(...hosts: OwnPostgres[]) {
  const [first, ...others] = hosts.map(({ url }) => new URL(url));
  const DATABASE_URL =
    first?.href.replace(first.host, [first, ...others].map((url) => url?.host).join()) ?? '';
  return aServer({
    env: {
      DATABASE_URL: `${DATABASE_URL}?target_session_attrs=read-write`,
      DATA_DIR: await aDataDir(),
      JWT_SECRET,
      PROOF_KEY,
      SMTP_URL: mail.url,
      MAIL_FROM: 'no-reply@tips.example',
      LOG_LEVEL: 'warn',
    },
  });
}

async function send(site: string, method: string, path: string, body?: object, token?: string) {
  return fetch(site + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Sends a follow with an idempotency key. */
const follows = async (site: string, token: string) =>
  send(site, 'PUT', `/api/users/followOrUnfollow?Id=${randomUUID()}&isFollow=true`, {}, token);
const logIn = async (site: string) => send(site, 'POST', '/api/auth', { email, password });

/** The data of a stopped primary with a member whose session must be marked as used. */
const { prepared, token } = await prepare();

async function prepare() {
  const prepared = await aDataDir();
  const primary = await aPostgresIn(prepared);
  await migrateDatabase(primary.url);
  const server = await aServerOn(primary);
  const site = await server.url();
  const registered = await send(site, 'POST', '/api/users', {
    email,
    userName: 'Bola',
    phoneNumber: '0801 234 5678',
    password,
    password_confirmation: password,
  });
  expect(registered.ok).toBe(true);
  const { access_token: token } = z.parse(SessionReply, await (await logIn(site)).json());
  server.kill('SIGTERM');
  await server.ended;
  await primary.queryValue('update members set email_verified_at = now()');
  await primary.queryValue(`update sessions set last_used_at = last_used_at - interval '2 hours'`);
  await primary.stop();
  return { prepared, token };
}

/** Starts a primary, and a standby from a copy of its data. */
async function aPair() {
  const [primaryIn, standbyIn] = [await aDataDir(), await aDataDir()];
  await copyData(prepared, primaryIn);
  await copyAsStandby(prepared, standbyIn);
  return { primaryIn, standby: await aPostgresIn(standbyIn) };
}

test('a server that starts on a standby answers reads, and writes after a primary appears', async () => {
  const { primaryIn, standby } = await aPair();
  const exited = await aPostgresIn(primaryIn);
  await exited.stop();

  const server = await aServerOn(exited, standby);
  const site = await server.url();

  expect(await server.says(/takes no writes/)).toBeTruthy();
  const own = await send(site, 'GET', '/api/sync', undefined, token);
  const feed = await send(site, 'GET', '/api/feed');
  const refused = await logIn(site);
  const change = await follows(site, token);
  expect([own.status, feed.status, refused.status, change.status]).toEqual([200, 200, 503, 503]);
  expect(await healthOf(site)).toMatchObject({ status: 503, body: { database: 'read-only' } });

  await standby.queryValue('select pg_promote()');

  await until(async () => (await logIn(site)).ok);
  // The health response is cached for a second.
  await until(async () => (await healthOf(site)).status === 200);
  expect(server.said()).not.toMatch(/a job failed|mails cannot be looked up/);
});

test('of two hosts, the server uses the writable one in any order', async () => {
  const { primaryIn, standby } = await aPair();
  const primary = await aPostgresIn(primaryIn);

  const server = await aServerOn(standby, primary);
  const site = await server.url();

  expect(await healthOf(site)).toMatchObject({ status: 200, body: { database: 'ok' } });
  expect((await logIn(site)).status).toBe(200);
});

test('the server follows when a standby replaces the primary', async () => {
  const { primaryIn, standby } = await aPair();
  const primary = await aPostgresIn(primaryIn);
  const site = await (await aServerOn(primary, standby)).url();
  expect((await logIn(site)).status).toBe(200);

  await primary.stop();
  await until(async () => (await send(site, 'GET', '/api/feed')).ok);
  expect((await logIn(site)).status).toBe(503);
  await standby.queryValue('select pg_promote()');

  await until(async () => (await logIn(site)).ok);
});
