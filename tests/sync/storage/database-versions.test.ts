import { globSync, readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { LoginStore } from '#sync/storage/login-store.ts';
import { databaseNameOf, MemberStore } from '#sync/storage/member-store.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aClosedApp } from '../../testing/engine/a-closed-app.ts';
import { memberId, row, tipsterId, tokenOf } from '../../testing/engine/samples.ts';

const Schema = z.object({ version: z.number(), stores: z.record(z.string(), z.string()) });
type Schema = z.output<typeof Schema>;

/** The schemas of all builds by database, oldest first; each new version is appended. */
const recorded = z
  .record(z.string(), z.array(Schema))
  .parse(JSON.parse(readFileSync(new URL('recorded-schemas.json', import.meta.url), 'utf8')));

const follow = { tipsterId, following: true };

const databases = [
  { name: 'touchline', store: new PublicStore() },
  { name: 'touchline-login', store: new LoginStore() },
  { name: 'touchline-member', store: new MemberStore(memberId) },
];

describe('the version of a database', () => {
  test.each(databases)('of $name increases with each change of its stores', ({ name, store }) => {
    const last = recorded[name]?.at(-1);
    const stores = Object.fromEntries(
      store.tables.map(({ name: table, schema }) => [
        table,
        [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', '),
      ]),
    );

    // If this fails, add a version: a released schema must not change.
    expect({ version: store.verno, stores }).toEqual(last);
  });

  test('is recorded for every database of the app', () => {
    const src = new URL('../../../src/', import.meta.url).pathname;
    const declared = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) =>
      / extends Dexie \{/.test(readFileSync(`${src}${file}`, 'utf8')),
    );

    expect(declared).toHaveLength(databases.length);
  });
});

/** A row in a database that these builds have opened one after the other. */
type StoredRow = { name: string; builds: readonly Schema[]; table: string; value: unknown };

async function leave(
  indexedDB: IDBFactory,
  { name, builds, table, value }: StoredRow,
): Promise<void> {
  for (const { version, stores } of builds) {
    const build = new Dexie(name, { indexedDB, IDBKeyRange });
    build.version(version).stores(stores);
    await build.table(table).put(value);
    build.close();
  }
}

/**
 * All series of consecutive builds. The build before the last lacks a store, which Dexie adds
 * without a new version.
 */
function seriesOf(name: string): { builds: readonly Schema[]; versions: string }[] {
  const builds = recorded[name] ?? [];
  const { version = 0, stores = {} } = builds.at(-1) ?? {};
  const incomplete = { version, stores: Object.fromEntries(Object.entries(stores).slice(0, -1)) };
  const all = [...builds.slice(0, -1), incomplete, { version, stores }];
  return all.flatMap((_, first) =>
    all.slice(first).map((_one, more) => {
      const series = all.slice(first, first + more + 1);
      return { builds: series, versions: series.map((build) => build.version).join(', then ') };
    }),
  );
}

describe('a worker that is woken on a phone with data of earlier builds', () => {
  // Dexie warns about each store that it adds without a new version.
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));

  test.each(seriesOf('touchline-member'))(
    'sends from an outbox of version $versions',
    async ({ builds }) => {
      await using backend = await aBackend();
      const indexedDB = new IDBFactory();
      // Builds up to version 2 stored `lane` and `deps`.
      const lane = { lane: `follow:${tipsterId}`, deps: [] };
      const value = { ...row({ kind: 'follow.set', payload: follow }), ...lane };
      const name = databaseNameOf(memberId);
      await leave(indexedDB, { name, builds, table: 'operations', value });
      const phone = await aClosedApp(backend, { indexedDB });

      expect(await phone.wakes()).toBe('done');

      expect(backend.effects).toEqual([`follow ${tipsterId} true`]);
      expect(await phone.states()).toEqual([]);
    },
  );

  test.each(seriesOf('touchline-login'))(
    'sends for a login of version $versions',
    async ({ builds }) => {
      await using backend = await aBackend();
      const indexedDB = new IDBFactory();
      const value = { name: 'current', memberId, token: tokenOf(memberId), userId: memberId };
      await leave(indexedDB, { name: 'touchline-login', builds, table: 'logins', value });
      const phone = await aClosedApp(backend, { indexedDB, member: null });
      await phone.did('follow.set', follow);

      expect(await phone.wakes()).toBe('done');

      expect(backend.effects).toEqual([`follow ${tipsterId} true`]);
    },
  );
});
