import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { closeDatabase, openDatabase } from '#server/db/database.ts';

import { scratchFolder } from '../../testing/machine/scratch-folder.ts';
import { aPerson, aSeason, type Person } from '../processes/people.ts';
import { aServerProcess } from '../processes/server-process.ts';
import { demote } from './demoted.ts';
import { judge } from './judge.ts';
import { aCrowd, type Crowd } from './members.ts';
import { type Death, missingHere, type Nodes, startNodes } from './patroni.ts';

const { positionals, values } = parseArgs({
  options: {
    cluster: { type: 'boolean' },
    /** Primaries respond before a standby has the change: the loss must be detected. */
    planted: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** Number of kills of the primary. */
const kills = Number(positionals[0] ?? '10');
const membersAtOnce = 24;
/**
 * All members, one group after the other: a kill and the time around it take about twenty posts of
 * each.
 */
const memberCount = membersAtOnce * Math.ceil(kills / 5);
/** Time without faults between two kills, in milliseconds. */
const calm = 3_000;
const deaths: readonly Death[] = ['patroni and postgres', 'postgres'];
const lostLine = 'lost after an answer';
const output = join(import.meta.dirname, '../../../test-output');

const missing = await missingHere();
if (missing === undefined) process.exitCode = await trial();
else {
  console.error(missing);
  process.exitCode = 1;
}

async function trial(): Promise<number> {
  const nodes = await startNodes({ forgetful: values.planted });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const dataDir = await scratchFolder('cluster-servers');
  try {
    const lines = await figuresOf(nodes, dataDir);
    console.table(lines);
    if (values.planted) {
      const lost = lines.find(({ line }) => line === lostLine)?.figure ?? 0;
      console.log(lost > 0 ? 'Caught.' : 'Not caught.');
      return lost > 0 ? 0 : 1;
    }
    const fine = lines.every(({ figure, bound }) => typeof bound !== 'number' || figure <= bound);
    mkdirSync(output, { recursive: true });
    writeFileSync(join(output, 'cluster.json'), JSON.stringify(lines, undefined, 2));
    return fine ? 0 : 1;
  } finally {
    await nodes.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Line = { line: string; figure: number; bound: number | '' };

async function figuresOf(nodes: Nodes, dataDir: string): Promise<Line[]> {
  const ground = {
    url: nodes.serverUrl,
    ownerUrl: nodes.url,
    dataDir,
    secret: randomBytes(48).toString('base64'),
  };
  const first = await aServerProcess(ground);
  const servers = [first, await aServerProcess(ground)];
  process.once('exit', () => {
    for (const server of servers) server.kill();
  });
  const database = openDatabase({ url: nodes.url, connections: 2 });
  const games = await aSeason(database);
  const people: Person[] = [];
  for (let index = 0; index < memberCount; index += 1) {
    people.push(await aPerson(database, ground.secret, `Ada ${index}`, 'member'));
  }
  const person = await aPerson(database, ground.secret, 'Bola', 'member');
  await closeDatabase(database);

  const origins = servers.map(({ origin }) => origin);
  const crowd = aCrowd(people, membersAtOnce, games, origins);
  const returns = await killAgain(nodes, crowd);
  await crowd.goes();
  for (const server of servers) {
    server.kill();
    await server.died;
  }
  const { lost, twice, apart } = await judge(nodes, crowd.wishes);
  const game = games.at(-1);
  if (!game) throw new Error('There is no game.');
  const { wrong, wellAfter } = await demote(nodes, { ...ground, person, game });

  const unanswered = crowd.wishes.filter(({ answered }) => !answered);
  const refused = crowd.wishes.filter(({ answered }) => answered && answered.status >= 400);
  for (const each of refused) console.log(`  refused: ${each.kind} ${each.answered?.body}`);
  for (const each of [...lost, ...twice, ...apart, ...crowd.otherwise, ...wrong].slice(0, 40)) {
    console.log(`  ${each}`);
  }
  const answers = (status: number) => crowd.answers.get(status) ?? 0;
  return [
    { line: 'primaries killed', figure: returns.length, bound: '' },
    { line: 'changes of members', figure: crowd.wishes.length, bound: '' },
    { line: 'requests', figure: [...crowd.answers.values()].reduce((a, b) => a + b, 0), bound: '' },
    { line: 'answers of 503', figure: answers(503), bound: '' },
    { line: 'requests without an answer', figure: answers(0), bound: '' },
    { line: lostLine, figure: lost.length, bound: 0 },
    { line: 'done twice', figure: twice.length, bound: 0 },
    { line: 'answers of 500', figure: answers(500), bound: 0 },
    { line: 'answered otherwise when asked again', figure: crowd.otherwise.length, bound: 0 },
    { line: 'refused', figure: refused.length, bound: 0 },
    { line: 'never answered', figure: unanswered.length, bound: 0 },
    { line: 'tables that differ between nodes', figure: apart.length, bound: 0 },
    {
      line: 'seconds to the first change after a kill, at most',
      figure: maximum(returns),
      bound: 30,
    },
    { line: 'wrong answers at a demoted primary', figure: wrong.length, bound: 0 },
    { line: 'seconds to a change after its promotion', figure: seconds(wellAfter), bound: 30 },
  ];
}

/**
 * Kills one primary after the other; returns for each the time without successful writes, in
 * milliseconds.
 */
async function killAgain(nodes: Nodes, crowd: Crowd): Promise<number[]> {
  const returns: number[] = [];
  for (let round = 0; round < kills; round += 1) {
    const { primary } = await nodes.whole();
    await wait(calm);
    const how = deaths[round % deaths.length] ?? 'postgres';
    nodes.kill(primary, how);
    const killedAt = performance.now();
    await crowd.writes();
    const took = performance.now() - killedAt;
    returns.push(took);
    const next = await nodes.primary();
    console.log(
      `${round + 1}. ${how} of ${primary.name} killed, ${next.name} took the next change after ${seconds(took)} s`,
    );
    if (how !== 'postgres') nodes.start(primary);
  }
  await nodes.whole();
  return returns;
}

function maximum(all: readonly number[]): number {
  return seconds(Math.max(0, ...all));
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
