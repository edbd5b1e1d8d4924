import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { aWorld } from '../../bench/server/world.ts';
import { aFreePort } from '../../testing/machine/free-port.ts';

const root = join(import.meta.dirname, '../../..');
const startsWithin = 60_000;

/** How to build a site. */
type Choices = {
  members: number;
  processes: number;
  folder: string;
  /** True if HAProxy is in front of the servers; the function changes its documented file. */
  isProxied?: boolean;
  change?: (configuration: string) => string;
  env?: Record<string, string>;
};

/** Opens a database with members and servers on it; all of them end with the site. */
export async function openSite({ members, processes, folder, env, ...proxied }: Choices) {
  const world = await aWorld(members);
  const servers: Server[] = [];
  let proxy: Proxy | undefined;
  const close = async () => {
    for (const each of [proxy, ...servers.toReversed()]) await each?.stop();
    await world.remove();
  };
  try {
    const local = { HOST: '127.0.0.1', PORT: '0', DEMO: '0', LOG_LEVEL: 'info' };
    while (servers.length < processes) {
      servers.push(await aServer({ ...world.env, ...local, ...env }, folder));
    }
    if (proxied.isProxied) proxy = await aProxy(servers, folder, proxied.change);
  } catch (error) {
    await close();
    throw error;
  }
  return { world, servers, proxy, [Symbol.asyncDispose]: close };
}

type Started = {
  port: number;
  /** The maximum memory so far, in megabytes. */
  memory: () => number;
  stop: () => Promise<void>;
};

/** A server of this project. */
type Server = Started & {
  /** The port for health checks. */
  healthPort: number;
};

/** Starts a server as `npm start` does, with its log in this folder. */
async function aServer(env: Record<string, string>, folder: string): Promise<Server> {
  const logFile = join(folder, `server-${Date.now()}.log`);
  const file = openSync(logFile, 'w');
  const script = join(root, 'src/server/main.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=8', script], {
    cwd: folder,
    stdio: ['ignore', file, file],
    env: { PATH: process.env['PATH'] ?? '', METRICS_ADDRESS: '127.0.0.1:0', ...env },
  });
  const stop = stopOf(child);
  try {
    const heard = async (words: RegExp) =>
      Number(await soon(child, () => words.exec(readFileSync(logFile, 'utf8'))?.[1]));
    const healthPort = await heard(/^Metrics are at http:\/\/[^:]+:(\d+)/m);
    const port = await heard(/^Touchline is at http:\/\/[^:]+:(\d+)$/m);
    return { port, healthPort, memory: () => peakMemory(child.pid), stop };
  } catch (error) {
    await stop();
    throw new Error(`The server did not start:\n${readFileSync(logFile, 'utf8')}`, {
      cause: error,
    });
  }
}

/** True if this machine has HAProxy. */
export function hasProxy(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0;
}

type Proxy = Started & {
  /** Returns how often HAProxy has stopped using a server. */
  outs: () => Promise<number>;
  /** The lines of its log about servers. */
  logFile: () => string[];
  /** Its log, once that contains this number of requests. */
  logged: (requests: number) => Promise<string>;
};

/** Starts HAProxy in front of local servers, with the documented file and a health check each second. */
async function aProxy(
  servers: readonly Server[],
  folder: string,
  change: (configuration: string) => string = (configuration) => configuration,
): Promise<Proxy> {
  const port = await aFreePort();
  const socket = join(folder, 'haproxy.socket');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, change(configurationFor(servers, { port, socket })));
  const log = join(folder, 'haproxy.log');
  const stdio = ['ignore', openSync(log, 'w'), 'pipe'] as const;
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: [...stdio] });
  let logFile = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    logFile += text;
  });
  const stop = stopOf(child);
  try {
    const isUp = async () => {
      const rows = await statusesOf(socket).catch(() => []);
      return rows.length > 0 && rows.every(({ status }) => status === 'UP');
    };
    await soon(child, isUp);
  } catch (error) {
    await stop();
    throw new Error(`HAProxy did not start:\n${logFile}`, { cause: error });
  }
  const outs = async () => {
    const rows = await statusesOf(socket);
    return rows.reduce((sum, row) => sum + Number(row.chkdown), 0);
  };
  return {
    port,
    memory: () => peakMemory(child.pid),
    stop,
    outs,
    logFile: () => logFile.split('\n').filter((line) => / is (UP|DOWN)/.test(line)),
    logged: async (requests) =>
      soon(child, () => {
        const text = readFileSync(log, 'utf8');
        return (text.match(/\b(GET|POST) /g)?.length ?? 0) >= requests ? text : undefined;
      }),
  };
}

/** The documented file without TLS and container names. */
function configurationFor(
  servers: readonly Server[],
  { port, socket }: { port: number; socket: string },
): string {
  const named = servers
    .map(({ port, healthPort }, n) => `  server app${n} 127.0.0.1:${port} port ${healthPort}`)
    .join('\n');
  return readFileSync(join(root, 'docs/haproxy.cfg'), 'utf8')
    .replace('global\n', `global\n  stats socket ${socket} level user\n`)
    .replace(/resolvers docker\n(  .*\n)+/, '')
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
    .replace(/ {2}bind :443 .*\n/, '')
    .replace(/ {2}http-request redirect .*\n/, '')
    .replaceAll(
      /check port \d+ inter \S+ (.*) resolvers docker init-addr none/g,
      'check inter 1s $1',
    )
    .replaceAll(/ {2}server-template .*/g, named);
}

type Row = { status: string; chkdown: string };

async function statusesOf(path: string): Promise<Row[]> {
  const text = await new Promise<string>((done, fail) => {
    let heard = '';
    const line = connect(path, () => line.end('show stat\n'));
    line.on('data', (data) => {
      heard += String(data);
    });
    line.on('end', () => done(heard)).on('error', fail);
  });
  const [head = '', ...lines] = text.replace('# ', '').trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
  return rows
    .filter(({ svname = '' }) => svname.startsWith('app'))
    .map(({ status = '', chkdown = '' }) => ({ status, chkdown }));
}

/** Polls until there is a value, or the process has exited. */
async function soon<Found>(
  child: ChildProcess,
  look: () => Found | Promise<Found>,
): Promise<NonNullable<Found>> {
  const deadline = Date.now() + startsWithin;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const found = await look();
    if (found) return found;
    await wait(50);
  }
  throw new Error('it ended, or took too long');
}

function stopOf(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  return async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 12_000);
    await ended;
    clearTimeout(late);
  };
}

function peakMemory(pid = 0): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
