import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

import { Session } from '#contract/account/accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { members } from '#server/db/schema.ts';
import { newId } from '#sync/ids.ts';

import { aWorld, type World } from '../../bench/server/world.ts';
import { overHttp } from '../../testing/server/over-http.ts';
import type { Line, Report } from '../stadium/report.ts';
import { aServer, type Server } from '../stadium/servers.ts';
import { connectionCount, type Flood, floods, sendFlood } from './floods.ts';
import { logInAsMembers, readAsMembers, readAsStranger, type RequestCounts } from './people.ts';

type Size = { processes: number; seconds: number };

const readerCount = 5;
const loginAccountCount = 8;
const sessionCount = 10;
const password = 'seven wet goalkeepers';

/** Runs every flood on loopback, one after the other, while people read and log in. */
export async function* runFloods(
  { processes, seconds }: Size,
  folder: string,
): AsyncGenerator<Report> {
  const world = await aWorld(1 + readerCount + loginAccountCount);
  const servers: Server[] = [];
  try {
    while (servers.length < processes) {
      const env = { ...world.env, LOG_LEVEL: 'info', HOST: '127.0.0.1', PORT: '0', DEMO: '0' };
      servers.push(await aServer(env, folder));
    }
    const ports = servers.map(({ port }) => port);
    const ground = await prepare(world, ports);
    for (const flood of floods) yield runFlood(flood, { ...ground, ports, seconds });
  } finally {
    for (const server of servers.toReversed()) await server.stop();
    await world.remove();
  }
}

type Ground = Awaited<ReturnType<typeof prepare>>;

/** Creates passwords, some tips, and ten sessions of one member. */
async function prepare({ database, people, games }: World, ports: readonly number[]) {
  await database.update(members).set({ passwordHash: await hashPassword(password) });
  const accounts = people.map(({ id, token }) => ({ email: `${id}@example.org`, password, token }));
  const [flooder, ...others] = accounts;
  if (!flooder) throw new Error('There is nobody.');
  const [port = 0] = ports;
  const tips: string[] = [];
  for (const [n, { token }] of [...others, ...others, ...others].entries()) {
    const id = newId();
    const options = [{ fixtureId: games[n % games.length]?.id, oddName: '1X2 - 1' }];
    await post(port, '/api/tips', { id, options, stake: 1 }, token);
    tips.push(id);
  }
  const tokens: string[] = [];
  while (tokens.length < sessionCount) {
    const { email } = flooder;
    const body = await post(port, '/api/auth', { email, password });
    tokens.push(z.parse(Session, body).access_token);
  }
  return {
    tokens,
    tips,
    readers: others.slice(0, readerCount),
    accounts: others.slice(readerCount),
  };
}

async function post(port: number, path: string, body: unknown, token?: string): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const request = { port, path, headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await overHttp(request);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString());
}

async function runFlood(
  flood: Flood,
  { ports, seconds, ...ground }: Ground & { ports: readonly number[]; seconds: number },
): Promise<Report> {
  const over = new AbortController();
  const target = { ports, signal: over.signal };
  const flooding = sendFlood(flood, { ...ground, ...target });
  const counting = Promise.all([
    readAsMembers(ground.readers, target),
    logInAsMembers(ground.accounts, flood.address, target),
    flood.address === undefined ? undefined : readAsStranger(target),
  ]);
  await wait(seconds * 1000);
  over.abort();
  const [reads, logins, strangers] = await counting;
  return {
    title: `Flood of ${flood.name}, ${connectionCount} connections, ${ports.length} of servers`,
    lines: linesOf(reads, logins, strangers),
    words: wordsOf(await flooding, [reads, logins, strangers]),
  };
}

function linesOf(
  reads: RequestCounts,
  logins: RequestCounts,
  strangers: RequestCounts | undefined,
): Line[] {
  const none = { bound: 0, unit: '' };
  const share = (100 * logins.refused.length) / Math.max(1, logins.sent);
  return [
    { what: `of ${reads.sent} reads of members refused`, figure: reads.refused.length, ...none },
    { what: `of ${logins.sent} logins refused`, figure: share, bound: 5, unit: '%' },
    ...(strangers
      ? [
          {
            what: `of ${strangers.sent} reads in another network refused`,
            figure: strangers.refused.length,
            ...none,
          },
        ]
      : []),
  ];
}

function wordsOf(
  statuses: Record<string, number>,
  counts: (RequestCounts | undefined)[],
): string[] {
  const answers = Object.entries(statuses).map(([status, count]) => `${count} of ${status}`);
  const refused = counts.flatMap((each) => each?.refused ?? []);
  return [`answers to the flood: ${answers.join(', ')}`, ...refused.slice(0, 5)];
}
