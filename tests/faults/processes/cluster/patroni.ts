import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod/mini';

import { type SystemAccount, findOrCreateAccount } from '#server/db/postgres/account.ts';

import { scratchFolder } from '../../../testing/machine/scratch-folder.ts';

const toInstall =
  'The trial of a failover needs Patroni, etcd and PostgreSQL 15 or newer: on Debian ' +
  '`apt-get install patroni etcd-server postgresql-15`, and then ' +
  '`systemctl disable --now patroni etcd postgresql`, as it starts its own.';

/** Describes the programs that this machine lacks; undefined if it has all. */
export async function missingHere(): Promise<string | undefined> {
  const found = programNamed('patroni') && programNamed('etcd') && (await postgresFolder());
  return found ? undefined : toInstall;
}

/** A cluster node: Patroni and its PostgreSQL. */
type Node = { name: string; port: number; rest: number; folder: string };

/** Three nodes with synchronous replication; Patroni makes one of them the primary. */
export type Nodes = {
  /**
   * The connection strings with all hosts, as the operators' guide documents: for the owner of the
   * database (`url`) and for servers.
   */
  url: string;
  serverUrl: string;
  /** The owner's connection string for one node. */
  urlOf: (node: Node) => string;
  all: readonly Node[];
  primary: () => Promise<Node>;
  /** The primary as soon as it has two standbys, one of them synchronous; rejects after a timeout. */
  whole: () => Promise<Node>;
  /** Kills PostgreSQL at once, and optionally its Patroni. */
  kill: (node: Node, how: Death) => void;
  start: (node: Node) => void;
  stop: () => Promise<void>;
};

export type Death = 'postgres' | 'patroni and postgres';

const superuser = { username: 'postgres', password: 'only for a trial' };
const replication = { username: 'standby', password: 'only for a trial' };
const owner = { username: 'touchline', password: 'trial' };
const server = { username: 'touchline_server', password: 'trial' };
const timeoutMs = 240_000;

/**
 * Starts etcd and the nodes in a temporary folder, and creates the product's database. A
 * `forgetful` primary (a planted bug) responds before its disk or a standby has the change.
 */
export async function startNodes({ forgetful }: { forgetful: boolean }): Promise<Nodes> {
  const folder = await scratchFolder('cluster');
  await chmod(folder, 0o711);
  const account = await findOrCreateAccount(folder);
  const bin = await postgresFolder();
  const ports = await freePorts(8);
  const [client = 0, peer = 0] = ports;
  const all = ['one', 'two', 'three'].map((name, index) => ({
    name,
    port: ports[2 + index * 2] ?? 0,
    rest: ports[3 + index * 2] ?? 0,
    folder: join(folder, name),
  }));
  const running = new Map<string, ChildProcess>();
  const begin = (name: string, command: string, args: string[]) =>
    running.set(name, started(join(folder, `${name}.log`), command, args, account));

  process.once('exit', () => {
    // Kills etcd and Patroni first, because Patroni would restart PostgreSQL.
    for (const child of running.values()) child.kill('SIGKILL');
    for (const node of all) killPostgres(node);
  });
  const etcdIn = join(folder, 'etcd');
  await ownFolder(etcdIn, account);
  begin('etcd', 'etcd', etcdArguments(etcdIn, client, peer));
  for (const node of all) {
    await ownFolder(node.folder, account);
    const settings = JSON.stringify(settingsOf(node, { etcd: client, bin, forgetful }));
    await writeFile(join(node.folder, 'patroni.json'), settings, { mode: 0o644 });
  }

  const start = (node: Node) =>
    void begin(node.name, 'patroni', [join(node.folder, 'patroni.json')]);
  const nodes: Nodes = {
    url: urlTo(owner, all, 'touchline'),
    serverUrl: urlTo(server, all, 'touchline'),
    urlOf: (node) => urlTo(owner, [node], 'touchline'),
    all,
    primary: async () => eventually('no primary', async () => primaryOf(all)),
    whole: async () =>
      eventually('no primary with two standbys', async () => wholeOf(all, forgetful)),
    kill(node, how) {
      if (how === 'patroni and postgres') running.get(node.name)?.kill('SIGKILL');
      killPostgres(node);
    },
    start,
    async stop() {
      await Promise.all(all.map(async ({ name }) => ended(running.get(name))));
      await ended(running.get('etcd'));
      running.clear();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };

  try {
    const [first, ...others] = all;
    // The first node creates the cluster; the others copy its data.
    if (first) start(first);
    await makeDatabase(await nodes.primary());
    for (const node of others) start(node);
    await nodes.whole();
  } catch (error) {
    await nodes.stop();
    throw error;
  }
  return nodes;
}

/** Patroni's settings, with its shortest timeouts for a fast failover. */
function settingsOf(
  node: Node,
  { etcd, bin, forgetful }: { etcd: number; bin: string | undefined; forgetful: boolean },
) {
  const address = (port: number) => `127.0.0.1:${port}`;
  return {
    scope: 'touchline',
    name: node.name,
    restapi: { listen: address(node.rest), connect_address: address(node.rest) },
    etcd3: { host: address(etcd) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: !forgetful,
        // A primary that crashed is replaced at once.
        primary_start_timeout: 0,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address(node.port),
      connect_address: address(node.port),
      data_dir: dataOf(node),
      bin_dir: bin,
      pgpass: join(node.folder, 'pgpass'),
      authentication: { superuser, replication },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication standby 127.0.0.1/32 scram-sha-256',
        'local all all scram-sha-256',
      ],
      parameters: {
        unix_socket_directories: node.folder,
        max_connections: 100,
        shared_buffers: '64MB',
        max_wal_size: '256MB',
        ...(forgetful && { synchronous_commit: 'off', wal_writer_delay: '5s' }),
      },
    },
  };
}

