import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { closeDatabase, openDatabase } from '#server/db/database.ts';

import { withFolder } from '../../environment.ts';
import { type Line, printReports, type Report } from '../../report.ts';
import { aPerson, aSeason, type Person } from '../../world/community.ts';
import { aServerProcess } from '../server-process.ts';
import { judge } from './judge.ts';
import { aCrowd, type Crowd } from './members.ts';
import { type Death, missingHere, type Nodes, startNodes } from './patroni.ts';

type Trial = {
  /** How often the primary is killed. */
  kills: number;
  /** True if primaries respond before a standby has the change; the run must then detect a loss. */
  planted: boolean;
};

const membersAtOnce = 24;
/** The number of kills for which one group of members is enough, at about 20 posts of each per kill. */
const killsPerGroup = 5;
/** The time between the recovery and the next kill, in milliseconds. */
const calm = 3_000;
const deaths: readonly Death[] = ['patroni and postgres', 'postgres'];
const lostLine = 'lost after an answer';

/** Kills the primaries of a cluster while members change their tips; true if no change was lost. */
export async function killPrimaries(trial: Trial): Promise<boolean> {
  const missing = await missingHere();
  if (missing !== undefined) {
    console.error(missing);
    return false;
  }
  return withFolder('cluster-servers', async (dataDir) => {
    const nodes = await startNodes({ forgetful: trial.planted });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => process.exit(1));
    try {
      const report = await reportOf(nodes, dataDir, trial);
      const fine = await printReports('cluster', [report]);
      if (!trial.planted) return fine;
      const isCaught = report.lines.some(({ what, figure }) => what === lostLine && figure > 0);
      console.log(isCaught ? 'Caught.' : 'Not caught.');
      return isCaught;
    } finally {
      await nodes.stop();
    }
  });
}

async function reportOf(nodes: Nodes, dataDir: string, { kills }: Trial): Promise<Report> {
  const settings = {
    url: nodes.serverUrl,
    ownerUrl: nodes.url,
    dataDir,
    secret: randomBytes(48).toString('base64'),
  };
  const first = await aServerProcess(settings);
  const servers = [first, await aServerProcess(settings)];
  process.once('exit', () => {
    for (const server of servers) server.kill();
  });
  const database = openDatabase({ url: nodes.url, connections: 2 });
  const games = await aSeason(database);
  const people: Person[] = [];
  const groups = Math.ceil(kills / killsPerGroup);
  for (let index = 0; index < membersAtOnce * groups; index += 1) {
    people.push(await aPerson(database, settings.secret, `Ada ${index}`, 'member'));
  }
  await closeDatabase(database);

  const origins = servers.map(({ origin }) => origin);
  const crowd = aCrowd(people, membersAtOnce, games, origins);
  const returns = await killAgain(nodes, crowd, kills);
  await crowd.goes();
  for (const server of servers) {
    server.kill();
    await server.died;
  }
  const { lost, twice, apart } = await judge(nodes, crowd.wishes);

  const unanswered = crowd.wishes.filter(({ answered }) => !answered);
  const refused = crowd.wishes.filter(({ answered }) => answered && answered.status >= 400);
  const answers = (status: number) => crowd.answers.get(status) ?? 0;
  const lines: Line[] = [
    { what: 'primaries killed', figure: returns.length },
    { what: 'changes of members', figure: crowd.wishes.length },
    { what: 'requests', figure: [...crowd.answers.values()].reduce((a, b) => a + b, 0) },
    { what: 'answers of 503', figure: answers(503) },
    { what: 'requests without an answer', figure: answers(0) },
    { what: lostLine, figure: lost.length, bound: 0 },
    { what: 'done twice', figure: twice.length, bound: 0 },
    { what: 'answers of 500', figure: answers(500), bound: 0 },
    { what: 'answered otherwise when asked again', figure: crowd.otherwise.length, bound: 0 },
    { what: 'refused', figure: refused.length, bound: 0 },
    { what: 'never answered', figure: unanswered.length, bound: 0 },
    { what: 'tables that differ between nodes', figure: apart.length, bound: 0 },
    {
      what: 'until the first change after a kill, the longest',
      figure: seconds(Math.max(0, ...returns)),
      bound: 30,
      unit: 's',
    },
  ];
  const refusals = refused.map(({ kind, answered }) => `refused: ${kind} ${answered?.body}`);
  const words = [...refusals, ...lost, ...twice, ...apart, ...crowd.otherwise];
  return { title: 'A cluster whose primaries die', lines, words: words.slice(0, 40) };
}

/**
 * Kills primaries one after the other; returns, for each, the milliseconds until a write succeeded.
 */
async function killAgain(nodes: Nodes, crowd: Crowd, kills: number): Promise<number[]> {
  const returns: number[] = [];
  for (let round = 0; round < kills; round += 1) {
    const primary = await nodes.whole();
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

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
