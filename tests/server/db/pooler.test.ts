import { connect, createServer } from 'node:net';
import { Client } from 'pg';
import { expect, test } from 'vitest';

import { migrateDatabase } from '#server/db/migrate.ts';
import { OperatorError } from '#server/platform/error-reports.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aDatabaseProxy } from '../../testing/database/database-proxy.ts';
import { anEmptyDatabase } from '../../testing/database/database.ts';

/** A proxy that replaces the backend's process id, as PgBouncer does in every mode. */
async function aPooler(to: string): Promise<string> {
  const url = new URL(to);
  const { hostname, port } = url;
  const keyData = Buffer.of(0x4b, 0, 0, 0, 12);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far);
    far.on('data', (bytes) => {
      const at = bytes.indexOf(keyData);
      if (at !== -1) bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) ^ 0xff, at + 5);
      near.write(bytes);
    });
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atTheEnd(async () => {
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return url.href;
}

test('a connection pooler is refused with an error message, and nothing is changed', async () => {
  const url = await anEmptyDatabase();

  const problem = await migrateDatabase(await aPooler(url)).catch((error: unknown) => error);

  expect(problem).toBeInstanceOf(OperatorError);
  expect(String(problem)).toContain('stands a connection pooler, such as PgBouncer');
  expect(String(problem)).toContain('Name PostgreSQL itself in DATABASE_URL');
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  expect(rows).toEqual([]);
});

test('a TCP proxy such as HAProxy is accepted', async () => {
  const { url } = await aDatabaseProxy(await anEmptyDatabase());

  await expect(migrateDatabase(url)).resolves.toBe('migrated');
});
