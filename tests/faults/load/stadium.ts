import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';

import type { Database } from '#server/db/database.ts';

import { withFolder } from '../environment.ts';
import { type Line, printReports, type Report } from '../report.ts';
import { aCrowd, type CrowdResult } from './crowd.ts';
import { percentile } from './pace.ts';
import { examineProxy } from './proxy.ts';
import { hasProxy, openSite } from './servers.ts';
import type { Seen, Watch } from './watcher.ts';

const operations = 5;
/** The number of members whose changes warm the servers up. */
const early = 50;

/** The number of processes, and whether they are behind HAProxy. */
type Servers = { processes: number; isProxied: boolean };

/** Sends a crowd to each of these numbers of processes; true if every limit that the project promises holds. */
export async function runStadium(members: number, counts: readonly number[]): Promise<boolean> {
  const isProxied = hasProxy();
  if (!isProxied) {
    console.log('\nThere is no haproxy here, so there is one process and no proxy before it.');
    console.log('On Debian: apt-get install haproxy');
  }
  return withFolder('stadium', async (folder) => {
    async function* reports(): AsyncGenerator<Report> {
      if (isProxied) yield examineProxy(folder);
      for (const processes of counts.filter((count) => isProxied || count === 1)) {
        yield fillStadium(members, { processes, isProxied }, folder);
      }
    }
    return printReports('stadium', reports());
  });
}

/** Sends the crowd from one address to one process, or through the proxy to several. */
async function fillStadium(members: number, chosen: Servers, folder: string): Promise<Report> {
  const env = { TRUST_PROXY: '1' };
  await using opened = await openSite({ members: members + 1, folder, env, ...chosen });
  const { world, servers, proxy } = opened;
  const [other, ...people] = world.people.toReversed();
  if (!other) throw new Error('There is nobody.');
  const site = proxy?.port ?? servers[0]?.port ?? 0;
  const crowd = { port: site, games: world.games, operations };
  // Warms the servers up: connections open, and code is compiled.
  const some = people.slice(0, early);
  const first = await aCrowd({ ...crowd, oddName: '1X2 - X', members: some });
  const watching = aWatcher({
    live: servers.map(({ healthPort }) => healthPort),
    site,
    token: other.token,
  });
  await wait(1_000);
  const result = await aCrowd({ ...crowd, oddName: '1X2 - 1', members: people });
  const seen = await watching.end();
  const all = { keys: [...first.keys, ...result.keys], tips: [...first.tips, ...result.tips] };
  const counted = await countApplied(world.database, all);
  const memory = Math.max(...servers.map((server) => server.memory()));
  const lines: Line[] = [
    ...linesOf({ ...result, ...all }, counted, seen),
    { what: 'memory of a process, at most', figure: memory, bound: 512, unit: 'MB' },
  ];
  if (proxy) {
    lines.push({ what: 'servers the proxy took out', figure: await proxy.outs(), bound: 0 });
  }
  return {
    title: `${titleOf(chosen)}: ${members} members, ${operations} operations each`,
    lines,
    words: [...wordsOf(result, seen), ...(proxy?.logFile() ?? [])],
  };
}

function titleOf({ processes, isProxied }: Servers): string {
  const many = processes === 1 ? 'One process' : `${processes} processes`;
  return isProxied ? `${many} behind HAProxy` : `${many} without a proxy`;
}

function aWatcher(watch: Watch) {
  const child = fork(join(import.meta.dirname, 'watcher.ts'));
  child.send(watch);
  return {
    async end(): Promise<Seen> {
      const seen = new Promise<Seen>((done, fail) => {
        // JSON turns infinite numbers into null.
        child.once('message', ({ live, reads }: Seen) =>
          done({ live: live.map(orEndless), reads: reads.map(orEndless) }),
        );
        child.once('exit', () => fail(new Error('the watcher ended')));
      });
      child.send('end');
      return seen;
    },
  };
}

function orEndless(time: number | null): number {
  return time ?? Infinity;
}

type Counted = { operations: number; tips: number; posts: number };

/** Counts the changes in the database; each must be there exactly once. */
async function countApplied(
  database: Database,
  { keys, tips }: Pick<CrowdResult, 'keys' | 'tips'>,
): Promise<Counted> {
  const list = (ids: readonly string[]) => sql`${`{${ids.join()}}`}::text[]`;
  const { rows } = await database.execute<Counted>(sql`select
    (select count(*)::int from operations where status < 300 and key = any(${list(keys)})) as operations,
    (select count(*)::int from tips) as tips,
    (select count(*)::int from audit where action = 'tip.post'
      and subject = any(select 'tip:' || id from unnest(${list(tips)}) as id)) as posts`);
  return rows[0] ?? { operations: 0, tips: 0, posts: 0 };
}

function linesOf(result: CrowdResult, counted: Counted, { live, reads }: Seen): Line[] {
  const missing = result.keys.length - counted.operations;
  const others =
    Math.abs(result.tips.length - counted.tips) + Math.abs(result.tips.length - counted.posts);
  return [
    { what: `of ${result.keys.length} operations not applied`, figure: missing, bound: 0 },
    { what: 'tips missing, or posted twice', figure: others, bound: 0 },
    { what: 'refused for good', figure: result.refused.length, bound: 0 },
    { what: 'until the last was applied', figure: result.seconds, bound: 60, unit: 's' },
    { what: 'bare 5xx, and no answer', figure: result.bare.length, bound: 0 },
    { what: 'liveness, 95 of 100 within', figure: percentile(live, 0.95), bound: 100, unit: 'ms' },
    { what: 'liveness, the slowest', figure: percentile(live, 1), bound: 100, unit: 'ms' },
    {
      what: "another member's reads, 95 of 100 within",
      figure: percentile(reads, 0.95),
      bound: 500,
      unit: 'ms',
    },
  ];
}

function wordsOf(
  { statuses, pauses, bare, refused, proxys }: CrowdResult,
  { live, reads }: Seen,
): string[] {
  return [
    `answers: ${Object.entries(statuses)
      .map(([status, count]) => `${count} of ${status}`)
      .join(', ')}`,
    `answers of the proxy itself: ${proxys}`,
    `Retry-After: median ${percentile(pauses, 0.5)} s, longest ${percentile(pauses, 1)} s`,
    `asked how it is ${live.length} times (median ${percentile(live, 0.5).toFixed(1)} ms), read ${reads.length} times (median ${percentile(reads, 0.5).toFixed(0)} ms)`,
    ...[...bare, ...refused].slice(0, 10),
  ];
}
