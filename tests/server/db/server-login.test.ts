import { beforeAll, describe, expect, test } from 'vitest';

import { appRole, closeDatabase, type Database, openDatabase } from '#server/db/database.ts';
import { parseCredentials, replaceCredentials } from '#server/db/hosts.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { resolveServerUrl, resolveStandbyUrl } from '#server/db/server-login.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { anAccount, anOwnedDatabase } from '../../testing/database/database-accounts.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { digestOf } from '../../testing/database/database-digest.ts';
import { refusalOf } from '../../testing/server/refusal.ts';

const secret = 'a secret of thirty-two bytes or more';

/** Prepares the servers' login; returns the database address for servers, and the log lines. */
async function addressFor(
  databaseUrl: string,
  { databaseOwnerUrl, isStrict = true }: { databaseOwnerUrl?: string; isStrict?: boolean } = {},
) {
  const reported: string[] = [];
  const report = (line: string) => void reported.push(line);
  const url = await resolveServerUrl(
    { databaseUrl, databaseOwnerUrl: databaseOwnerUrl ?? null },
    { secret, isStrict, report },
  );
  return { url, reported };
}

function opened(url: string, role: string | undefined = appRole): Database {
  const database = openDatabase({ url, connections: 1, ...(role && { role }) });
  atTheEnd(async () => closeDatabase(database));
  return database;
}

describe('a server’s connection that resets its role', () => {
  let owner: Database;
  let server: Database;
  beforeAll(async () => {
    const { database, url } = await aDatabase();
    owner = database;
    server = opened((await addressFor(url)).url);
    await server.$client.query(
      `insert into audit (at, action, subject) values (now(), 'noted', 'thing:1')`,
    );
  });

  test.each([
    `update audit set reason = 'another'`,
    'delete from audit',
    'truncate audit',
    'update checkpoints set size = 0',
    'delete from proof_leaves',
    'alter table audit disable trigger all',
    'alter table audit owner to current_user',
    'drop table audit',
    'drop trigger audit_append_only on audit',
    `create or replace function refuse_change() returns trigger language sql as 'select null'`,
    'create table public.audit_copy ()',
    'create schema elsewhere',
    'delete from drizzle.__drizzle_migrations',
    'set session_replication_role = replica',
    'set role touchline',
    'set session authorization touchline',
    'alter role touchline_server superuser',
    'alter role touchline_app login',
    'create role another login',
    'grant pg_write_server_files to current_user',
    'alter system set fsync = off',
    'select * from pg_authid',
    `select pg_read_file('PG_VERSION')`,
    `select lo_import('/etc/hostname')`,
    `copy (select 1) to program 'true'`,
    `copy (select 1) to '/tmp/touchline'`,
  ])('cannot %s', async (statement) => {
    const before = await digestOf(owner);

    for (const escape of ['set role none', 'reset role', 'set session authorization default']) {
      const client = await server.$client.connect();
      try {
        await client.query(escape);
        await expect(client.query(statement), `${escape}; ${statement}`).rejects.toThrow(
          /permission denied|must be owner|only roles with|may (?:read|write)|must be able/i,
        );
      } finally {
        // A pooled connection would keep the changed role, so it is closed.
        client.release(true);
      }
    }
    expect(await digestOf(owner)).toEqual(before);
  });
});