function etcdArguments(folder: string, client: number, peer: number): string[] {
  const [here, others] = [client, peer].map((port) => `http://127.0.0.1:${port}`);
  return Object.entries({
    name: 'etcd',
    'data-dir': join(folder, 'data'),
    'log-level': 'warn',
    'listen-client-urls': here,
    'advertise-client-urls': here,
    'listen-peer-urls': others,
    'initial-advertise-peer-urls': others,
    'initial-cluster': `etcd=${others}`,
  }).map(([name, value]) => `--${name}=${value}`);
}

const dataOf = ({ folder }: Node) => join(folder, 'data');

function urlTo(
  { username, password }: { username: string; password: string },
  hosts: readonly Node[],
  database: string,
): string {
  const names = hosts.map(({ port }) => `127.0.0.1:${port}`).join();
  const choice = hosts.length > 1 ? '?target_session_attrs=read-write' : '';
  return `postgres://${username}:${encodeURIComponent(password)}@${names}/${database}${choice}`;
}

/** Creates the database as the operators' guide documents. */
async function makeDatabase(node: Node): Promise<void> {
  const client = new Client(urlTo(superuser, [node], 'postgres'));
  await client.connect();
  await client.query(`create role touchline login password '${owner.password}'`);
  await client.query('create role touchline_app nologin');
  await client.query('grant touchline_app to touchline');
  await client.query(
    `create role touchline_server login password '${server.password}' in role touchline_app`,
  );
  await client.query('create database touchline owner touchline');
  await client.end();
}

async function primaryOf(all: readonly Node[]): Promise<Node | undefined> {
  const answers = await Promise.all(
    all.map(async ({ rest }) => fetch(`http://127.0.0.1:${rest}/primary`).catch(() => undefined)),
  );
  return all.find((_, index) => answers[index]?.ok);
}

const Status = z.object({
  replication: z.optional(
    z.array(z.object({ application_name: z.string(), state: z.string(), sync_state: z.string() })),
  ),
});
const Members = z.object({ members: z.array(z.object({ name: z.string(), role: z.string() })) });

async function wholeOf(all: readonly Node[], forgetful: boolean): Promise<Node | undefined> {
  const primary = await primaryOf(all);
  if (!primary) return undefined;
  const request = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${primary.rest}${path}`)).json();
  const { replication = [] } = z.parse(Status, await request('/patroni'));
  const streaming = replication.filter(({ state }) => state === 'streaming');
  const { members } = z.parse(Members, await request('/cluster'));
  // Patroni promotes only a standby that its cluster state names as synchronous.
  const next = members.find(({ role }) => role === 'sync_standby')?.name;
  const isNext = streaming.some(
    ({ application_name: name, sync_state: state }) => state === 'sync' && name === next,
  );
  return streaming.length === 2 && (forgetful || isNext) ? primary : undefined;
}

/** Polls until there is a value; rejects after four minutes. */
export async function eventually<Found>(
  words: string,
  look: () => Promise<Found | undefined>,
): Promise<Found> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Four minutes, and still ${words}.`);
    await wait(100);
  }
}

function killPostgres(node: Node): void {
  const file = join(dataOf(node), 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  try {
    // PostgreSQL's child processes notice the death and exit.
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited already.
  }
}

function started(
  log: string,
  command: string,
  args: string[],
  account: SystemAccount,
): ChildProcess {
  const output = openSync(log, 'a');
  const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
  const stdio = ['ignore', output, output] as const;
  return spawn(command, args, { cwd: '/', env, stdio: [...stdio], ...account });
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((done) => {
    child.once('close', () => done());
  });
  child.kill('SIGTERM');
  await exited;
}

async function ownFolder(path: string, account: SystemAccount): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      async (server) =>
        new Promise<number>((done) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            done(typeof address === 'object' && address ? address.port : 0);
          });
        }),
    ),
  );
  for (const server of servers) server.close();
  return ports;
}

function programNamed(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, name)));
}

/** The folder of the newest PostgreSQL that Debian has installed. */
async function postgresFolder(): Promise<string | undefined> {
  const place = '/usr/lib/postgresql';
  const versions = await readdir(place).catch(() => []);
  const [newest] = versions
    .filter((version) => existsSync(join(place, version, 'bin', 'initdb')))
    .toSorted((one, other) => Number(other) - Number(one));
  return newest === undefined || Number(newest) < 15 ? undefined : join(place, newest, 'bin');
}
