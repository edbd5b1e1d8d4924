import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';

import { SessionReply } from '#contract/account/accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { members } from '#server/db/schema.ts';
import { buildSite } from '#server/platform/build.ts';
import { createId } from '#sync/ids.ts';

import type { World } from '../../bench/server/world.ts';
import { overHttp } from '../../testing/server/over-http.ts';
import { withFolder } from '../environment.ts';
import { type Line, printReports, type Report } from '../report.ts';
import { openSite } from './servers.ts';
import { connectionCount, type Flood, floods, sendFlood } from './floods.ts';
import { logInAsMembers, readAsMembers, readAsStranger, type RequestCounts } from './members.ts';

/** The number of server processes, and the duration of each flood. */
type Size = { processes: number; seconds: number };

const readerCount = 5;
const loginAccountCount = 8;
const sessionCount = 10;
const password = 'seven wet goalkeepers';

/** Runs every flood while members read and log in; true if nearly all of their requests succeed. */
export async function runFloods(size: Size): Promise<boolean> {
  // The floods of page requests need the built app.
  await buildSite((line) => console.log(line));
  return withFolder('flood', async (folder) => printReports('flood', reportsOf(size, folder)));
}

/** Runs the floods one after the other, and reports each. */
async function* reportsOf({ processes, seconds }: Size, folder: string): AsyncGenerator<Report> {
  const people = 1 + readerCount + loginAccountCount;
  await using opened = await openSite({ members: people, processes, folder });
  const ports = opened.servers.map(({ port }) => port);
  const material = await prepare(opened.world, ports);
  for (const flood of floods) yield runFlood(flood, { ...material, ports, seconds });
}

type Material = Awaited<ReturnType<typeof prepare>>;

/** Creates members with passwords, some tips, and ten sessions of one member. */
async function prepare({ database, people, games }: World, ports: readonly number[]) {
  await database.update(members).set({ passwordHash: await hashPassword(password) });
  const accounts = people.map(({ id, token }) => ({ email: `${id}@example.org`, password, token }));
  const [flooder, ...others] = accounts;
  if (!flooder) throw new Error('There is nobody.');
  const [port = 0] = ports;
  const tips: string[] = [];
  for (const [n, { token }] of [...others, ...others, ...others].entries()) {
    const id = createId();
    const options = [{ fixtureId: games[n % games.length]?.id, oddName: '1X2 - 1' }];
    await post(port, '/api/tips', { id, options, stake: 1 }, token);
    tips.push(id);
  }
  const tokens: string[] = [];
  while (tokens.length < sessionCount) {
    const { email } = flooder;
    const body = await post(port, '/api/auth', { email, password });
    tokens.push(z.parse(SessionReply, body).access_token);
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
  { ports, seconds, ...material }: Material & { ports: readonly number[]; seconds: number },
): Promise<Report> {
  const over = new AbortController();
  const target = { ports, signal: over.signal };
  const flooding = sendFlood(flood, { ...material, ...target });
  const counting = Promise.all([
    readAsMembers(material.readers, target),
    logInAsMembers(material.accounts, flood.address, target),
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
  const share = (100 * logins.refused.length) / Math.max(1, logins.sent);
  const refusedIn = (where: string, { sent, refused }: RequestCounts): Line => {
    return { what: `of ${sent} reads ${where} refused`, figure: refused.length, bound: 0 };
  };
  return [
    refusedIn('of members', reads),
    { what: `of ${logins.sent} logins refused`, figure: share, bound: 5, unit: '%' },
    ...(strangers ? [refusedIn('in another network', strangers)] : []),
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