describe('the servers’ login', () => {
  test('is created once for all servers if the owner may create roles', async () => {
    const { url } = await aDatabase();

    const addresses = await Promise.all([addressFor(url), addressFor(url), addressFor(url)]);

    const [first] = addresses;
    expect(addresses).toEqual([first, first, first]);
    expect(first?.reported).toEqual([]);
    const { rows } = await opened(first?.url ?? '').$client.query(
      'select session_user as login, current_user as role, count(*)::int as members from members',
    );
    expect(rows).toEqual([{ login: 'touchline_server', role: 'touchline_app', members: 0 }]);
  });

  test('gets its password again, and loses settings that it made itself', async () => {
    const owner = await anOwnedDatabase('superuser');
    await migrateDatabase(owner.url);
    const { url } = await addressFor(owner.url);
    const { name } = parseCredentials(url);
    atTheEnd(async () => void (await owner.run(`drop role ${name}`)));
    const { $client } = opened(url);
    await $client.query(`set role none; alter role current_user password 'mine'`);
    await $client.query('alter role current_user set default_transaction_read_only = on');

    expect(await addressFor(owner.url)).toEqual({ url, reported: [] });

    const { rows } = await opened(url).$client.query('show default_transaction_read_only');
    expect(rows).toEqual([{ default_transaction_read_only: 'off' }]);
  });

  test('is never an existing role with the same name and more rights', async () => {
    const owner = await anOwnedDatabase('superuser');
    await migrateDatabase(owner.url);
    const name = `${owner.name}_server`;
    await owner.run(`create role ${name} login createdb password 'its own'`);
    atTheEnd(async () => void (await owner.run(`drop role ${name}`)));

    expect(await refusalOf(addressFor(owner.url))).toContain(`(${name} makes databases)`);

    const own = replaceCredentials(owner.url, { name, password: 'its own' });
    expect((await opened(own, '').$client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('can be a given account if the owner may not create roles', async () => {
    const owner = await anOwnedDatabase();
    const server = await anAccount('in role touchline_app');
    const databaseUrl = server.at(owner.url);
    expect(await refusalOf(migrateDatabase(databaseUrl))).toContain(
      `${server.name} may not change the schema of the database, and it has not the schema of this ` +
        'version. Nothing was changed. Name its owner in DATABASE_OWNER_URL',
    );
    await migrateDatabase(owner.url);

    await expect(migrateDatabase(databaseUrl)).resolves.toBe('migrated');
    const asked = await addressFor(databaseUrl, { databaseOwnerUrl: owner.url });
    expect(asked).toEqual({ url: databaseUrl, reported: [] });
    expect(await addressFor(databaseUrl)).toEqual(asked);
  });

  test('with too many rights is refused in production, and reported elsewhere', async () => {
    const owner = await anOwnedDatabase();
    await migrateDatabase(owner.url);
    const advice =
      `${owner.name} in DATABASE_URL may do more than a server needs: it owns tables, makes schemas, ` +
      `changes the history. As a superuser: create role "${owner.name}_server" login password '…' in role touchline_app; ` +
      `then name ${owner.name}_server in DATABASE_URL, and ${owner.name} in DATABASE_OWNER_URL.`;

    expect(await refusalOf(addressFor(owner.url))).toContain(advice);
    const { url, reported } = await addressFor(owner.url, { isStrict: false });
    expect(url).toBe(owner.url);
    expect(reported).toEqual([expect.stringContaining(advice)]);
    const both = addressFor(owner.url, { databaseOwnerUrl: owner.superuserUrl });
    expect(await refusalOf(both)).toContain(advice);
  });

  test('has no rights on the history by itself', async () => {
    const { database, url } = await aDatabase();
    const { name, at } = await anAccount('in role touchline_app');
    expect(await addressFor(at(url))).toEqual({ url: at(url), reported: [] });

    await database.$client.query(`grant delete on audit to ${name}`);
    atTheEnd(async () => void (await database.$client.query(`drop owned by ${name}`)));

    expect(await refusalOf(addressFor(at(url)))).toContain('needs: it changes the history.');
  });

  test('must be a member of the servers’ role', async () => {
    const { url } = await aDatabase();
    const stranger = await anAccount();

    expect(await refusalOf(addressFor(stranger.at(url)))).toContain(
      `${stranger.name} may not work as touchline_app. As a superuser: grant touchline_app to`,
    );
  });

  test('is also used for a standby, whose given account may have no more rights', async () => {
    const { url: databaseUrl } = await aDatabase();
    const { url: serverUrl } = await addressFor(databaseUrl);
    const reader = await anAccount('in role touchline_app');
    const copier = await anAccount('in role touchline_app, pg_read_server_files');
    const asked = async (readUrl: string) =>
      resolveStandbyUrl(
        readUrl,
        { databaseUrl, serverUrl },
        { isStrict: true, report: () => undefined },
      );

    expect(await asked(databaseUrl)).toBe(serverUrl);
    expect(await asked(reader.at(databaseUrl))).toBe(reader.at(databaseUrl));
    expect(await refusalOf(asked(copier.at(databaseUrl)))).toContain(
      `${copier.name} in DATABASE_READ_URL may do more than a server needs: it works as pg_read_`,
    );
    const away = replaceCredentials('postgres://127.0.0.1:1/none', {
      name: 'reader',
      password: '',
    });
    expect(await asked(away)).toBe(away);
  });
});
